/** Schema step 27: what a person changed where a thread left another one, and the drawing that a thread has to itself. A step that was released is never edited. */
import type { SchemaStep } from './step'

/* `fork_changes`: as JSON. `drawing`: the snapshot of a thread's own drawing; null: it runs with the flow as it is. */
export const forkChanges: SchemaStep = {
  number: 27,
  sql: `ALTER TABLE threads ADD COLUMN fork_changes TEXT;
    ALTER TABLE threads ADD COLUMN drawing INTEGER REFERENCES snapshots (number);
    CREATE INDEX threads_drawing ON threads (drawing) WHERE drawing IS NOT NULL;`,
}
