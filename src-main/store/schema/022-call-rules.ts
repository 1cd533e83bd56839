/** Schema step 22: calls that run without asking, as a person once said. A step that was released is never edited. */
import type { SchemaStep } from './step'

/*
 * `thread` null: for the whole flow. `digest` is bound to who calls, the tool and how both are drawn; the rule counts for no other drawing. `node`
 * calls `tool`, as the model knows it.
 */
export const callRules: SchemaStep = {
  number: 22,
  sql: `
    CREATE TABLE call_rules (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      flow TEXT NOT NULL,
      thread INTEGER REFERENCES threads (number) ON DELETE CASCADE,
      digest TEXT NOT NULL,
      node TEXT NOT NULL,
      tool TEXT NOT NULL,
      made_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX call_rules_of_digest ON call_rules (digest);
    CREATE INDEX call_rules_of_flow ON call_rules (flow);
    CREATE INDEX call_rules_of_thread ON call_rules (thread);`,
}
