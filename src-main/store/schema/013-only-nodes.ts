/** Schema step 13: the one node to which a thread talks. A step that was released is never edited. */
import type { SchemaStep } from './step'

/* The id of a node; null: the thread talks to the whole flow. */
export const onlyNodes: SchemaStep = {
  number: 13,
  sql: `ALTER TABLE threads ADD COLUMN only_node TEXT;`,
}
