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
  MOST_ATTACHED,
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
import type { Results } from '../store/results'
import type { Threads } from '../store/threads'
import { isChangedByHand, oddity } from './odd-turns'
import { spentInside } from './spent-inside'
import { attachedSize, attachmentFault, beginningOf } from './turn-beginning'
import { createRuleReader } from './unasked-calls'
import { hostsOfCode } from './without-hosts'

export type KeepTestParts = {
  threads: Pick<Threads, 'read' | 'turnsOf' | 'changesOf'>
  events: Pick<EventLog, 'eventsOfTurn'>
  requests: Pick<RequestRecords, 'ofCall'>
  drawings: RunDrawings
  results: Pick<Results, 'read'>
  /** Knows every key and secret of the person, and those of these names. */
  redactor: (names: readonly string[]) => Promise<Redactor>
}

/** A thread as it was read: all of a test but its name, with the keys and secrets that may stand in it. */
type ReadThread = {
  threadId: string
  /** How far the thread had come. */
  place: string
  test: Omit<FlowTest, 'id' | 'name'>
  drawings: readonly JsonObject[]
}

export type TestKeeper = {
  /** Throws `not-found`, and `bad-input` in words for a thread that cannot be played again. */
  keep: (asked: { threadId: string; name: string }) => Promise<FlowTest>
  /** Changes nothing. Throws `not-found`. */
  outlook: (threadId: string) => Promise<TestOutlook>
}

/** Whoever keeps a thread after the look at it goes on with what that read, unless the thread went on since. Of one thread, until it is kept. */
export function createTestKeeper(parts: KeepTestParts): TestKeeper {
  let looked: ReadThread | null = null
  return {
    async keep({ threadId, name }) {
      const known = looked
      looked = null
      const isKnown = known?.threadId === threadId && known.place === placeOf(parts, threadId)
      return await testOf(parts, isKnown ? known : await readThread(parts, threadId), name)
    },
    async outlook(threadId) {
      looked = null
      const { read, outlook } = await lookAt(parts, threadId)
      looked = read
      return outlook
    },
  }
}

/** Throws `not-found`. */
function placeOf({ threads, events }: KeepTestParts, threadId: string): string {
  threads.read(threadId)
  const count = threads.turnsOf(threadId)
  const last = count === 0 ? undefined : events.eventsOfTurn(threadId, count).at(-1)
  return `${count} ${last?.runId ?? ''} ${last?.seq ?? 0}`
}

async function readThread(parts: KeepTestParts, threadId: string): Promise<ReadThread> {
  const place = placeOf(parts, threadId)
  const { only } = parts.threads.read(threadId)
  const count = parts.threads.turnsOf(threadId)
  if (count === 0) throw new AppError('bad-input', 'Nothing was said in this thread yet, so there is nothing to keep.')
  if (isChangedByHand(parts.threads, threadId))
    throw new AppError(
      'bad-input',
      'This thread cannot be a test: a result, a plan or who answers was changed by hand where it left another thread.',
    )
  const turns: TestTurn[] = []
  const drawings: JsonObject[] = []
  let sets: JsonObject = {}
  let nodes: { [id: string]: string } = {}
  let attached = 0
  const rules = createRuleReader()
  const { breathe } = createBreather()
  for (let number = 1; number <= count; number += 1) {
    await breathe()
    const events = parts.events.eventsOfTurn(threadId, number)
    refuse(number, oddity(events))
    const read = turnOf(parts, { threadId, number, events, sets })
    attached += attachedSize(read.turn)
    const unasked = rules.unaskedIn(events)
    refuse(number, attachmentFault(attached, MOST_ATTACHED) ?? rules.fault())
    turns.push({ ...read.turn, ...(unasked.length === 0 ? {} : { unasked }) })
    sets = read.setsAfter
    nodes = { ...nodes, ...namesIn(parts, events) }
    drawings.push(...drawingsIn(parts, events))
  }
  const used = new Set(JSON.stringify(turns).match(/"(?:node|toolNode)":"(?:[^"\\]|\\.)*"/g) ?? [])
  const isUsed = (id: string): boolean =>
    used.has(`"node":${JSON.stringify(id)}`) || used.has(`"toolNode":${JSON.stringify(id)}`)
  const named = Object.fromEntries(Object.entries(nodes).filter(([id]) => isUsed(id)))
  return { threadId, place, test: { only: only ?? null, nodes: named, turns }, drawings }
}

/** Keys and secrets go by what they are now. */
async function testOf(parts: KeepTestParts, { test: read, drawings }: ReadThread, name: string): Promise<FlowTest> {
  const test: FlowTest = { id: newId('test'), name: name.trim(), ...read }
  const redactor = await parts.redactor(namedSecrets(drawings))
  const clean = bundleCleaner(redactor, drawings)
  const cleaned = flowTestSchema.safeParse(clean(z.json().parse(JSON.parse(JSON.stringify(test)))))
  if (cleaned.success) return cleaned.data
  throw new AppError('bad-input', 'This thread is too large to be a test. Keep a shorter one.')
}

/** What to know of a thread before it is kept: why it cannot be a test, or null; and the hosts that its code may fetch from, which a test does not reach. */
export type TestOutlook = { why: Message | null; hosts: string[] }

