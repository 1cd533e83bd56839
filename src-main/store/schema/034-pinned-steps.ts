/** Schema step 34: steps of a thread that a person wants to be kept. A step that was released is never edited. */
import type { SchemaStep } from './step'

/* The step that the event `seq` of a run belongs to. `run` is no reference: runs go with their thread alone. */
export const pinnedSteps: SchemaStep = {
  number: 34,
  sql: `
    CREATE TABLE pinned_steps (
      thread INTEGER NOT NULL REFERENCES threads (number) ON DELETE CASCADE,
      run INTEGER NOT NULL,
      seq INTEGER NOT NULL,
      name TEXT NOT NULL,
      PRIMARY KEY (thread, run, seq)
    ) STRICT, WITHOUT ROWID;`,
}
