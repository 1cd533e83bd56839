/** Ids of tool calls as servers take them. */
import { createHash } from 'node:crypto'
import type { Dialect } from './dialects'

/** The id of a call in a request; `number` counts the calls of the conversation from 0, `name` is its tool. */
export function sentId(id: string, { form, name, number }: SentIdContext): string {
  if (form === 'nine') return nineCharacters(id)
  if (form === 'counted') return `functions.${name}:${number}`
  return form === 'plain' ? plainId(id) : id
}
type SentIdContext = { form: Dialect['callIds']; name: string; number: number }

/** Anthropic and Bedrock: "should match pattern" (langchain#37756, bifrost#5097); OpenAI: 40 at most (vercel/ai#5171). */
const PLAIN = /^[a-zA-Z0-9_-]{1,40}$/

/** An id that every server takes: the same one for the same call, and most as they are. */
function plainId(id: string): string {
  return PLAIN.test(id) ? id : `call_${createHash('sha256').update(id).digest('hex').slice(0, 24)}`
}

const NINE = /^[a-zA-Z0-9]{9}$/

/** An id of nine letters and digits: the same one for the same call, and one that has this form already as it is. */
function nineCharacters(id: string): string {
  if (NINE.test(id)) return id
  const digits = createHash('sha256').update(id).digest('base64url').replaceAll(/[-_]/g, '')
  return digits.slice(0, 9)
}
