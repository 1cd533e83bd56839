/** Schema step 7: parameters of a connection, and what its servers have taught. A step that was released is never edited. */
import type { SchemaStep } from './step'

/* JSON; null where a connection sets none. Lessons: by the connection's key, the address and the model, what differs from the known form. */
export const lessons: SchemaStep = {
  number: 7,
  sql: `
    ALTER TABLE connections ADD COLUMN parameters ANY;
    CREATE TABLE lessons (
      connection TEXT NOT NULL,
      address TEXT NOT NULL,
      model TEXT NOT NULL,
      change TEXT NOT NULL,
      PRIMARY KEY (connection, address, model)
    ) STRICT;
  `,
}
