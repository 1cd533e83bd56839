/** Schema step 36: flows that a person keeps at the top of the list. A step that was released is never edited. */
import type { SchemaStep } from './step'

/* 1: pinned. The person's, not the flow's: it is in no file, and no revision. */
export const pinnedFlows: SchemaStep = {
  number: 36,
  sql: `ALTER TABLE flows ADD COLUMN is_pinned INTEGER NOT NULL DEFAULT 0;`,
}
