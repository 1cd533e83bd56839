/** Schema step 18: what people answered to questions of turns, before it is carried out. A step that was released is never edited. */
import type { SchemaStep } from './step'

/*
 * A row is there from the moment of the decision on. `run` is null until a run takes it over, which goes on with it also after a kill; a question
 * has one open answer at most, so of two people one is first. `place` is the question's node and path as JSON, `answer` JSON too.
 */
export const answers: SchemaStep = {
  number: 18,
  sql: `
    CREATE TABLE answers (
      number INTEGER PRIMARY KEY,
      thread INTEGER NOT NULL REFERENCES threads (number) ON DELETE CASCADE,
      question TEXT NOT NULL,
      place TEXT NOT NULL,
      answer TEXT NOT NULL,
      answered_at INTEGER NOT NULL,
      run TEXT
    ) STRICT;
    CREATE UNIQUE INDEX answers_open ON answers (thread, question) WHERE run IS NULL;
    CREATE INDEX answers_of_run ON answers (run);`,
}
