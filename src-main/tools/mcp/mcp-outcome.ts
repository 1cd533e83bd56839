/** What the result of an MCP server's tool is to whoever called it: one text, and beside it what is no text. */
import type { McpResult, ResultPart } from './results'

/** Reads what a resource has; rejects when it cannot be read. */
export type ReadResource = (uri: string, signal: AbortSignal) => Promise<readonly ResultPart[]>

/** An image, a sound or a file. */
export type McpMedia = { mimeType: string; base64: string; name?: string }

export type McpOutcome = { text: string; isError: boolean; media: McpMedia[] }

/** Links that one result may have read for it, and how long their texts may be. */
const MAX_LINKS = 5
const MAX_LINKED = 20_000

/** Texts joined by newlines. Resources that the result only names are read where they are short texts; others are told by their address. */
export async function outcomeOf(
  { parts, isError }: McpResult,
  { read, signal }: { read: ReadResource; signal: AbortSignal },
): Promise<McpOutcome> {
  const texts: string[] = []
  const media: McpMedia[] = []
  let links = 0
  for (const part of parts) {
    if (part.type === 'text') texts.push(part.text)
    else if (part.type === 'link') {
      links += 1
      texts.push((links > MAX_LINKS ? null : await linkedText(part, { read, signal })) ?? named(part))
    } else media.push(mediaOf(part))
  }
  const text = texts.join('\n')
  return { text: isError && !/^error\b/i.test(text) ? `Error: ${text}` : text, isError, media }
}

/** A part that is no text, without what kind of part it was. */
export function mediaOf({ mimeType, base64, name }: Extract<ResultPart, { base64: string }>): McpMedia {
  return name === undefined ? { mimeType, base64 } : { mimeType, base64, name }
}

type Link = Extract<ResultPart, { type: 'link' }>

/** Null: it is no short text, or cannot be read; that is no failure of the call. */
async function linkedText({ uri, mimeType }: Link, { read, signal }: { read: ReadResource; signal: AbortSignal }) {
  if (!/^text\/|[/+](json|xml|yaml|octet-stream)$/.test(mimeType)) return null
  const parts = await read(uri, signal).catch((): ResultPart[] => {
    signal.throwIfAborted()
    return []
  })
  const texts = parts.flatMap((part) => (part.type === 'text' ? [part.text] : []))
  const text = texts.join('\n')
  return texts.length === 0 || texts.length < parts.length || text.length > MAX_LINKED
    ? null
    : `Resource ${uri}:\n${text}`
}

function named({ uri, name }: Link): string {
  return name === '' ? `[Resource: ${uri}]` : `[Resource ${name}: ${uri}]`
}
