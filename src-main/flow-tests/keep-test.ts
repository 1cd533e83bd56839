/** A thread as a test: what was said, what models and tools gave, and the route, out of its events and the record of requests; no key or secret goes with it. */
import { z } from 'zod'
import { splitThinking } from '../../src-shared/agents/answers/thinking'
import { AppError } from '../../src-shared/errors'
import type { Json, JsonObject } from '../../src-shared/flow/records'
import { newId } from '../../src-shared/flow/records'
import { message, type Message } from '../../src-shared/languages/translate'
import { isTerminal } from '../../src-shared/run/log/event-types'
import type { RunEvent, RunEventOf } from '../../src-shared/run/log/events'
import { answerSchema } from '../../src-shared/run/log/questions'
import { createToolWatch, isAskedAgain, jsonOrText, routeOf } from '../../src-shared/run/tests/route'
import {
  flowTestSchema,
  type FlowTest,
  type KeptCall,
  type KeptReply,
  type TestTurn,
} from '../../src-shared/run/tests/test-file'
import { bundleCleaner, namedSecrets } from '../keeping/bundle-secrets'
import { createBreather } from '../in-slices'
import type { Redactor } from '../redaction/redactor'
import type { RequestRecords } from '../requests/request-records'
import type { EventLog } from '../run/execution/event-log'
import { callsOfTurn } from '../run/repeats'
import type { RunDrawings } from '../store/run-drawings'
import type { Threads } from '../store/threads'

export type KeepTestParts = {
  threads: Pick<Threads, 'read' | 'turnsOf'>
  events: Pick<EventLog, 'eventsOfTurn'>
  requests: Pick<RequestRecords, 'ofCall'>
  drawings: RunDrawings
  /** Knows every key and secret of the person, and those of these names. */
  redactor: (names: readonly string[]) => Promise<Redactor>
}

/** Throws `not-found`, and `bad-input` in words for a thread that cannot be played again. */
export async function keepTest(
  parts: KeepTestParts,
  { threadId, name }: { threadId: string; name: string },
): Promise<FlowTest> {
  const { only } = parts.threads.read(threadId)
  const count = parts.threads.turnsOf(threadId)
  if (count === 0) throw new AppError('bad-input', 'Nothing was said in this thread yet, so there is nothing to keep.')
  const turns: TestTurn[] = []
  const drawings: JsonObject[] = []
  let sets: JsonObject = {}
  let nodes: { [id: string]: string } = {}
  const { breathe } = createBreather()
  for (let number = 1; number <= count; number += 1) {
    await breathe()
    const events = parts.events.eventsOfTurn(threadId, number)
    refuseOddTurn(number, events)
    const read = turnOf(parts, { number, events, sets })
    turns.push(read.turn)
    sets = read.setsAfter
    nodes = { ...nodes, ...namesIn(parts, events) }
    drawings.push(...drawingsIn(parts, events))
  }
  const used = new Set(JSON.stringify(turns).match(/"(?:node|toolNode)":"(?:[^"\\]|\\.)*"/g) ?? [])
  const isUsed = (id: string): boolean =>
    used.has(`"node":${JSON.stringify(id)}`) || used.has(`"toolNode":${JSON.stringify(id)}`)
  const named = Object.fromEntries(Object.entries(nodes).filter(([id]) => isUsed(id)))
  const test: FlowTest = { id: newId('test'), name: name.trim(), only: only ?? null, nodes: named, turns }
  const redactor = await parts.redactor(namedSecrets(drawings))
  const clean = bundleCleaner(redactor, drawings)
  const cleaned = flowTestSchema.safeParse(clean(z.json().parse(JSON.parse(JSON.stringify(test)))))
  if (cleaned.success) return cleaned.data
  throw new AppError('bad-input', 'This thread is too large to be a test. Keep a shorter one.')
}

/** Throws `bad-input` for a turn that cannot be played again as it was. */
function refuseOddTurn(turn: number, events: readonly RunEvent[]): void {
  const why = oddity(events)
  if (why !== null)
    throw new AppError('bad-input', message('This thread cannot be a test: in turn {turn} {why}.', { turn, why }))
}

function oddity(events: readonly RunEvent[]): Message | null {
  const ends = events.filter(isTerminal)
  const last = ends.at(-1)
  if (last?.type !== 'run.finished' || last.reason === 'waiting') return message('it did not come to its end')
  const isInOneGo = ends.every((end) => end.type === 'run.finished' && (end === last || end.reason === 'waiting'))
  const isAgain = events.some(
    (event) =>
      event.type === 'run.resumed' ||
      event.type === 'plan.forked' ||
      (event.type === 'warning' && event.code === 'turn-begins-again'),
  )
  if (!isInOneGo || isAgain) return message('something was tried again')
  if (last.reason === 'spoken') return message('somebody spoke while it ran')
  const hasAttachments = events.some(
    (event) => event.type === 'entry' && event.entry.kind === 'text' && (event.entry.attachments ?? []).length > 0,
  )
  return hasAttachments ? message('something was attached, which a test cannot hold') : null
}

