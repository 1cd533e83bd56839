/** The schema of a tool's arguments. */
import type { JsonObject } from '../../../src-shared/flow/records'

/** A JSON schema of the type object. */
export type ObjectSchema = JsonObject & { type: 'object' }
