/** Schema step 30: a breakpoint that pauses once may lie beside one that stays. A step that was released is never edited. */
import type { SchemaStep } from './step'

/* The constraint of a table cannot be changed, so it is made anew. */
export const runToPlaces: SchemaStep = {
  number: 30,
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
      UNIQUE (flow, place, once)
    ) STRICT;
    INSERT INTO breakpoints (number, id, flow, place, condition, from_hit, is_on, once)
      SELECT number, id, flow, place, condition, from_hit, is_on, 0 FROM breakpoints_before;
    DROP TABLE breakpoints_before;`,
}
