/** Schema step 26: the decisions of a flow, without looking at its other events. A step that was released is never edited. */
import type { SchemaStep } from './step'

/* `decisions_at` finds the decision that another one is a copy of, as forks and imports have them. */
export const decisions: SchemaStep = {
  number: 26,
  sql: `
    CREATE INDEX decisions_of_thread ON events (thread, id) WHERE type = 'decision';
    CREATE INDEX decisions_at ON events (at, seq) WHERE type = 'decision';`,
}
