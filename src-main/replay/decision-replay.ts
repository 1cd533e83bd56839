/**
 * Decision replay: stored decisions are asked again with another model or another prompt, and each answer is read by the reader that the engine has
 * for that decision. Nothing else runs: no tool, and no thread is changed.
 */
import { estimateTokens } from '../../src-shared/agents/texts/tokens'
import { toErrorRecord } from '../../src-shared/errors'
import { DEFAULT_CONNECTION } from '../../src-shared/flow/model-choices'
import { costAt } from '../../src-shared/providers/model-figures'
import type { ReplayForecast, ReplayInput, ReplayResult, ReplaySkip, ReplaySummary } from '../../src-shared/rpc/replays'
import { isSameChoice } from '../../src-shared/run/log/read-decision'
import type { Clock } from '../clock'
import { createBreather } from '../in-slices'
import type { ModelReply, ModelSettings } from '../models/contract/model'
import type { ModelFactory } from '../models/factory'
import type { LibraryDatabase } from '../store/database'
import { createEventRows } from '../store/event-rows'
import { createReplays, type Replays } from '../store/replays'
import { pictureBytes } from '../store/results'
import { promptWith, purposeOf, sentPrompt } from './asked-again'
import { editedPrompt, WHOLE } from './edited-prompt'
import { createStoredDecisions, type StoredCase, type StoredDecisionParts } from './stored-decisions'

/** So many are asked at once, as one reply asks tools. */
const AT_ONCE = 4
/** What is kept of a reply, in characters. */
const REPLY_KEPT = 4000

export type ReplayParts = StoredDecisionParts & {
  readonly replays: Replays
  readonly factory: Pick<ModelFactory, 'resolve' | 'priceOf'>
  readonly clock: Clock
}

export type DecisionReplay = {
  readonly forecast: (input: ReplayInput) => Promise<ReplayForecast>
  /** Puts a replay on record and begins it; each result is kept as it comes. */
  readonly start: (input: ReplayInput) => Promise<{ replay: ReplaySummary; skipped: ReplaySkip[] }>
  /** The results of a replay behind the first `after`, until it is over or the signal fires. Throws `not-found`. */
  readonly follow: (
    replayId: string,
    after: number,
    signal: AbortSignal,
  ) => AsyncGenerator<ReplayResult, void, undefined>
  readonly isRunning: (replayId: string) => boolean
  readonly stop: (replayId: string) => void
  /** Stops all of them, and waits until nothing is under way. */
  readonly close: () => Promise<void>
}

type RunningReplay = {
  readonly stopping: AbortController
  readonly results: ReplayResult[]
  readonly listeners: Set<() => void>
  readonly ended: Promise<void>
}

/** `text`: the decision's prompt as it is to be sent; null: as it was. */
type ReadyDecision = { readonly stored: StoredCase; readonly settings: ModelSettings; readonly text: string | null }

export type ReplayServices = { readonly replays: Replays; readonly decisionReplay: DecisionReplay }

/** Decision replay on a library. */
export function createReplayServices(
  db: LibraryDatabase,
  parts: Omit<ReplayParts, 'replays' | 'rows'>,
): ReplayServices {
  const replays = createReplays(db, parts.clock)
  return { replays, decisionReplay: createDecisionReplay({ ...parts, replays, rows: createEventRows(db) }) }
}

function createDecisionReplay(parts: ReplayParts): DecisionReplay {
  const { factory, replays } = parts
  const running = new Map<string, RunningReplay>()
  return {
    async forecast(input) {
      const { ready, skipped } = await readyDecisions(parts, input)
      const asked = new Map<string, ReplayForecast['asked'][number]>()
      const tokens = { input: 0, output: 0 }
      let dollars: number | null = 0
      for (const one of ready) {
        const { price, ...who } = await factory.priceOf(one.settings)
        const usage = expectedUsage(one)
        tokens.input += usage.input
        tokens.output += usage.output
        dollars = price === null || dollars === null ? null : dollars + costAt(price, usage)
        const key = JSON.stringify(who)
        asked.set(key, { ...who, price: price !== null, calls: (asked.get(key)?.calls ?? 0) + 1 })
      }
      const [template = null, ...others] = new Set(ready.map(({ stored }) => stored.template ?? `{${WHOLE}}`))
      const isOne = others.length === 0
      return {
        calls: ready.length,
        tokens,
        dollars,
        asked: [...asked.values()],
        skipped,
        template: isOne ? template : null,
      }
    },
    async start(input) {
      const { ready, skipped } = await readyDecisions(parts, input)
      const { flowId, connection, model, prompt } = input
      const replay = replays.begin(flowId, { connection, model, prompt, calls: ready.length })
      const stopping = new AbortController()
      const results: ReplayResult[] = []
      const listeners = new Set<() => void>()
      const tell = (): void => listeners.forEach((listener) => listener())
      const asking = { stop: stopping.signal, ask: (one: ReadyDecision) => askAgain(parts, one, stopping.signal) }
      const ended = askAll(ready, asking, (result) => {
        replays.add(replay.id, result)
        results.push(result)
        tell()
      }).finally(() => {
        running.delete(replay.id)
        tell()
      })
      running.set(replay.id, { stopping, results, listeners, ended })
      // Whoever follows it hears of it.
      ended.catch(() => undefined)
      return { replay, skipped }
    },
    async *follow(replayId, after, signal) {
      const live = running.get(replayId)
      if (live === undefined) return yield* replays.read(replayId).results.slice(after)
      const { results, listeners, ended } = live
      for (let at = after; !signal.aborted;) {
        const result = results[at]
        if (result !== undefined) {
          at += 1
          yield result
        } else if (running.get(replayId) !== live) break
        else await heard(listeners, signal)
      }
      if (!signal.aborted) await ended
    },
    isRunning: (replayId) => running.has(replayId),
    stop: (replayId) => running.get(replayId)?.stopping.abort(),
    async close() {
      const all = [...running.values()]
      for (const { stopping } of all) stopping.abort()
      await Promise.allSettled(all.map(({ ended }) => ended))
    },
  }
}

