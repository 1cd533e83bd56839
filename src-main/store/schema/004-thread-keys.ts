/** Schema step 4: which key of `baton serve` a thread belongs to. A step that was released is never edited. */
import type { SchemaStep } from './step'

/* A hash of the key; threads that were begun elsewhere have none. */
export const threadKeys: SchemaStep = {
  number: 4,
  sql: `
    CREATE TABLE thread_keys (
      thread INTEGER PRIMARY KEY REFERENCES threads (number) ON DELETE CASCADE,
      key TEXT NOT NULL
    ) STRICT;
  `,
}
