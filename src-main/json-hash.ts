/** One hash for a JSON value, however its fields are ordered. */
import { createHash } from 'node:crypto'
import { isJsonObject } from '../src-shared/flow/json'

/** SHA-256 as base64 of the value as JSON, its fields sorted at every depth. */
export function hashOf(value: unknown): string {
  const text = JSON.stringify(value, (_key, part: unknown) =>
    isJsonObject(part) ? Object.fromEntries(Object.entries(part).sort(byKey)) : part,
  )
  return createHash('sha256').update(text).digest('base64')
}

function byKey([first]: [string, unknown], [second]: [string, unknown]): number {
  return first < second ? -1 : 1
}
