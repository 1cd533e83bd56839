/** Schema step 10: what the list of flows shows of a drawing. A step that was released is never edited. */
import type { SchemaStep } from './step'

/* JSON as `src-shared/rpc/sketch.ts` says; null for a flow that was last stored before this step. */
export const sketches: SchemaStep = {
  number: 10,
  sql: `ALTER TABLE flows ADD COLUMN sketch TEXT;`,
}
