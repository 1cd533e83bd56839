/** A model that can do everything that the test of a connection asks of it, as a script of the tests' model server. */
import type { ServerReply } from './model-reply'
import type { RecordedRequest } from './model-server'

/** Its calls are signed, as those of Gemini 3 are, where it is called `gemini`. */
export function ableModel({ messages, model, toolNames, last }: RecordedRequest): ServerReply {
  if (messages.some(({ images = [] }) => images.length > 0)) return { text: 'Red.' }
  if (messages.some(({ role }) => role === 'tool')) return { text: 'It is 4711.' }
  if (toolNames.includes('get_number'))
    return { calls: [{ name: 'get_number', ...(model === 'gemini' ? { extra: SIGNED } : {}) }] }
  return { text: last.includes('Count') ? '1 2 3 4 5 6 7 8 9 10' : 'ok' }
}

const SIGNED = { extra_content: { google: { thought_signature: 'sig' } } }
