/** What a chat client asks: the body of `POST /v1/chat/completions`, as far as a flow can use it. */
import { z } from 'zod'
import { AppError } from '../../../src-shared/errors'
import { issueWords } from '../../../src-shared/flow/issues'
import { ENGLISH, inEnglish } from '../../../src-shared/languages/translate'
import type { AskedPicture } from '../../../src-shared/rpc/attachments'
import { MOST_PICTURES } from '../../../src-shared/run/log/pictures'
import { readJson } from './bounded-json'
import { wordsOf } from './reply'
import type { SaidMessage } from './transcripts'

const partSchema = z.looseObject({
  type: z.string(),
  text: z.string().optional(),
  refusal: z.string().optional(),
  // Some clients send the address itself.
  image_url: z.union([z.string(), z.looseObject({ url: z.string() }).transform(({ url }) => url)]).optional(),
})

/** Lists of others are read one by one, so that the first that is wrong ends it: to say it of each takes as long as there are. */
const messageSchema = z.looseObject({
  role: z.enum(['system', 'developer', 'user', 'assistant', 'tool', 'function']),
  content: z.union([z.string(), z.array(z.unknown())]).nullish(),
  /** The words in which an assistant refused, which stand beside its content. */
  refusal: z.string().nullish(),
})

const bodySchema = z.looseObject({
  model: z.string().min(1),
  messages: z.array(z.unknown()).min(1),
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
  earlier: SaidMessage[]
  /** The last user message; null where the user has not said anything yet. */
  text: string | null
  /** The pictures of that message; where it has some, its text may be empty. */
  pictures: readonly AskedPicture[]
  /** Whether the client sent system messages, which a flow does not take. */
  hasSystem: boolean
}

/** Reads a body. Throws `bad-input` with what is wrong and where. */
export function readChatRequest(body: string): ChatRequest {
  const { model, stream, stream_options: options, n, ...rest } = read(bodySchema, readJson(body), [])
  const messages = rest.messages.map((message, index): SentMessage => {
    const at = ['messages', index]
    const { role, refusal, content } = read(messageSchema, message, at)
    if (!Array.isArray(content)) return { role, refusal, content }
    return { role, refusal, content: content.map((part, place) => read(partSchema, part, [...at, 'content', place])) }
  })
  if (n !== undefined && n !== null && n !== 1)
    throw new AppError('bad-input', inEnglish('n: a flow gives one answer. Leave n out or send 1.'))
  const said = messages.flatMap((message, index) => {
    const { role } = message
    if (role !== 'user' && role !== 'assistant') return []
    const { text, pictures } = partsOf(message, index)
    return text === '' && pictures.length === 0 ? [] : [{ role, text, attachments: pictures }]
  })
  const last = said.at(-1)
  const isUsers = last?.role === 'user'
  if (!isUsers && said.some(({ role }) => role === 'user'))
    throw new AppError(
      'bad-input',
      inEnglish('messages: the last message must be one of the user, with text or an image in it.'),
    )
  return {
    model,
    isStream: stream === true,
    wantsUsage: options?.include_usage === true,
    earlier: isUsers ? said.slice(0, -1) : said,
    text: isUsers ? last.text : null,
    pictures: isUsers ? last.attachments : [],
    hasSystem: messages.some(({ role }) => role === 'system' || role === 'developer'),
  }
}

/** Throws `bad-input` with what is wrong and where; `at`: where the value stands in the body. */
function read<Schema extends z.ZodType>(schema: Schema, value: unknown, at: readonly PropertyKey[]): z.output<Schema> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const place = [...at, ...(issue?.path ?? [])].join('.')
  const words = issue === undefined ? 'not a chat request' : ENGLISH.message(issueWords(issue))
  throw new AppError('bad-input', inEnglish(`${place || 'the body'}: ${words}`))
}

type SentMessage = Pick<z.infer<typeof messageSchema>, 'role' | 'refusal'> & {
  content?: string | readonly z.infer<typeof partSchema>[] | null | undefined
}

type Parts = { text: string; pictures: AskedPicture[] }

function partsOf({ role, content, refusal: refused }: SentMessage, index: number): Parts {
  const refusals = refused == null ? [] : [refused]
  if (typeof content === 'string') return { text: joined([content], refusals), pictures: [] }
  const place = `messages.${index}.content`
  const texts: string[] = []
  const pictures: AskedPicture[] = []
  for (const { type, text, refusal, image_url: url } of content ?? []) {
    if (type === 'text' && text !== undefined) texts.push(text)
    else if (type === 'refusal' && refusal !== undefined) refusals.push(refusal)
    else if (type === 'image_url' && url !== undefined && role === 'user')
      pictures.push(pictureOf(url, { place, number: pictures.length + 1 }))
    else
      throw new AppError('bad-input', inEnglish(`${place}: a flow takes text and images, not parts of type "${type}".`))
  }
  if (pictures.length > MOST_PICTURES)
    throw new AppError('bad-input', inEnglish(`${place}: a message can have ${MOST_PICTURES} images at most.`))
  return { text: joined(texts, refusals), pictures }
}

function joined(texts: readonly string[], refusals: readonly string[]): string {
  return wordsOf({ text: texts.join('\n').trim(), refusal: refusals.join('\n').trim() }).trim()
}

/** Nothing is fetched for a client: it could name what only this machine reaches. */
function pictureOf(url: string, { place, number }: { place: string; number: number }): AskedPicture {
  const [, type, base64] = /^data:([^,;]*)(?:;[^,]*)?;base64,([^]*)$/i.exec(url) ?? []
  if (type === undefined || base64 === undefined)
    throw new AppError(
      'bad-input',
      inEnglish(
        `${place}: images are not fetched (${url.slice(0, 80)}). Send the image itself as a data: URL: data:image/png;base64,...`,
      ),
    )
  const ending = /^image\/([a-z]+)$/i.exec(type)?.[1]?.toLowerCase() ?? 'png'
  return { name: `image-${number}.${ending}`, base64: base64.replaceAll(/\s+/g, '') }
}
