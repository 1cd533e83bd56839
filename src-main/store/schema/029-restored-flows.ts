/** Schema step 29: when a flow came back from the bin. A step that was released is never edited. */
import type { SchemaStep } from './step'

/* In ms since 1970; null: it never did. */
export const restoredFlows: SchemaStep = {
  number: 29,
  sql: `ALTER TABLE flows ADD COLUMN restored_at INTEGER;`,
}
