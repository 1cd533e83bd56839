/** The frames that pass a link: their shapes, their text form, and the one limit on their size. */

import { z } from 'zod'
import { AppError } from '../errors'
import { messageSchema } from '../flow/message-schema'
import { message as sentence } from '../languages/translate'
import { frameWithLongTexts, withLongTexts } from './long-texts'

/** The largest frame that any link carries, in bytes of UTF-8. */
export const MAX_FRAME_BYTES = 64 * 1024 * 1024

const frameId = z.number().int().nonnegative()

/** What a client sends: a call and its cancellation, a subscription (`listen`) and its end. */
export const requestSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('call'), id: frameId, name: z.string(), input: z.unknown().optional() }),
  z.object({ kind: z.literal('cancel'), id: frameId }),
  z.object({
    kind: z.literal('listen'),
    id: frameId,
    name: z.string(),
    input: z.unknown().optional(),
    after: z.string().nullable(),
  }),
  z.object({ kind: z.literal('stop'), id: frameId }),
])

const errorSchema = z.object({
  code: z.string(),
  message: z.string(),
  /** The same for people, in no language yet; older records have none. */
  said: messageSchema.optional().catch(undefined),
  details: z.record(z.string(), z.unknown()).optional(),
})

/** What a server sends: the answer of a call, items of a stream (`more`: others are there already) and its end; `error` ends either. */
export const responseSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('result'), id: frameId, value: z.unknown().optional() }),
  z.object({ kind: z.literal('error'), id: frameId, error: errorSchema }),
  z.object({
    kind: z.literal('item'),
    id: frameId,
    itemId: z.string(),
    item: z.unknown().optional(),
    more: z.literal(true).optional(),
  }),
  z.object({
    kind: z.literal('items'),
    id: frameId,
    items: z.array(z.object({ id: z.string(), item: z.unknown().optional() })).min(1),
    more: z.literal(true).optional(),
  }),
  z.object({ kind: z.literal('end'), id: frameId }),
])

/** A frame from a client. */
export type RequestFrame = z.infer<typeof requestSchema>

/** A frame from a server. */
export type ResponseFrame = z.infer<typeof responseSchema>

/** Any frame. */
export type Frame = RequestFrame | ResponseFrame

/** The text of a frame. Throws `bad-input` when it is over the limit (in bytes of UTF-8), before anything is sent. */
export function encodeFrame(frame: Frame, limit = MAX_FRAME_BYTES): string {
  const text = withLongTexts(frame) ?? JSON.stringify(frame)
  if (isTooLarge(text, limit)) {
    const megabytes = Math.ceil(text.length / (1024 * 1024))
    throw new AppError(
      'bad-input',
      sentence('A message of about {megabytes} MB is too large; the limit is 64 MB. Send less at once.', { megabytes }),
      { limit },
    )
  }
  return text
}

/** The value in a frame's text, not yet checked; undefined when the text is too large or not JSON. */
export function decodeFrame(text: string): unknown {
  if (isTooLarge(text, MAX_FRAME_BYTES)) return undefined
  // JSON as it is written here has no line breaks.
  const end = text.indexOf('\n')
  try {
    return end === -1 ? JSON.parse(text) : frameWithLongTexts(JSON.parse(text.slice(0, end)), text.slice(end + 1))
  } catch {
    return undefined
  }
}

/** The id of a value that failed the check for a frame, so that it can be answered; null when it has none. */
export function idOfBadFrame(value: unknown): number | null {
  const parsed = z.object({ id: frameId }).safeParse(value)
  return parsed.success ? parsed.data.id : null
}

/** Whether a text takes more bytes than a frame may; counts only texts near the limit. */
function isTooLarge(text: string, limit: number): boolean {
  if (text.length * 3 <= limit) return false
  if (text.length > limit) return true
  let bytes = text.length
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index)
    // Half of a surrogate pair adds one byte to its unit (4 bytes for 2 units); other units past U+07FF add two.
    if (unit >= 0xd800 && unit <= 0xdfff) bytes += 1
    else if (unit > 0x7ff) bytes += 2
    else if (unit > 0x7f) bytes += 1
  }
  return bytes > limit
}
