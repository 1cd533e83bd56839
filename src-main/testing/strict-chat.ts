/** The wire shape of a chat-completions request, and everything that a strict provider would refuse about one. */
import { z } from 'zod'
import { readPicture } from '../../src-shared/run/log/pictures'

const wireCall = z.looseObject({
  id: z.string(),
  type: z.literal('function'),
  function: z.looseObject({ name: z.string(), arguments: z.string() }),
})

const wirePart = z.union([
  z.looseObject({ type: z.literal('text'), text: z.string() }),
  z.looseObject({ type: z.literal('image_url'), image_url: z.looseObject({ url: z.string() }) }),
])

const messageFields = {
  role: z.string(),
  name: z.string().optional(),
  tool_calls: z.array(wireCall).optional(),
  tool_call_id: z.string().optional(),
}

/** A message as the tests read it: the text of its parts, with the addresses of their images beside it. */
export type WireMessage = {
  role: string
  content?: string | null | undefined
  name?: string | undefined
  tool_calls?: z.infer<typeof wireCall>[] | undefined
  tool_call_id?: string | undefined
  images?: string[]
  emptyParts?: boolean
  [field: string]: unknown
}

const plainMessage = z.looseObject({
  ...messageFields,
  content: z.union([z.string(), z.null(), z.array(wirePart)]).optional(),
})

const wireMessage = plainMessage.transform(({ content, ...message }): WireMessage => {
  if (!Array.isArray(content)) return content === undefined ? message : { ...message, content }
  const texts = content.flatMap((part) => (part.type === 'text' ? part.text : []))
  const images = content.flatMap((part) => (part.type === 'image_url' ? part.image_url.url : []))
  return {
    ...message,
    content: texts.join('\n\n'),
    images,
    emptyParts: content.length === 0 || texts.includes(''),
  }
})

const wireTool = z.looseObject({
  type: z.literal('function'),
  function: z.looseObject({
    name: z.string(),
    description: z.string().optional(),
    parameters: z.record(z.string(), z.unknown()).optional(),
  }),
})

/** The body of `POST /chat/completions`, as far as the tests look at it. */
export const wireBody = z.looseObject({
  model: z.string(),
  messages: z.array(wireMessage),
  tools: z.array(wireTool).optional(),
  tool_choice: z.unknown().optional(),
  response_format: z
    .discriminatedUnion('type', [
      z.looseObject({ type: z.literal('text') }),
      z.looseObject({ type: z.literal('json_object') }),
      z.looseObject({
        type: z.literal('json_schema'),
        json_schema: z.looseObject({
          name: z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/),
          strict: z.boolean().optional(),
          schema: z.record(z.string(), z.json()),
        }),
      }),
    ])
    .optional(),
  stream: z.boolean().optional(),
  stream_options: z.looseObject({ include_usage: z.boolean().optional() }).nullish(),
})

export type WireTool = z.infer<typeof wireTool>
export type WireBody = z.infer<typeof wireBody>

const NAME = /^[a-zA-Z0-9_-]{1,64}$/
const ROLES = new Set(['system', 'developer', 'user', 'assistant', 'tool'])

/** Every reason a strict provider would have to answer 400, each with its place; empty for a clean request. */
export function findViolations(body: WireBody): string[] {
  const found = [...toolViolations(body.tools), ...callViolations(body.messages)]
  if (body.model === '') found.push('model is empty')
  if (body.messages.length === 0) found.push('messages is empty')
  if (body.stream !== true && (body.stream_options ?? null) !== null) found.push('stream_options without stream')
  body.messages.forEach((message, index) => found.push(...messageViolations(message, `messages[${index}]`)))
  return found
}

