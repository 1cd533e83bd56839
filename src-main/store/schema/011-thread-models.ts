/** Schema step 11: the model that a person chose for one thread. A step that was released is never edited. */
import type { SchemaStep } from './step'

/* JSON as `src-shared/flow/thread-model.ts` says; null: as the flow says. */
export const threadModels: SchemaStep = {
  number: 11,
  sql: `ALTER TABLE threads ADD COLUMN model TEXT;`,
}
