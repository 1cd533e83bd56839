/** Schema step 24: messages that wait for the turn before them. A step that was released is never edited. */
import type { SchemaStep } from './step'

/* `place`: a thread's first goes first. `said`: JSON of the words and what goes with them. `problem`: why it could not begin its turn. */
export const queuedMessages: SchemaStep = {
  number: 24,
  sql: `
    CREATE TABLE queued_messages (
      id TEXT PRIMARY KEY,
      thread INTEGER NOT NULL REFERENCES threads (number) ON DELETE CASCADE,
      place INTEGER NOT NULL,
      "when" TEXT NOT NULL CHECK ("when" IN ('after', 'now', 'instead')),
      said TEXT NOT NULL,
      problem TEXT,
      queued_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX queued_messages_of_thread ON queued_messages (thread, place);`,
}