function toolViolations(tools: readonly WireTool[] | undefined): string[] {
  if (tools === undefined) return []
  const found = tools.length === 0 ? ['tools is an empty list'] : []
  const names = new Set<string>()
  for (const { function: tool } of tools) {
    if (!NAME.test(tool.name)) found.push(`tool name '${tool.name}' does not fit ^[a-zA-Z0-9_-]{1,64}$`)
    if (names.has(tool.name)) found.push(`tool '${tool.name}' is offered twice`)
    names.add(tool.name)
    if (tool.parameters !== undefined && tool.parameters['type'] !== 'object') {
      found.push(`the parameters of tool '${tool.name}' are not a schema of type object`)
    }
  }
  return found
}

function messageViolations(message: WireMessage, at: string): string[] {
  const found: string[] = []
  const calls = message.tool_calls
  if (!ROLES.has(message.role)) found.push(`${at}: unknown role '${message.role}'`)
  if (message.name !== undefined && !NAME.test(message.name)) found.push(`${at}: name '${message.name}' is not allowed`)
  if (calls !== undefined && message.role !== 'assistant') found.push(`${at}: tool_calls on a ${message.role} message`)
  if (calls?.length === 0) found.push(`${at}: tool_calls is an empty list`)
  const images = message.images ?? []
  const isEmpty = (message.content ?? '').trim() === '' && images.length === 0
  if (message.emptyParts === true) found.push(`${at}: content with an empty part`)
  found.push(...imageViolations(message.role, images).map((fault) => `${at}: ${fault}`))
  if (isEmpty && calls === undefined) found.push(`${at}: empty ${message.role} message`)
  for (const call of calls ?? []) {
    if (call.id === '') found.push(`${at}: a call without an id`)
    if (!NAME.test(call.function.name)) found.push(`${at}: called name '${call.function.name}' is not allowed`)
    if (!isJsonObject(call.function.arguments)) found.push(`${at}: the arguments of '${call.id}' are not a JSON object`)
  }
  return found
}

/**
 * OpenHands#7700, vllm#43203: images of users only. claude-code#4778: 8000 pixels; sides, bytes and type as Anthropic checks them, from the
 * bytes themselves.
 */
function imageViolations(role: string, images: readonly string[]): string[] {
  const found: string[] = []
  if (images.length > 0 && role !== 'user')
    found.push(
      `Image URLs are only allowed for messages with role 'user', but this message with role '${role}' contains an image URL.`,
    )
  for (const url of images) {
    const [, type, base64] = /^data:([\w/+-]+);base64,([A-Za-z0-9+/]+={0,2})$/.exec(url) ?? []
    if (base64 === undefined) found.push('an image that is no data URL in base64')
    else if (base64.length > 5 * 1024 * 1024) found.push('image exceeds 5 MB maximum')
    else {
      const facts = readPicture(Buffer.from(base64, 'base64'))
      if (facts === null) found.push('Could not process image')
      else if (facts.mimeType !== type) found.push(`Image does not match the provided media type ${type}`)
      else if (Math.max(facts.width, facts.height) > 8000)
        found.push('image dimensions exceed max allowed size: 8000 pixels')
    }
  }
  return found
}

/** Exactly one result for every call, directly after it, and no result without a call. */
function callViolations(messages: readonly WireMessage[]): string[] {
  const found: string[] = []
  const seen = new Set<string>()
  let open = new Set<string>()
  const closeOpen = (at: string) => {
    for (const id of open) found.push(`${at}: call '${id}' has no tool message directly after it`)
    open = new Set()
  }
  messages.forEach((message, index) => {
    const at = `messages[${index}]`
    if (message.role === 'tool') {
      const id = message.tool_call_id ?? ''
      if (!open.delete(id)) found.push(`${at}: tool message '${id}' answers no open call`)
      return
    }
    closeOpen(at)
    for (const call of message.tool_calls ?? []) {
      if (seen.has(call.id)) found.push(`${at}: call id '${call.id}' is used twice`)
      seen.add(call.id)
      open.add(call.id)
    }
  })
  closeOpen('the end')
  return found
}

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}
