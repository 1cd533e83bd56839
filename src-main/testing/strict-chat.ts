/** The wire shape of a chat-completions request, and everything that a strict provider would refuse about one. */
import { z } from 'zod'

const wireCall = z.looseObject({
  id: z.string(),
  type: z.literal('function'),
  function: z.looseObject({ name: z.string(), arguments: z.string() }),
})

const wireMessage = z.looseObject({
  role: z.string(),
  content: z.union([z.string(), z.null()]).optional(),
  name: z.string().optional(),
  tool_calls: z.array(wireCall).optional(),
  tool_call_id: z.string().optional(),
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

export type WireMessage = z.infer<typeof wireMessage>
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
  const isEmpty = (message.content ?? '').trim() === ''
  if (isEmpty && calls === undefined) found.push(`${at}: empty ${message.role} message`)
  for (const call of calls ?? []) {
    if (call.id === '') found.push(`${at}: a call without an id`)
    if (!NAME.test(call.function.name)) found.push(`${at}: called name '${call.function.name}' is not allowed`)
    if (!isJsonObject(call.function.arguments)) found.push(`${at}: the arguments of '${call.id}' are not a JSON object`)
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
