/** Schema step 8: who answers when a connection cannot. A step that was released is never edited. */
import type { SchemaStep } from './step'

/* JSON: names of connections in order; null for none. */
export const fallbacks: SchemaStep = {
  number: 8,
  sql: `ALTER TABLE connections ADD COLUMN fallbacks ANY;`,
}
