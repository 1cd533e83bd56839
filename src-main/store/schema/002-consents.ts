/** Schema step 2: what persons allowed their flows, named secrets, and whole results of tools. A step that was released is never edited. */
import type { SchemaStep } from './step'

/*
 * `consents.flow` is no reference: a flow in the bin keeps what it was allowed until it is gone for good. A result is stored once, however
 * many calls gave it, and goes with the last thread that has it.
 */
export const consents: SchemaStep = {
  number: 2,
  sql: `
    CREATE TABLE consents (
      flow TEXT NOT NULL,
      hash TEXT NOT NULL,
      item TEXT NOT NULL,
      at INTEGER NOT NULL,
      PRIMARY KEY (flow, hash)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE secrets (
      name TEXT PRIMARY KEY,
      value_sealed TEXT NOT NULL
    ) STRICT;

    CREATE TABLE results (
      number INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE, -- from a hash of type and body
      mime_type TEXT NOT NULL,
      size INTEGER NOT NULL, -- bytes of the body as it came
      body ANY NOT NULL
    ) STRICT;
    CREATE TABLE result_uses (
      thread INTEGER NOT NULL REFERENCES threads (number) ON DELETE CASCADE,
      result INTEGER NOT NULL REFERENCES results (number),
      PRIMARY KEY (thread, result)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX result_uses_of_result ON result_uses (result);
  `,
}
