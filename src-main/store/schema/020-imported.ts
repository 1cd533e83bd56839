/** Schema step 20: threads that were made elsewhere. A step that was released is never edited. */
import type { SchemaStep } from './step'

/* 1: it came as a run bundle; it has no state, and is only looked at. */
export const imported: SchemaStep = {
  number: 20,
  sql: 'ALTER TABLE threads ADD COLUMN imported INTEGER NOT NULL DEFAULT 0;',
}
