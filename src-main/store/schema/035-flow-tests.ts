/** Schema step 35: tests of flows. A step that was released is never edited. */
import type { SchemaStep } from './step'

/* `body` is the test as JSON in its short form, but for its name. `removed`: it can be brought back until another one is removed. */
export const flowTests: SchemaStep = {
  number: 35,
  sql: `
    CREATE TABLE flow_tests (
      number INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      flow TEXT NOT NULL,
      name TEXT NOT NULL,
      turns INTEGER NOT NULL,
      body ANY NOT NULL,
      removed INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE INDEX flow_tests_of_flow ON flow_tests (flow, number);`,
}
