/**
 * Turns a prompt into LangChain messages that the strictest provider accepts: nothing empty, every call with exactly one result
 * directly after it, arguments that are JSON, names that fit.
 */
import { AIMessage, HumanMessage, SystemMessage, ToolMessage, type BaseMessage } from '@langchain/core/messages'
import { asRecord, parseJson } from './json'
import type { ModelMessage, ModelTool, ModelToolCall } from './model'

/** A tool as the chat-completions protocol writes it. */
export type WireToolDefinition = {
  type: 'function'
  function: { name: string; description: string; parameters: Record<string, unknown> }
}

type ToolMessageOf = Extract<ModelMessage, { role: 'tool' }>

const NAME = /^[a-zA-Z0-9_-]{1,64}$/

/** The prompt in LangChain's terms. Results move behind their calls; a call without a result gets one that says so. */
export function toChatMessages(messages: readonly ModelMessage[]): BaseMessage[] {
  const results = resultsById(messages)
  const out: BaseMessage[] = []
  for (const message of messages) {
    if (message.role === 'tool') continue
    const fields = { content: message.text, ...nameOf(message) }
    const calls = message.role === 'assistant' ? (message.calls ?? []) : []
    if (calls.length > 0) pushCalls(out, { fields, calls, results })
    else if (isBlank(message.text)) continue
    else if (message.role === 'system') out.push(new SystemMessage(fields))
    else if (message.role === 'user') out.push(new HumanMessage(fields))
    else out.push(new AIMessage(fields))
  }
  return out
}

/** A tool on offer in the protocol's terms. */
export function toWireTool(tool: ModelTool): WireToolDefinition {
  const parameters = tool.parameters['type'] === 'object' ? { ...tool.parameters } : { type: 'object', properties: {} }
  return { type: 'function', function: { name: tool.name, description: tool.description, parameters } }
}

type CallBatch = {
  fields: { content: string; name?: string }
  calls: readonly ModelToolCall[]
  results: ReadonlyMap<string, ToolMessageOf[]>
}

function pushCalls(out: BaseMessage[], { fields, calls, results }: CallBatch): void {
  const message = new AIMessage(fields)
  // Set afterwards and raw: LangChain would parse the arguments to write them again, and warns about raw calls in its constructor.
  message.additional_kwargs['tool_calls'] = calls.map((call) => ({
    id: call.id,
    type: 'function',
    function: { name: call.name, arguments: safeArguments(call.arguments) },
  }))
  out.push(message)
  for (const call of calls) {
    const text = results.get(call.id)?.shift()?.text ?? 'Error: this call was never answered.'
    out.push(new ToolMessage({ tool_call_id: call.id, content: isBlank(text) ? '(no output)' : text }))
  }
}

function resultsById(messages: readonly ModelMessage[]): Map<string, ToolMessageOf[]> {
  const results = new Map<string, ToolMessageOf[]>()
  for (const message of messages) {
    if (message.role !== 'tool') continue
    const known = results.get(message.callId)
    if (known === undefined) results.set(message.callId, [message])
    else known.push(message)
  }
  return results
}

/** Several servers parse the arguments of past calls and refuse the whole request where a model once wrote something else. */
function safeArguments(text: string): string {
  if (isBlank(text)) return '{}'
  const value = parseJson(text)
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject ? text : JSON.stringify({ malformed: text })
}

function nameOf(message: ModelMessage): { name?: string } {
  if (!('name' in message) || message.name === undefined) return {}
  return NAME.test(message.name) ? { name: message.name } : {}
}

function isBlank(text: string): boolean {
  return text.trim() === ''
}

/** A chat completion that came whole, as the stream that was asked for; null where it is none. */
export function wholeAsStream(value: unknown): string | null {
  const body = asRecord(value)
  const choices: unknown = body['choices']
  if (!Array.isArray(choices) || choices.length === 0) return null
  const choice = asRecord(choices[0])
  const message = asRecord(choice['message'])
  if (!['content', 'tool_calls', 'function_call', 'refusal'].some((field) => field in message)) return null
  const { tool_calls: called, ...said } = message
  const calls: unknown[] = Array.isArray(called) ? called : []
  const numbered = calls.map((call, index) => ({ ...asRecord(call), index }))
  const delta = {
    ...said,
    role: 'assistant',
    ...(numbered.length > 0 ? { tool_calls: numbered } : {}),
  }
  const chunk = {
    id: body['id'],
    object: 'chat.completion.chunk',
    model: body['model'],
    choices: [{ index: 0, delta, finish_reason: choice['finish_reason'] ?? 'stop' }],
    ...('usage' in body ? { usage: body['usage'] } : {}),
  }
  return `data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`
}
