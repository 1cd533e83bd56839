/** Schema step 33: a breakpoint that pauses once may be of one thread. A step that was released is never edited. */
import type { SchemaStep } from './step'

/* `thread` null: turns of every thread pause there. The constraint of a table cannot be changed, so it is made anew. */
export const runToThreads: SchemaStep = {
  number: 33,
  sql: `
    ALTER TABLE breakpoints RENAME TO breakpoints_before;
    CREATE TABLE breakpoints (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      flow TEXT NOT NULL,
      place TEXT NOT NULL,
      condition TEXT NOT NULL,
      from_hit INTEGER NOT NULL,
      is_on INTEGER NOT NULL,
      once INTEGER NOT NULL,
      thread INTEGER REFERENCES threads (number) ON DELETE CASCADE
    ) STRICT;
    INSERT INTO breakpoints (number, id, flow, place, condition, from_hit, is_on, once)
      SELECT number, id, flow, place, condition, from_hit, is_on, once FROM breakpoints_before;
    DROP TABLE breakpoints_before;
    CREATE UNIQUE INDEX breakpoints_of_place ON breakpoints (flow, place, once, coalesce(thread, 0));
    CREATE INDEX breakpoints_of_thread ON breakpoints (thread);`,
}
