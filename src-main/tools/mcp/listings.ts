/** The tools and resources that a server lists: all pages of them, bounded, and each made safe to pass on. */
import { z } from 'zod'
import { AppError } from '../../../src-shared/errors'
import { message } from '../../../src-shared/languages/translate'
import { findForbidden } from '../../../src-shared/flow/json'
import type { Connection } from './connection'
import { MAX_ITEMS, MAX_PAGES } from './limits'
import type { ObjectSchema } from './object-schema'

const MAX_DESCRIPTION = 20_000
/** Characters of one schema; nothing that a model could use is longer. */
const MAX_SCHEMA = 200_000
const MAX_DEPTH = 50

/** What a server says that a tool does; a claim, not a fact. */
export type McpAnnotations = {
  readOnlyHint?: boolean | undefined
  destructiveHint?: boolean | undefined
  idempotentHint?: boolean | undefined
  openWorldHint?: boolean | undefined
}

export type McpTool = {
  name: string
  title: string
  description: string
  /** Plain and bounded; `{ type: 'object' }` where the server's own is not. */
  inputSchema: ObjectSchema
  annotations: McpAnnotations
}

/** `size` in bytes, where the server says it. */
export type McpResource = {
  uri: string
  name: string
  title: string
  description: string
  mimeType: string
  size: number | null
}

type ListOptions = { signal: AbortSignal; timeout: number }

const textSchema = z
  .string()
  .transform((text) => text.slice(0, MAX_DESCRIPTION))
  .catch('')
const hintSchema = z.boolean().optional().catch(undefined)
const annotationsSchema = z
  .object({
    title: textSchema,
    readOnlyHint: hintSchema,
    destructiveHint: hintSchema,
    idempotentHint: hintSchema,
    openWorldHint: hintSchema,
  })
  .catch({ title: '' })

const toolSchema = z.object({
  name: z.string().min(1).max(1000),
  title: textSchema,
  description: textSchema,
  inputSchema: z.unknown().optional(),
  annotations: annotationsSchema,
  execution: z.object({ taskSupport: z.string() }).optional().catch(undefined),
})

const resourceSchema = z.object({
  uri: z.string().min(1).max(8000),
  name: textSchema,
  title: textSchema,
  description: textSchema,
  mimeType: textSchema,
  size: z.number().nullable().catch(null),
})

const cursorSchema = z.string().max(100_000).optional().catch(undefined)
const toolPageSchema = z.object({ tools: z.array(z.unknown()), nextCursor: cursorSchema })
const resourcePageSchema = z.object({ resources: z.array(z.unknown()), nextCursor: cursorSchema })

/** All tools of a server, without those that it says it only runs as tasks, which this client does not do. */
export async function listTools(connection: Connection, options: ListOptions): Promise<McpTool[]> {
  if (connection.capabilities().tools === undefined) return []
  const items = await allPages(options, async (params, rest) => {
    const asked = { request: { method: 'tools/list' as const, params }, during: { of: 'tools' as const } }
    const { tools, nextCursor } = await connection.send(asked, toolPageSchema, rest)
    return { items: tools, nextCursor }
  })
  return items.flatMap(readTool)
}

/** All resources of a server; none where it has no such thing. */
export async function listResources(connection: Connection, options: ListOptions): Promise<McpResource[]> {
  if (connection.capabilities().resources === undefined) return []
  const items = await allPages(options, async (params, rest) => {
    const asked = { request: { method: 'resources/list' as const, params }, during: { of: 'resources' as const } }
    const { resources, nextCursor } = await connection.send(asked, resourcePageSchema, rest)
    return { items: resources, nextCursor }
  })
  return items.flatMap((item) => {
    const { data } = resourceSchema.safeParse(item)
    return data === undefined ? [] : [data]
  })
}

type Page = { items: unknown[]; nextCursor: string | undefined }
type FetchPage = (params: { cursor?: string }, rest: ListOptions) => Promise<Page>

/** The time is for all pages together. */
async function allPages({ signal, timeout }: ListOptions, fetchPage: FetchPage): Promise<unknown[]> {
  const end = performance.now() + timeout
  const items: unknown[] = []
  let cursor: string | undefined
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const rest = { signal, timeout: Math.max(1, Math.round(end - performance.now())) }
    const found = await fetchPage(cursor === undefined ? {} : { cursor }, rest)
    items.push(...found.items.slice(0, MAX_ITEMS + 1))
    if (items.length > MAX_ITEMS) break
    if (found.nextCursor === undefined || found.nextCursor === '') return items
    if (found.nextCursor === cursor)
      throw new AppError('tool-failed', 'The MCP server gives the same page of its list again and again.')
    cursor = found.nextCursor
  }
  throw new AppError(
    'tool-failed',
    message("The MCP server's list does not end: more than {pages} pages or {items} entries.", {
      pages: MAX_PAGES,
      items: MAX_ITEMS,
    }),
  )
}

function readTool(item: unknown): McpTool[] {
  const { data } = toolSchema.safeParse(item)
  if (data === undefined || data.execution?.taskSupport === 'required') return []
  const { name, description, annotations } = data
  const { title: annotated, ...hints } = annotations
  const title = data.title || annotated || name
  return [{ name, title, description, inputSchema: safeSchema(data.inputSchema), annotations: defined(hints) }]
}

function defined(hints: McpAnnotations): McpAnnotations {
  return Object.fromEntries(Object.entries(hints).filter(([, value]) => value !== undefined))
}

function safeSchema(schema: unknown): ObjectSchema {
  const fallback: ObjectSchema = { type: 'object' }
  if (findForbidden(schema, MAX_DEPTH) !== null || JSON.stringify(schema ?? null).length > MAX_SCHEMA) return fallback
  const { data } = z.record(z.string(), z.json()).safeParse(schema)
  if (data === undefined) return fallback
  return data['type'] === 'object' || data['type'] === undefined ? { ...data, type: 'object' } : fallback
}
