/**
 * The built-in model for dry runs: no key, no network, and the same answer to the same request every time. It follows the flow's
 * rehearsal script and behaves sensibly where that is silent.
 */
import { REHEARSAL_CONNECTION } from '../../src-shared/flow/model-choices'
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../src-shared/errors'
import type { ChatModel, ModelReply, ModelRequest, ModelUsage } from './contract/model'
import { callIdsOf, sizeOf, type ModelToolCall } from './contract/prompt'
import { answeredOutcome } from './attempt-outcome'
import { createPatterns, type Patterns } from './patterns'
import { draftAnswer, type Draft, type RehearsalLanguage } from './rehearsal-answers'
import { readPrompt, type RehearsedPrompt } from './rehearsal-prompt'
import { createScript, type FindRule, type RehearsalRule } from './rehearsal-script'
import { UNIVERSAL } from './wire/dialects'
import { toWire, type WirePrompt } from './wire/to-wire'

export type RehearsalOptions = {
  rules: readonly RehearsalRule[]
  language?: RehearsalLanguage | undefined
  /** Goes into the ids of calls, so that two runs can be told apart. */
  seed?: number | undefined
  /** Wait before each word, in ms; 0 by default. */
  tokenDelayMs?: number | undefined
  /** Where the script's patterns are tried; a thread of the model's own by default. */
  patterns?: Patterns | undefined
}

export const REHEARSAL = REHEARSAL_CONNECTION

export function createRehearsalModel(options: RehearsalOptions): ChatModel {
  const findRule = createScript(options.rules, options.patterns ?? createPatterns())
  return { label: REHEARSAL, call: (request) => rehearse(request, options, findRule) }
}

async function rehearse(request: ModelRequest, options: RehearsalOptions, findRule: FindRule): Promise<ModelReply> {
  const { signal } = request
  stopIf(signal)
  const prompt = readPrompt(request)
  const rule = await findRule(prompt, signal)
  await pause(rule?.delayMs ?? 0, signal)
  const draft = scripted(rule) ?? draftAnswer(request, prompt, options.language ?? 'en')
  if (request.onToken !== undefined) {
    for (const word of draft.text.match(/\s*\S+\s*$|\s*\S+/g) ?? []) {
      await pause(options.tokenDelayMs ?? 0, signal)
      request.onToken(word)
      stopIf(signal)
    }
  }
  const wire = toWire(request, UNIVERSAL)
  const reply = {
    text: draft.text,
    calls: withIds(draft, request, { prompt, seed: options.seed ?? 0 }),
    usage: usageOf(draft, wire),
    model: REHEARSAL,
  }
  request.onAttempt?.({
    connection: REHEARSAL,
    url: null,
    model: REHEARSAL,
    body: writtenOut(wire),
    pictures: [],
    sources: wire.sources,
    ms: 0,
    outcome: answeredOutcome(reply),
    clean: (text) => text,
  })
  return reply
}

/** What a server would be sent in the place of the rehearsal, pictures by their names. */
function writtenOut({ messages, tools }: WirePrompt): string {
  const written = messages.map((message) => {
    switch (message.role) {
      case 'assistant': {
        const { role, content, calls } = message
        return calls.length === 0 ? { role, content } : { role, content, tool_calls: calls }
      }
      case 'tool':
        return { role: message.role, tool_call_id: message.callId, content: message.content }
      case 'user': {
        const { role, content, parts = [] } = message
        const names = parts.flatMap((part) => (part.type === 'picture' ? [`[image: ${part.picture.name}]`] : []))
        return { role, content: [content, ...names].join('\n') }
      }
      case 'system':
        return { role: message.role, content: message.content }
    }
  })
  return JSON.stringify({ model: REHEARSAL, messages: written, ...(tools.length === 0 ? {} : { tools }) })
}

/** What a rule says; null for one that only waits. */
function scripted(rule: RehearsalRule | null): Draft | null {
  if (rule === null) return null
  const calls = [...(rule.call === undefined ? [] : [rule.call]), ...(rule.calls ?? [])]
  if (rule.text === undefined && calls.length === 0) return null
  return { text: rule.text ?? '', calls: calls.map((call) => ({ tool: call.tool, arguments: call.arguments ?? {} })) }
}

/** Ids that depend on the request alone, and that the prompt does not hold yet. */
function withIds(
  draft: Draft,
  request: ModelRequest,
  from: { prompt: RehearsedPrompt; seed: number },
): ModelToolCall[] {
  if (draft.calls.length === 0) return []
  const { prompt, seed } = from
  const taken = callIdsOf(request.prompt)
  return draft.calls.map((call, at) => {
    const facts = [seed, prompt.speaker, prompt.nth, sizeOf(request.prompt), prompt.user, prompt.last, at]
    const base = `call_${createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 20)}`
    let id = base
    for (let n = 2; taken.has(id); n += 1) id = `${base}_${n}`
    taken.add(id)
    return { id, name: call.tool, arguments: JSON.stringify(call.arguments) }
  })
}

/** Four characters to a token: rough, and the same every time. */
function usageOf(draft: Draft, { messages }: WirePrompt): ModelUsage {
  const said = draft.text.length + (draft.calls.length > 0 ? JSON.stringify(draft.calls).length : 0)
  const read = messages.reduce((sum, { content }) => sum + content.length + 8, 0)
  return { input: Math.ceil(read / 4), output: Math.ceil(said / 4) }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (ms > 0) await sleep(ms, undefined, { signal }).catch(() => undefined)
  stopIf(signal)
}

function stopIf(signal: AbortSignal): void {
  if (signal.aborted) throw new AppError('cancelled', 'The model call was stopped.')
}
