/** What a chat client asks: the body of `POST /v1/chat/completions`, as far as a flow can use it. */
import { z } from 'zod'
import { AppError } from '../../../src-shared/errors'
import type { EarlierMessage } from '../../engine/turn'

const contentSchema = z.union([
  z.string(),
  z.array(z.looseObject({ type: z.string(), text: z.string().optional(), refusal: z.string().optional() })),
])

const messageSchema = z.looseObject({
  role: z.enum(['system', 'developer', 'user', 'assistant', 'tool', 'function']),
  content: contentSchema.nullish(),
})

const bodySchema = z.looseObject({
  model: z.string().min(1),
  messages: z.array(messageSchema).min(1),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
  n: z.number().nullish(),
})

/** A request in the terms of a flow. */
export type ChatRequest = {
  model: string
  isStream: boolean
  /** Whether a stream is to end with a chunk that holds the usage. */
  wantsUsage: boolean
  /** What was said before the last user message; system and tool messages are left out. */
  earlier: EarlierMessage[]
  /** The last user message; null where the user has not said anything yet. */
  text: string | null
  /** Whether the client sent system messages, which a flow does not take. */
  hasSystem: boolean
}

/** Reads a body. Throws `bad-input` with what is wrong and where. */
export function readChatRequest(body: string): ChatRequest {
  const parsed = bodySchema.safeParse(parseJson(body))
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new AppError('bad-input', `${issue?.path.join('.') || 'the body'}: ${issue?.message ?? 'not a chat request'}`)
  }
  const { model, messages, stream, stream_options: options, n } = parsed.data
  if (n !== undefined && n !== null && n !== 1)
    throw new AppError('bad-input', 'n: a flow gives one answer. Leave n out or send 1.')
  const said = messages.flatMap((message, index) => {
    const { role } = message
    if (role !== 'user' && role !== 'assistant') return []
    const text = textOf(message, index)
    return text === '' ? [] : [{ role, text }]
  })
  const last = said.at(-1)
  const isUsers = last?.role === 'user'
  if (!isUsers && said.some(({ role }) => role === 'user'))
    throw new AppError('bad-input', 'messages: the last message must be one of the user, with text in it.')
  return {
    model,
    isStream: stream === true,
    wantsUsage: options?.include_usage === true,
    earlier: isUsers ? said.slice(0, -1) : said,
    text: isUsers ? last.text : null,
    hasSystem: messages.some(({ role }) => role === 'system' || role === 'developer'),
  }
}

function textOf({ content }: z.infer<typeof messageSchema>, index: number): string {
  if (typeof content === 'string') return content.trim()
  const texts = (content ?? []).map((part) => {
    const text = part.type === 'text' ? part.text : part.type === 'refusal' ? part.refusal : undefined
    if (text === undefined)
      throw new AppError(
        'bad-input',
        `messages.${index}.content: a flow takes text only, not parts of type "${part.type}".`,
      )
    return text
  })
  return texts.join('\n').trim()
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    throw new AppError('bad-input', 'The body is not JSON.')
  }
}
