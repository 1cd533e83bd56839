/** Schema step 28: decisions that were asked again, and what came of it. A step that was released is never edited. */
import type { SchemaStep } from './step'

/* `body` is JSON in its short form. A result goes with the thread that its decision is of. */
export const replays: SchemaStep = {
  number: 28,
  sql: `
    CREATE TABLE replays (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      flow TEXT NOT NULL,
      body TEXT NOT NULL
    ) STRICT;
    CREATE INDEX replays_of_flow ON replays (flow, number);
    CREATE TABLE replay_results (
      number INTEGER PRIMARY KEY,
      replay INTEGER NOT NULL REFERENCES replays (number) ON DELETE CASCADE,
      thread INTEGER NOT NULL REFERENCES threads (number) ON DELETE CASCADE,
      body ANY NOT NULL
    ) STRICT;
    CREATE INDEX replay_results_of_replay ON replay_results (replay);
    CREATE INDEX replay_results_of_thread ON replay_results (thread);`,
}
