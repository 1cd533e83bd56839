/** Schema step 21: which threads may wait for a person. A step that was released is never edited. */
import type { SchemaStep } from './step'

/*
 * 1: the thread's newest run asked something, and has not come to an end since that leaves nothing to answer. The index has these threads alone,
 * so that looking for them costs nothing for all others.
 */
export const asking: SchemaStep = {
  number: 21,
  sql: `
    ALTER TABLE threads ADD COLUMN asks INTEGER NOT NULL DEFAULT 0;
    UPDATE threads SET asks = 1 WHERE imported = 0 AND EXISTS (
      SELECT 1 FROM runs JOIN events ON events.run = runs.number
      WHERE runs.number = threads.newest_run AND runs.state IN ('running', 'finished') AND events.type = 'question');
    CREATE INDEX threads_asking ON threads (number) WHERE asks = 1;`,
}
