/** Puts a streamed answer together: text as it comes, calls from their pieces, usage and the model's name from wherever they are. */
import { randomUUID } from 'node:crypto'
import { AIMessageChunk, type ToolCallChunk } from '@langchain/core/messages'
import type { ChatGenerationChunk } from '@langchain/core/outputs'
import type { ModelMessage, ModelReply, ModelToolCall, ModelUsage } from './model'

/** A call under assembly. `key` is what the pieces are told apart by. */
type OpenCall = { index: number | undefined; id: string; name: string; arguments: string }

type CallPiece = Pick<ToolCallChunk, 'index' | 'id' | 'name' | 'args'>

export type ReplyBuilder = {
  /** Takes one chunk; returns its text, empty where it has none. */
  add: (chunk: ChatGenerationChunk) => string
  /** Whether any text or call has arrived. */
  hasContent: () => boolean
  /** Whether any chunk has arrived. */
  hasChunks: () => boolean
  isFinished: () => boolean
  /** The reply; ids that are missing, or taken by an earlier call of the prompt, are made anew. */
  build: (messages: readonly ModelMessage[], model: string) => ModelReply
}

export function createReplyBuilder(): ReplyBuilder {
  const texts: string[] = []
  const calls: OpenCall[] = []
  let usage: ModelUsage | null = null
  let finish = ''
  let served = ''
  let chunks = 0
  return {
    add(chunk) {
      chunks += 1
      for (const piece of piecesOf(chunk)) addPiece(calls, piece)
      usage = usageOf(chunk) ?? usage
      finish = textOf(chunk.generationInfo?.['finish_reason']) || finish
      served = textOf(chunk.generationInfo?.['model_name']) || served
      if (chunk.text !== '') texts.push(chunk.text)
      return chunk.text
    },
    hasContent: () => texts.length > 0 || calls.length > 0,
    hasChunks: () => chunks > 0,
    isFinished: () => finish !== '',
    build: (messages, model) => ({
      text: texts.join(''),
      calls: withIds(calls, messages),
      usage,
      model: served === '' ? model : served,
    }),
  }
}

function piecesOf(chunk: ChatGenerationChunk): readonly CallPiece[] {
  const { message } = chunk
  return AIMessageChunk.isInstance(message) ? (message.tool_call_chunks ?? []) : []
}

function usageOf(chunk: ChatGenerationChunk): ModelUsage | null {
  const { message } = chunk
  if (!('usage_metadata' in message)) return null
  const usage = message.usage_metadata
  if (typeof usage !== 'object' || usage === null) return null
  const input = 'input_tokens' in usage ? usage.input_tokens : undefined
  const output = 'output_tokens' in usage ? usage.output_tokens : undefined
  return typeof input === 'number' && typeof output === 'number' ? { input, output } : null
}

/** Servers number the pieces, or repeat the id, or send whole calls under the same number, or do nothing of the kind. */
function addPiece(calls: OpenCall[], piece: CallPiece): void {
  const {
    id = '',
    name = '',
    args = '',
  } = { ...piece, id: piece.id ?? '', name: piece.name ?? '', args: piece.args ?? '' }
  const open = findOpen(calls, piece.index, id)
  const isAnother =
    open === undefined ||
    (id !== '' && open.id !== '' && id !== open.id) ||
    (id === '' && name !== '' && open.name !== '' && (name !== open.name || open.arguments !== ''))
  if (isAnother) {
    calls.push({ index: piece.index, id, name, arguments: args })
    return
  }
  if (open.id === '') open.id = id
  if (open.name === '') open.name = name
  open.arguments += args
}

function findOpen(calls: readonly OpenCall[], index: number | undefined, id: string): OpenCall | undefined {
  if (index !== undefined) return calls.findLast((call) => call.index === index)
  if (id !== '') return calls.find((call) => call.id === id)
  return calls.at(-1)
}

function withIds(calls: readonly OpenCall[], messages: readonly ModelMessage[]): ModelToolCall[] {
  if (calls.length === 0) return []
  const taken = new Set(
    messages.flatMap((message) => (message.role === 'assistant' ? (message.calls ?? []) : [])).map((c) => c.id),
  )
  return calls.map((call) => {
    const id = call.id === '' || taken.has(call.id) ? `call_${randomUUID().replaceAll('-', '').slice(0, 24)}` : call.id
    taken.add(id)
    return { id, name: call.name, arguments: call.arguments }
  })
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
