/** Schema step 19: how much of a flow's older turns is kept, and threads of which everything is. A step that was released is never edited. */
import type { SchemaStep } from './step'

/* `retention.flow` is no reference: threads may be of flows that are in no library. A flow without a row is as the preferences say. */
export const retention: SchemaStep = {
  number: 19,
  sql: `
    CREATE TABLE retention (
      flow TEXT PRIMARY KEY,
      level TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    ALTER TABLE threads ADD COLUMN pinned INTEGER NOT NULL DEFAULT 0;`,
}