/** Until something is told, or nobody listens any more. */
function heard(listeners: Set<() => void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      listeners.delete(done)
      signal.removeEventListener('abort', done)
      resolve()
    }
    listeners.add(done)
    signal.addEventListener('abort', done)
  })
}

/** What can be asked again, and why the rest cannot. */
async function readyDecisions(parts: ReplayParts, { flowId, decisions, connection, model, prompt }: ReplayInput) {
  const find = createStoredDecisions(parts, flowId)
  const { breathe } = createBreather()
  const ready: ReadyDecision[] = []
  const skipped: ReplaySkip[] = []
  for (const place of decisions) {
    await breathe()
    const read = find(place)
    const one = 'why' in read ? read : readyDecision(read.found, { connection, model, prompt })
    if ('why' in one) skipped.push({ ...place, why: one.why })
    else ready.push(one)
  }
  return { ready, skipped }
}

type ReplayChoice = Pick<ReplayInput, 'connection' | 'model' | 'prompt'>

function readyDecision(
  stored: StoredCase,
  { connection, model, prompt }: ReplayChoice,
): ReadyDecision | { why: string } {
  const { decision, sent, record, template } = stored
  const { connection: asked = DEFAULT_CONNECTION, model: askedModel } = record
  const isSame = connection === null || connection === asked
  const settings: ModelSettings = {
    contextTokens: null,
    ...sent.parameters,
    temperature: sent.parameters.temperature ?? null,
    connection: connection ?? asked,
    model: model !== '' ? model : isSame ? askedModel : '',
    body: isSame ? sent.more : {},
  }
  if (prompt === null) return { stored, settings, text: null }
  const edited = editedPrompt(prompt, { template, sent: sentPrompt(decision, sent) })
  if ('text' in edited) return { stored, settings, text: edited.text }
  const names = edited.unknown.map((name) => `{${name}}`).join(', ')
  return {
    why: `What stood in ${names} is not known: the prompt of that turn has no such slot, or cannot be taken apart. {${WHOLE}} is always known.`,
  }
}

/** By what the call took before, and by how much longer the prompt has become. */
function expectedUsage({ stored, text }: ReadyDecision): { input: number; output: number } {
  const { decision, sent, usage, record } = stored
  const before = sentPrompt(decision, sent)
  const longer = text === null ? 0 : estimateTokens(text) - estimateTokens(before)
  const input = usage?.input ?? estimateTokens(record.body)
  return { input: Math.max(1, input + longer), output: usage?.output ?? estimateTokens(decision.answer ?? '') }
}

async function askAgain(parts: ReplayParts, one: ReadyDecision, signal: AbortSignal): Promise<ReplayResult | null> {
  const { factory, clock, results } = parts
  const { stored, settings, text } = one
  const { place, turn, node, who, decision, reader, message, sent, settings: drawn } = stored
  const began = clock.now()
  const { rule, choice, about } = decision
  const known = { ...place, turn, node, who, about, before: { rule, choice } }
  try {
    const { price } = await factory.priceOf(settings)
    const model = factory.resolve(settings, { rehearsal: drawn.rehearsal, language: drawn.language })
    const reply = await model.call({
      prompt: promptWith(decision, sent, text),
      tools: sent.tools,
      toolsClosed: sent.toolsClosed || sent.tools.length === 0,
      speaker: who?.name ?? node,
      nth: 1,
      ...purposeOf(decision, message),
      signal,
      readPicture: ({ id }) => pictureBytes(results, place.threadId)(id),
    })
    const after = reader(reply)
    const usage = reply.usage
    const dollars = usage === null ? null : dollarsOf(reply.price ?? price, usage)
    return {
      ...known,
      after,
      isFlip: !isSameChoice(choice, after.choice),
      reply: wordsOf(reply).slice(0, REPLY_KEPT),
      error: null,
      model: reply.model,
      ...{ usage, dollars, ms: clock.now() - began },
    }
  } catch (cause) {
    if (signal.aborted) return null
    const { message: error } = toErrorRecord(cause)
    const nothing = { after: null, isFlip: false, reply: '', usage: null, dollars: null }
    return { ...known, ...nothing, error, model: settings.model, ms: clock.now() - began }
  }
}

function dollarsOf(
  price: Parameters<typeof costAt>[0] | null,
  usage: { input: number; output: number },
): number | null {
  return price === null ? null : costAt(price, usage)
}

/** What was answered, with the calls written out. */
function wordsOf({ text, calls }: ModelReply): string {
  return [text.trim(), ...calls.map(({ name, arguments: json }) => `${name}(${json})`)]
    .filter((words) => words !== '')
    .join('\n')
}

type AskingContext = {
  readonly stop: AbortSignal
  /** Null: it was stopped. */
  readonly ask: (one: ReadyDecision) => Promise<ReplayResult | null>
}

/** A few are asked at once. */
async function askAll(
  ready: readonly ReadyDecision[],
  { stop, ask }: AskingContext,
  onResult: (result: ReplayResult) => void,
): Promise<void> {
  const waiting = [...ready]
  const worker = async (): Promise<void> => {
    for (let one = waiting.shift(); one !== undefined && !stop.aborted; one = waiting.shift()) {
      const result = await ask(one)
      if (result !== null) onResult(result)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}
