/** Schema step 25: where a person wants turns of a flow to pause. A step that was released is never edited. */
import type { SchemaStep } from './step'

/* `place` is JSON; `from_hit` is the count from which on it pauses. One breakpoint for a place. */
export const breakpoints: SchemaStep = {
  number: 25,
  sql: `
    CREATE TABLE breakpoints (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      flow TEXT NOT NULL,
      place TEXT NOT NULL,
      condition TEXT NOT NULL,
      from_hit INTEGER NOT NULL,
      is_on INTEGER NOT NULL,
      UNIQUE (flow, place)
    ) STRICT;`,
}
