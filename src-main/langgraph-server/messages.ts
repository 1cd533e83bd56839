/** The conversation in LangChain's messages: what a client said becomes the input of a turn, and what was said and called becomes messages. */
import { AIMessage, BaseMessage, HumanMessage, ToolMessage } from '@langchain/core/messages'
import { z } from 'zod'
import { AppError } from '../../src-shared/errors'
import { inEnglish } from '../../src-shared/languages/translate'
import { isJsonObject } from '../../src-shared/flow/json'
import type { JsonObject } from '../../src-shared/flow/records'
import { isInner, type LogCall, type LogEntry } from '../../src-shared/run/log/log'
import type { BatonState } from '../engine/state/state'
import type { EarlierMessage } from '../engine/turns/turn'

/** The channels beside the engine's: the messages, and the id of the newest one that a turn has begun with. */
const channelsSchema = z.object({
  messages: z.array(z.custom<BaseMessage>((value) => BaseMessage.isInstance(value))).default([]),
  heard: z.string().default(''),
})

/** What a new turn begins with. `text` null: the flow speaks first. */
export type HeardMessages = { text: string | null; history: EarlierMessage[]; heard: string }

/** What was said since the last turn. Throws `bad-input` for what is no text. */
export function hearMessages(state: BatonState): HeardMessages {
  const { messages, heard } = channelsSchema.parse(state)
  // Only the log knows what the flow and its tools said: an id of a client's own message may look like one of an entry.
  const entries = new Set(state.log.map(({ id }) => id))
  const isOwn = (message: BaseMessage) => !HumanMessage.isInstance(message) && entries.has(message.id ?? '')
  const known = messages.findLastIndex(({ id }) => id === heard)
  // The one that was heard last may have been removed: what follows the last answer is new.
  const after = known === -1 ? messages.findLastIndex(isOwn) : known
  const said = messages.slice(after + 1).flatMap((message) => (isOwn(message) ? [] : earlierMessage(message)))
  const last = said.at(-1)
  const isAsked = last?.role === 'user'
  return {
    text: isAsked ? last.text : null,
    history: isAsked ? said.slice(0, -1) : said,
    heard: messages.at(-1)?.id ?? heard,
  }
}

/** The flow has instructions of its own, so system messages are left out, as they are by `baton serve`. */
function earlierMessage(message: BaseMessage): EarlierMessage[] {
  if (HumanMessage.isInstance(message)) return [{ role: 'user', text: textOf(message) }]
  return AIMessage.isInstance(message) ? [{ role: 'assistant', text: textOf(message) }] : []
}

function textOf({ content }: BaseMessage): string {
  if (typeof content === 'string') return content
  return content
    .map((part) => {
      if (part.type === 'text' && typeof part['text'] === 'string') return part['text']
      const message = `A message has a part of the type "${part.type}". This server takes texts alone: leave it out, or run the flow with Baton.`
      throw new AppError('bad-input', inEnglish(message))
    })
    .join('')
}

/** The messages of entries that the user may see, which are those of no chat within; `before`: the log until then. */
export function messagesOf(
  added: readonly LogEntry[],
  { before, nameOf }: { before: readonly LogEntry[]; nameOf: (node: string) => string },
): BaseMessage[] {
  const shown = added.filter(({ scope }) => !isInner(scope))
  const isCall = (id: string) =>
    [...added, ...before].some((entry) => entry.kind === 'calls' && shownCalls(entry).some((call) => call.id === id))
  return shown.flatMap((entry): BaseMessage[] => {
    const { id, author } = entry
    if (entry.kind === 'text') {
      if (author === 'user' || entry.asUser === true) return []
      return [new AIMessage({ id, name: entry.speaker ?? nameOf(author), content: entry.text })]
    }
    if (entry.kind === 'calls') {
      const calls = shownCalls(entry).map((call) => ({
        type: 'tool_call' as const,
        id: call.id,
        name: call.name,
        args: argumentsOf(call),
      }))
      if (calls.length === 0 && entry.text.trim() === '') return []
      return [new AIMessage({ id, name: nameOf(author), content: entry.text, tool_calls: calls })]
    }
    if (entry.kind !== 'result' || !isCall(entry.callId)) return []
    const { callId, tool, text, isError } = entry
    return [
      new ToolMessage({ id, name: tool, content: text, tool_call_id: callId, status: isError ? 'error' : 'success' }),
    ]
  })
}

/** Passing the baton is no tool to whoever looks from outside. */
function shownCalls({ calls }: LogEntry & { kind: 'calls' }): LogCall[] {
  return calls.filter(({ transit }) => !transit)
}

function argumentsOf({ arguments: text }: LogCall): JsonObject {
  try {
    const read: unknown = JSON.parse(text)
    return isJsonObject(read) ? read : {}
  } catch {
    return {}
  }
}
