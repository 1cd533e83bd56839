/** Schema step 23: the step at which a thread left another one, and where threads left that have been removed since. A step that was released is never edited. */
import type { SchemaStep } from './step'

/*
 * `forked_run`, `forked_seq`: the last event of the other thread that it has; null: that before its turn. `forked_above`: where a removed thread
 * that it left had left others itself, nearest first, as JSON.
 */
export const forkPlaces: SchemaStep = {
  number: 23,
  sql: `ALTER TABLE threads ADD COLUMN forked_run TEXT;
    ALTER TABLE threads ADD COLUMN forked_seq INTEGER;
    ALTER TABLE threads ADD COLUMN forked_above TEXT;
    CREATE INDEX threads_forked ON threads (forked_from) WHERE forked_from IS NOT NULL;`,
}
