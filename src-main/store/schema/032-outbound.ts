/** Schema step 32: connections to elsewhere. A step that was released is never edited. */
import type { SchemaStep } from './step'

/* `uses` is JSON: for what, by whose permission, at which place, and how many requests. Times are milliseconds since 1970. */
export const outbound: SchemaStep = {
  number: 32,
  sql: `
    CREATE TABLE outbound (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      at INTEGER NOT NULL,
      host TEXT NOT NULL,
      port INTEGER,
      state TEXT NOT NULL,
      sent INTEGER NOT NULL,
      received INTEGER NOT NULL,
      uses TEXT NOT NULL
    ) STRICT;
    CREATE INDEX outbound_of_host ON outbound (host, number);`,
}
