/** Schema step 16: what becomes of calls that were made before, in turns that run again. A step that was released is never edited. */
import type { SchemaStep } from './step'

/*
 * `mark` is a hash of the tool and its arguments, `place` says who called it where. `taken_by` is the call that got this decision, null until one
 * does. `body` is the decision as JSON in its short form, with the result that is taken.
 */
export const repeatDecisions: SchemaStep = {
  number: 16,
  sql: `
    CREATE TABLE repeat_decisions (
      id INTEGER PRIMARY KEY,
      thread INTEGER NOT NULL REFERENCES threads (number) ON DELETE CASCADE,
      turn INTEGER NOT NULL,
      mark TEXT NOT NULL,
      place TEXT NOT NULL,
      taken_by TEXT,
      body ANY NOT NULL
    ) STRICT;
    CREATE INDEX repeat_decisions_of_turn ON repeat_decisions (thread, turn, mark);`,
}
