/** Schema step 15: the undo history of each flow. A step that was released is never edited. */
import type { SchemaStep } from './step'

/*
 * `stamp` is another number after each write; `revision` is that of the flow which the steps belong to, and `position` the number of the newest step
 * that is done: those behind it were undone. `body` is JSON in its short form, as `src-shared/flow/editing/undo-steps.ts` writes it.
 */
export const undoSteps: SchemaStep = {
  number: 15,
  sql: `
    CREATE TABLE undo_histories (
      flow TEXT PRIMARY KEY REFERENCES flows (id) ON DELETE CASCADE,
      stamp INTEGER NOT NULL,
      revision INTEGER NOT NULL,
      position INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE undo_steps (
      flow TEXT NOT NULL REFERENCES undo_histories (flow) ON DELETE CASCADE,
      number INTEGER NOT NULL,
      size INTEGER NOT NULL,
      body ANY NOT NULL,
      PRIMARY KEY (flow, number)
    ) STRICT, WITHOUT ROWID;`,
}