type TurnToKeep = { number: number; events: readonly RunEvent[]; sets: JsonObject }

function turnOf(parts: KeepTestParts, { number, events, sets }: TurnToKeep): { turn: TestTurn; setsAfter: JsonObject } {
  const end = events.findLastIndex(isTerminal)
  const begun = events.find((event) => event.type === 'run.started')
  const turn: TestTurn = {
    says: begun?.input ?? null,
    sets: { ...sets, ...setBy(events.slice(0, end)) },
    answers: events.flatMap(answerIn),
    replies: repliesIn(parts, number, events),
    calls: callsIn(events),
    route: routeOf(events),
  }
  return { turn, setsAfter: setBy(events.slice(end)) }
}

/** Variables that the person set. */
function setBy(events: readonly RunEvent[]): JsonObject {
  let set: JsonObject = {}
  for (const event of events) if (event.type === 'variables' && event.by === 'user') set = { ...set, ...event.changes }
  return set
}

/** What a person answered; pauses, and what tools ask within themselves, are not asked again. */
function answerIn(event: RunEvent): TestTurn['answers'] {
  if (event.type !== 'answer' || !isAskedAgain(event.answer.kind)) return []
  const { node, answer } = event
  const known = answerSchema.safeParse(answer)
  return known.success ? [{ node, answer: known.data }] : []
}

/** The reply to each call of a model, in the order in which they were made. */
function repliesIn({ requests }: KeepTestParts, turn: number, events: readonly RunEvent[]): KeptReply[] {
  const isInTool = createToolWatch()
  return events.flatMap((event) => {
    if (isInTool(event) || event.type !== 'model.started') return []
    const outcome = requests.ofCall(event.span).findLast((record) => record.outcome.kind === 'answered')?.outcome
    if (outcome?.kind !== 'answered') {
      const why = message('what a model replied is not kept any more')
      throw new AppError('bad-input', message('This thread cannot be a test: in turn {turn} {why}.', { turn, why }))
    }
    const { text, calls, usage, end } = outcome
    const { said } = splitThinking(text)
    const { node, purpose } = event
    return [{ node, purpose, text: said, calls, usage, ...(end === undefined ? {} : { end }) }]
  })
}

/** The result of each call of a tool; what was called within one is a part of it. */
function callsIn(events: readonly RunEvent[]): KeptCall[] {
  const made = callsOfTurn(events, (_node, told) => told ?? null).all.flatMap((call): KeptCall[] => {
    const { node, tool, toolNode, result, inside } = call
    if (result === null || inside !== null) return []
    const { kept: _kept, ...given } = result
    return [{ node, tool, toolNode, arguments: jsonOrText(call.arguments), ...given }]
  })
  return [...made, ...refusedCalls(events)]
}

/** Calls whose arguments did not fit: their tool was not called, and says so again. */
function refusedCalls(events: readonly RunEvent[]): KeptCall[] {
  const started = new Map<string, RunEventOf<'tool.started'>>()
  const refused = new Map<string, RunEventOf<'tool.started'>>()
  const calls: KeptCall[] = []
  const isInTool = createToolWatch()
  for (const event of events) {
    if (isInTool(event)) continue
    if (event.type === 'tool.started') started.set(`${event.path} ${event.callId}`, event)
    if (event.type === 'tool.finished' && event.isRefused === true) {
      const key = `${event.path} ${event.callId}`
      const call = started.get(key)
      if (call !== undefined) refused.set(key, call)
    }
    if (event.type !== 'entry' || event.entry.kind !== 'result') continue
    const { scope, callId, text } = event.entry
    const call = refused.get(`${scope} ${callId}`)
    if (call === undefined || call.toolNode === null) continue
    const { node, tool, toolNode } = call
    calls.push({ node, tool, toolNode, arguments: jsonOrText(call.arguments), text, isError: true })
  }
  return calls
}

function namesIn({ drawings }: KeepTestParts, events: readonly RunEvent[]): { [id: string]: string } {
  const named = events.flatMap((event) => {
    if (event.type !== 'run.started') return []
    return Object.entries({ ...event.inner, ...drawings.of(event.runId)?.nodes() })
  })
  return Object.fromEntries(named.map(([id, node]) => [id, node.name]))
}

function drawingsIn({ drawings }: KeepTestParts, events: readonly RunEvent[]): JsonObject[] {
  return events.flatMap((event) => {
    const text = event.type === 'run.started' ? (drawings.of(event.runId)?.text() ?? null) : null
    return text === null ? [] : [drawingSchema.parse(JSON.parse(text))]
  })
}

const drawingSchema = z.record(z.string(), z.json()) satisfies z.ZodType<{ readonly [name: string]: Json }>
