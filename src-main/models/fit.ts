/** How much of a prompt a server gets whose model holds only so much: before it is asked, where that is known, and after it refused. */
import { message as sentence, type Message } from '../../src-shared/languages/translate'
import type { ModelRequest } from './contract/model'
import { shortened, tokensOfRequest } from './shorten'
import type { ContextRefusal } from './wire/context-refusal'

/** A request that was made shorter, and in words what is left out. */
export type FittedRequest = { request: ModelRequest; words: Message }

/** `maxTokens`: what the reply may take; null: nobody said. */
type Sizes = { limit: number; maxTokens: number | null }

/** What a reply is given where nobody says: never more than a quarter of the context. */
const FOR_A_REPLY = 1024
/** Token counts are estimates, and a server adds marks of its own. */
const SAFE = 0.9

/** The request as it fits into a context of that size; null where it fits as it is, or nothing can go. */
export async function fitKnown(request: ModelRequest, sizes: Sizes): Promise<FittedRequest | null> {
  const room = roomIn(sizes)
  return tokensOfRequest(request) <= room ? null : fitted(request, room)
}

/** The request after a server said that it is too long: by its numbers where it gave some, else half of it. Null where nothing can go. */
export async function fitRefused(
  request: ModelRequest,
  { limit, asked, maxTokens }: ContextRefusal & { maxTokens: number | null },
): Promise<FittedRequest | null> {
  const estimate = tokensOfRequest(request)
  if (limit === null) return fitted(request, estimate / 2)
  const room = roomIn({ limit, maxTokens })
  // What the server counted for this very request says how far the estimate is off.
  const scale = asked === null ? (estimate > room ? 1 : (0.75 * estimate) / room) : Math.min(1, estimate / asked)
  return fitted(request, Math.min(room * scale, estimate * SAFE))
}

/** Tokens for a prompt, with room for the reply. */
export function roomIn({ limit, maxTokens }: Sizes): number {
  const reply = Math.min(maxTokens ?? FOR_A_REPLY, maxTokens === null ? limit / 4 : limit / 2)
  return Math.floor((limit - reply) * SAFE)
}

async function fitted(request: ModelRequest, tokens: number): Promise<FittedRequest | null> {
  const cut = shortened(request, Math.floor(tokens))
  if (cut === null) return null
  const { prompt, left, cutTexts } = cut
  const more = (await request.onShortened?.({ left, cutTexts })) ?? []
  const system = [...prompt.system, ...more]
  return { request: { ...request, prompt: { ...prompt, system } }, words: wordsOf(left.length, cutTexts) }
}

function wordsOf(left: number, cutTexts: number): Message {
  const messages = sentence(
    '{count, plural, one {# older message is left out} other {# older messages are left out}}',
    { count: left },
  )
  const texts = sentence('{count, plural, one {# long text is cut} other {# long texts are cut}}', { count: cutTexts })
  if (cutTexts === 0) return messages
  return left === 0 ? texts : sentence('{messages} and {texts}', { messages, texts })
}
