/** What a tool call or a resource gives back, read leniently: what one part does not say does not cost the others. */
import { z } from 'zod'
import { findForbidden } from '../../../src-shared/flow/json'

/** A part of a result. `base64` is as the server sent it; a link's address comes from the server and is not to be trusted. */
export type ResultPart =
  | { type: 'text'; text: string }
  | { type: 'image' | 'audio' | 'file'; mimeType: string; base64: string; name?: string }
  | { type: 'link'; uri: string; name: string; mimeType: string }

export type McpResult = { parts: ResultPart[]; isError: boolean }

const UNKNOWN_TYPE = 'application/octet-stream'
const MAX_NAME = 1000

const mimeSchema = z
  .string()
  .regex(/^[\w.+-]{1,60}\/[\w.+-]{1,100}(;.*)?$/)
  .transform((text) => text.replace(/;.*$/, '').toLowerCase())
  .catch(UNKNOWN_TYPE)
const uriSchema = z.string().max(8000)

const resourceSchema = z.union([
  z.object({ uri: uriSchema, text: z.string() }),
  z.object({ uri: uriSchema, blob: z.string(), mimeType: mimeSchema }),
])

const partSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.enum(['image', 'audio']), data: z.string(), mimeType: mimeSchema }),
  z.object({ type: z.literal('resource'), resource: resourceSchema }),
  z.object({ type: z.literal('resource_link'), uri: uriSchema, name: z.string().catch(''), mimeType: mimeSchema }),
])

/** What `tools/call` answers. */
export const callResultSchema = z.object({
  content: z.array(z.unknown()).catch([]),
  structuredContent: z.unknown().optional(),
  isError: z.boolean().catch(false),
})

/** What `resources/read` answers. */
export const readResultSchema = z.object({ contents: z.array(z.unknown()) })

/** The parts of a call's result. Structured content counts only where no part says the same: by MCP's rules a text does. */
export function readCallResult({ content, structuredContent, isError }: z.infer<typeof callResultSchema>): McpResult {
  const parts = content.map(readPart)
  if (structuredContent !== undefined) {
    const isPlain = findForbidden(structuredContent) === null
    const text = isPlain ? JSON.stringify(structuredContent) : '[structured content that could not be read]'
    const isSaid = parts.some((part) => part.type === 'text' || ('base64' in part && text.includes(part.base64)))
    if (!isSaid) parts.push({ type: 'text', text })
  }
  return { parts, isError }
}

/** The parts of a resource; a text carries its address where that is not the one that was asked for. */
export function readContents({ contents }: z.infer<typeof readResultSchema>, asked: string): ResultPart[] {
  return contents.map((item) => {
    const parsed = resourceSchema.safeParse(item)
    return parsed.success ? resourcePart(parsed.data, asked) : unreadable(item)
  })
}

function readPart(item: unknown): ResultPart {
  const parsed = partSchema.safeParse(item)
  if (!parsed.success) return unreadable(item)
  const part = parsed.data
  switch (part.type) {
    case 'text':
      return { type: 'text', text: part.text }
    case 'image':
    case 'audio':
      return { type: part.type, mimeType: part.mimeType, base64: part.data }
    case 'resource':
      return resourcePart(part.resource, null)
    case 'resource_link':
      return { type: 'link', uri: part.uri, name: part.name.slice(0, MAX_NAME), mimeType: part.mimeType }
  }
}

function resourcePart(resource: z.infer<typeof resourceSchema>, asked: string | null): ResultPart {
  const { uri } = resource
  if ('text' in resource)
    return { type: 'text', text: uri === asked ? resource.text : `Resource ${uri}:\n${resource.text}` }
  return { type: 'file', mimeType: resource.mimeType, base64: resource.blob, name: fileName(uri) }
}

function fileName(uri: string): string {
  const name = /([^/?#]+)\/?(?:[?#].*)?$/.exec(uri)?.[1] ?? uri
  return name.slice(-MAX_NAME)
}

function unreadable(item: unknown): ResultPart {
  const { data } = z.object({ type: z.string() }).safeParse(item)
  const type = data === undefined ? 'without a type' : `of the type "${data.type.slice(0, 50)}"`
  return { type: 'text', text: `[a part ${type} that could not be read]` }
}
