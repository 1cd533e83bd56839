/** Schema step 12: what was sent to models, and what came back. A step that was released is never edited. */
import type { SchemaStep } from './step'

/*
 * `span` names the model call, `chain` who asks and for what: requests of one chain are mostly alike. `base` is the request that `body` repeats parts
 * of, of the same thread; `body` is JSON in its short form, as `src-main/requests/record-code.ts` says.
 */
export const modelRequests: SchemaStep = {
  number: 12,
  sql: `
    CREATE TABLE model_requests (
      number INTEGER PRIMARY KEY,
      thread INTEGER NOT NULL REFERENCES threads (number) ON DELETE CASCADE,
      span TEXT NOT NULL,
      chain TEXT NOT NULL,
      base INTEGER,
      body ANY NOT NULL
    ) STRICT;
    CREATE INDEX model_requests_of_call ON model_requests (span);
    CREATE INDEX model_requests_of_chain ON model_requests (thread, chain);`,
}