async function lookAt(
  parts: KeepTestParts,
  threadId: string,
): Promise<{ read: ReadThread | null; outlook: TestOutlook }> {
  try {
    const read = await readThread(parts, threadId)
    const { nodes } = await testOf(parts, read, threadId)
    const count = parts.threads.turnsOf(threadId)
    const text = drawingText(parts, parts.events.eventsOfTurn(threadId, count)).at(-1)
    const hosts = text === undefined ? [] : Object.keys(nodes).flatMap((node) => hostsOfCode(text, node))
    return { read, outlook: { why: null, hosts: [...new Set(hosts)] } }
  } catch (cause) {
    if (cause instanceof AppError && cause.code === 'bad-input')
      return { read: null, outlook: { why: cause.said, hosts: [] } }
    throw cause
  }
}

/** Throws `bad-input` in words where there is a reason. */
function refuse(turn: number, why: Message | null): void {
  if (why !== null) throw refused(turn, why)
}

function refused(turn: number, why: Message): AppError {
  return new AppError('bad-input', message('This thread cannot be a test: in turn {turn} {why}.', { turn, why }))
}

type TurnToKeep = { threadId: string; number: number; events: readonly RunEvent[]; sets: JsonObject }

function turnOf(
  parts: KeepTestParts,
  { threadId, number, events, sets }: TurnToKeep,
): { turn: TestTurn; setsAfter: JsonObject } {
  const end = events.findLastIndex(isTerminal)
  const begun = events.find((event) => event.type === 'run.started')
  const turn: TestTurn = {
    says: begun?.input ?? null,
    ...turnBeginning(parts, { threadId, number, events }),
    sets: { ...sets, ...setBy(events.slice(0, end)) },
    answers: events.flatMap(answerIn),
    replies: repliesIn(parts, number, events),
    calls: callsIn(events),
    route: routeOf(events),
  }
  return { turn, setsAfter: setBy(events.slice(end)) }
}

function turnBeginning({ results }: KeepTestParts, { threadId, number, events }: Omit<TurnToKeep, 'sets'>) {
  try {
    return beginningOf(events, (id) => results.read(threadId, id))
  } catch (cause) {
    if (!(cause instanceof AppError) || cause.code !== 'not-found') throw cause
    throw refused(number, message('what was attached is not kept any more'))
  }
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
  const handedTo = handOffsIn(events)
  const costs = new Map(
    events.flatMap((event) => (event.type === 'model.finished' ? [[event.span, event.cost] as const] : [])),
  )
  return events.flatMap((event) => {
    if (isInTool(event) || event.type !== 'model.started') return []
    const outcome = requests.ofCall(event.span).findLast((record) => record.outcome.kind === 'answered')?.outcome
    if (outcome?.kind !== 'answered') throw refused(turn, message('what a model replied is not kept any more'))
    const { text, calls, usage, end } = outcome
    const { said } = splitThinking(text)
    const { node, purpose, span } = event
    const cost = costs.get(span)
    const known = { ...(cost === undefined ? {} : { cost }), ...(end === undefined ? {} : { end }) }
    const made = calls.map((call) => {
      const to = handedTo.get(call.id)
      return to === undefined ? call : { ...call, to }
    })
    return [{ node, purpose, text: said, calls: made, usage, ...known }]
  })
}

/** By its id the node to which a call handed the conversation, where it is the one hand-off of its reply. */
function handOffsIn(events: readonly RunEvent[]): ReadonlyMap<string, string> {
  const handedTo = new Map<string, string>()
  let asked: { node: string; scope: string; id: string } | null = null
  for (const event of events) {
    if (event.type !== 'entry') continue
    const { entry } = event
    if (entry.kind === 'calls') {
      const [first, ...others] = entry.calls.filter(({ transit }) => transit)
      asked = first === undefined || others.length > 0 ? null : { node: entry.author, scope: entry.scope, id: first.id }
    }
    if (entry.kind !== 'handoff' || entry.by !== 'model' || asked === null) continue
    if (entry.from === asked.node && entry.fromScope === asked.scope) handedTo.set(asked.id, entry.to)
    asked = null
  }
  return handedTo
}

/** The result of each call of a tool; what was called within one is a part of it. */
function callsIn(events: readonly RunEvent[]): KeptCall[] {
  const spentIn = spentInside(events)
  const made = callsOfTurn(events, (_node, told) => told ?? null).all.flatMap((call): KeptCall[] => {
    const { id, node, tool, toolNode, result, inside } = call
    if (result === null || inside !== null) return []
    const { kept: _kept, ...given } = result
    const spent = spentIn.get(id)
    const took = spent === undefined ? {} : { spent }
    return [{ node, tool, toolNode, arguments: jsonOrText(call.arguments), ...given, ...took }]
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

function drawingsIn(parts: KeepTestParts, events: readonly RunEvent[]): JsonObject[] {
  return drawingText(parts, events).map((text) => drawingSchema.parse(JSON.parse(text)))
}

function drawingText({ drawings }: KeepTestParts, events: readonly RunEvent[]): string[] {
  return events.flatMap((event) => {
    const text = event.type === 'run.started' ? (drawings.of(event.runId)?.text() ?? null) : null
    return text === null ? [] : [text]
  })
}

const drawingSchema = z.record(z.string(), z.json()) satisfies z.ZodType<{ readonly [name: string]: Json }>
