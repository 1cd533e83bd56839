/** What a person attaches to a message: resources of MCP servers and texts of their own, as they stand in the log and as models read them. */
import { z } from 'zod'
import { keptResultSchema, isTextType } from './results'

/** So many at most with one message. */
export const MOST_ATTACHMENTS = 20

/**
 * Something that was attached to a message, as it was at that moment. `size` in bytes, `uri` null for a file of the person. `text` is what
 * models read: of a long text a part with a note, of an image a line. `kept`: where the whole of it is; null: `text` is all of it.
 */
export const attachmentSchema = z.object({
  name: z.string(),
  uri: z.string().nullable(),
  mimeType: z.string(),
  size: z.number().int(),
  text: z.string(),
  kept: keptResultSchema.nullable(),
})
export type Attachment = z.infer<typeof attachmentSchema>

/**
 * A message as models read it: the words, then a block for each attachment. A text stands in a fence that is longer than any in it, so
 * that nothing in it can pass for the end of it.
 */
export function withAttachments(text: string, attachments: readonly Attachment[] = []): string {
  const blocks = attachments.map((one, index) => blockOf(one, `${index + 1} of ${attachments.length}`))
  return [...(text.trim() === '' && blocks.length > 0 ? [] : [text]), ...blocks].join('\n\n')
}

/** What a message says where its attachments are not shown; never empty for one that has some. */
export function wordsWithNames(text: string, attachments: readonly Attachment[] = []): string {
  return text.trim() === '' && attachments.length > 0 ? attachedWords(attachments) : text
}

/** `Attached: prices.txt, logo.png`. */
export function attachedWords(attachments: readonly { name: string }[]): string {
  return `Attached: ${attachments.map(({ name }) => name).join(', ')}`
}

function blockOf({ name, uri, mimeType, text, kept }: Attachment, place: string): string {
  const about = [name, uri, mimeType].filter((part) => part !== null && part !== '').map((part) => inLine(part ?? ''))
  const head = `[Attachment ${place}: ${about.join(', ')}]`
  const isText = kept === null || isTextType(kept.mimeType)
  if (!isText) return `${head}\n${text}`
  const fence = fenceFor(text)
  return `${head}\n${fence}\n${text}${text.endsWith('\n') ? '' : '\n'}${fence}`
}

/** Neither ends the line nor the bracket. */
function inLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}[\]]+/gu, ' ').trim()
}

function fenceFor(text: string): string {
  let longest = 2
  for (const [run] of text.matchAll(/`{3,}/g)) longest = Math.max(longest, run.length)
  return '`'.repeat(longest + 1)
}
