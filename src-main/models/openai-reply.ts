/** Puts a streamed answer together: text as it comes, calls from their pieces, usage and the model's name from wherever they are. */
import { randomUUID } from 'node:crypto'
import type { ChatGenerationChunk } from '@langchain/core/outputs'
import { isObjectText } from '../../src-shared/agents/answers/model-calls'
import type { JsonObject } from '../../src-shared/flow/records'
import type { ReplyEnd } from '../../src-shared/run/log/facts'
import type { ModelReply, ModelUsage } from './contract/model'
import type { ModelToolCall } from './contract/prompt'
import { joinFields } from './openai-beside'
import { PIECE, type CallPiece, type ReplyPiece } from './openai-piece'

/** A call under assembly. */
type OpenCall = CallPiece

export type ReplyBuilder = {
  /** Takes one chunk; returns what it says and thinks, empty where it does not. The words of a refusal come with the whole reply. */
  add: (chunk: ChatGenerationChunk) => { text: string; thought: string }
  /** Whether any text or call has arrived. */
  hasContent: () => boolean
  /** Whether any chunk has arrived. */
  hasChunks: () => boolean
  isFinished: () => boolean
  /** The reason that the server gave for the end of the reply; empty: none yet. */
  finish: () => string
  /** The reply; ids that are missing, or taken by an earlier call of the prompt, are made anew. */
  build: (taken: ReadonlySet<string>, from: { host: string; model: string }) => ModelReply
}

/** A builder for one reply. `tools` are the names on offer: they tell a name in pieces from one name after another. */
export function createReplyBuilder(tools: readonly string[] = []): ReplyBuilder {
  const names = new Set(tools)
  const texts: string[] = []
  const thoughts: string[] = []
  const refusals: string[] = []
  let calls: readonly OpenCall[] = []
  let beside: JsonObject = {}
  let usage: ModelUsage | null = null
  let finish = ''
  let served = ''
  let chunks = 0
  return {
    add(chunk) {
      chunks += 1
      const { text, thought, refusal, calls: pieces, beside: fields } = pieceOf(chunk)
      beside = joinFields(beside, fields)
      for (const piece of pieces) calls = withCall(calls, piece, names)
      usage = usageOf(chunk) ?? usage
      finish = textOf(chunk.generationInfo?.['finish_reason']) || finish
      served = textOf(chunk.generationInfo?.['model_name']) || served
      if (text !== '') texts.push(text)
      if (thought !== '') thoughts.push(thought)
      if (refusal !== '') refusals.push(refusal)
      return { text, thought }
    },
    hasContent: () => texts.length > 0 || refusals.length > 0 || calls.length > 0,
    hasChunks: () => chunks > 0,
    isFinished: () => finish !== '',
    finish: () => finish,
    build(taken, { host, model }) {
      const end = refusals.length > 0 ? 'refusal' : endOf(finish)
      const made = withIds(calls, { before: taken, host, model })
      const isKept = made.length > 0 && Object.keys(beside).length > 0
      return {
        text: [...texts, ...refusals].join(''),
        calls: made,
        usage,
        model: served === '' ? model : served,
        ...(isKept ? { extra: { host, model, fields: beside } } : {}),
        ...(thoughts.length > 0 ? { thoughts: thoughts.join('') } : {}),
        ...(end === null ? {} : { end }),
      }
    },
  }
}

function pieceOf(chunk: ChatGenerationChunk): ReplyPiece {
  const piece = chunk.message.additional_kwargs[PIECE]
  return isPiece(piece) ? piece : { text: chunk.text, thought: '', refusal: '', calls: [], beside: {} }
}

/** Only `TolerantCompletions` puts anything under that name. */
function isPiece(value: unknown): value is ReplyPiece {
  return typeof value === 'object' && value !== null && 'thought' in value
}

/** What a finish reason means for the reader; null where the reply ended by itself. A server that stops a reply with `refusal` has filtered it. */
function endOf(finish: string): ReplyEnd | null {
  if (/length|max_?tokens/i.test(finish)) return 'length'
  return /refusal|filter|safety|blocklist|prohibited|recitation|spii/i.test(finish) ? 'filter' : null
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

/** The calls after one more piece: of a call that is being written, or the first of another. */
function withCall(calls: readonly OpenCall[], piece: CallPiece, names: ReadonlySet<string>): readonly OpenCall[] {
  const open = findOpen(calls, piece)
  if (open === undefined || beginsAnother(open, piece, names)) return [...calls, piece]
  const joined: OpenCall = {
    index: open.index,
    id: open.id === '' ? piece.id : open.id,
    name: open.name === piece.name ? open.name : open.name + piece.name,
    arguments: open.arguments + piece.arguments,
    extra: { ...open.extra, ...piece.extra },
  }
  return calls.map((call) => (call === open ? joined : call))
}

/** Servers number the pieces, or repeat the id, or do nothing of the kind. */
function findOpen(calls: readonly OpenCall[], { index, id, name }: CallPiece): OpenCall | undefined {
  if (index !== '') return calls.findLast((call) => call.index === index)
  const known = id === '' ? undefined : calls.find((call) => call.id === id)
  return known ?? (id === '' || name === '' ? calls.at(-1) : undefined)
}

/**
 * Whether a piece under the number of an open call is another call: servers send whole calls under the same number, but also an id
 * that is new in every piece, a name in pieces, or the name again with every piece. A piece without a name never begins a call.
 */
function beginsAnother(open: OpenCall, piece: CallPiece, names: ReadonlySet<string>): boolean {
  if (piece.name === '' || open.name === '') return false
  const isWhole = isObjectText(open.arguments)
  if (piece.name === open.name && open.arguments !== '' && !isWhole) return false
  if (piece.id !== '' && piece.id === open.id) return false
  if (open.arguments !== '') return true
  const isNamePart = names.has(open.name + piece.name) || (!names.has(open.name) && !names.has(piece.name))
  const hasNewId = piece.id !== '' && open.id !== ''
  return hasNewId ? !names.has(open.name + piece.name) : piece.name !== open.name && !isNamePart
}

type KnownIds = { before: ReadonlySet<string>; host: string; model: string }

function withIds(calls: readonly OpenCall[], { before, host, model }: KnownIds): ModelToolCall[] {
  if (calls.length === 0) return []
  const taken = new Set(before)
  return calls.map((call) => {
    const id = call.id === '' || taken.has(call.id) ? `call_${randomUUID().replaceAll('-', '').slice(0, 24)}` : call.id
    taken.add(id)
    const { name, arguments: args, extra } = call
    const kept = Object.keys(extra).length > 0 ? { extra: { host, model, fields: extra } } : {}
    return { id, name, arguments: args, ...kept }
  })
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
