/** Schema step 9: what models cost by the person's word, and what servers say of their models. A step that was released is never edited. */
import type { SchemaStep } from './step'

/* JSON; `prices`: by model, null for none. Server models: by the connection's key and the address, what the server said of each. */
export const modelFigures: SchemaStep = {
  number: 9,
  sql: `
    ALTER TABLE connections ADD COLUMN prices ANY;
    CREATE TABLE server_models (
      connection TEXT NOT NULL,
      address TEXT NOT NULL,
      model TEXT NOT NULL,
      figures TEXT NOT NULL,
      PRIMARY KEY (connection, address, model)
    ) STRICT;
  `,
}
