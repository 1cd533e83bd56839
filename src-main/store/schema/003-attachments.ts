/** Schema step 3: what a person attached to a message is kept with the run of its turn. A step that was released is never edited. */
import type { SchemaStep } from './step'

/* JSON in its short form; null for a message without any. */
export const attachments: SchemaStep = { number: 3, sql: 'ALTER TABLE runs ADD COLUMN attachments ANY' }
