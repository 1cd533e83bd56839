/** Schema step 14: the thread and the turn at which a thread left another one. A step that was released is never edited. */
import type { SchemaStep } from './step'

/* The id of the other thread, which may have been removed since; null: it began by itself. */
export const forks: SchemaStep = {
  number: 14,
  sql: `ALTER TABLE threads ADD COLUMN forked_from TEXT;
    ALTER TABLE threads ADD COLUMN forked_at INTEGER;`,
}
