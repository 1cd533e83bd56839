/** Schema step 5: how a connection's server wants its requests. A step that was released is never edited. */
import type { SchemaStep } from './step'

/* JSON; null where Baton finds out. */
export const dialect: SchemaStep = { number: 5, sql: 'ALTER TABLE connections ADD COLUMN dialect ANY' }
