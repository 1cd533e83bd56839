/** Ids of tool calls for servers that want them in a form of their own. */
import { createHash } from 'node:crypto'

const NINE = /^[a-zA-Z0-9]{9}$/

/** An id of nine letters and digits: the same one for the same call, and one that has this form already as it is. */
export function nineCharacters(id: string): string {
  if (NINE.test(id)) return id
  const digits = createHash('sha256').update(id).digest('base64url').replaceAll(/[-_]/g, '')
  return digits.slice(0, 9)
}
