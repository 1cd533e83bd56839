/** From LangGraph's stream to run events: the only file that knows the shapes of its chunks. */
import { Command, INTERRUPT } from '@langchain/langgraph'
import { z } from 'zod'
import type { Json, JsonObject } from '../../../src-shared/flow/records'
import { EVENT_TRAITS } from '../../../src-shared/run/log/event-types'
import type { NewRunEvent, RunEventType, UnnumberedEvent } from '../../../src-shared/run/log/events'
import type { LogEntry } from '../../../src-shared/run/log/log'
import { questionSchema, type GivenAnswer } from '../../../src-shared/run/log/questions'
import { runConfig, runMs } from '../../engine/compile/run-config'
import type { BudgetLeft } from '../../engine/contract/call-usage'
import type { NodeQuestion, CompiledFlow } from '../../engine/contract/runtime'
import { noInterjection, type Interjection } from '../../engine/contract/interjection'
import type { PauseSource } from '../../engine/contract/pause-source'
import type { TakeResult } from '../../engine/contract/repeats'
import { isBranchStep, ownerOfStep } from '../../engine/state/step-names'
import {
  changeTurn,
  type BatonState,
  type BatonUpdate,
  type Session,
  type Sessions,
  type Turn,
} from '../../engine/state/state'

const askedSchema = z.object({ id: z.string(), node: z.string(), path: z.string(), question: questionSchema })
/** Each step that asks may ask several questions at once. */
const interruptSchema = z.looseObject({
  [INTERRUPT]: z.array(z.looseObject({ value: z.array(askedSchema) })),
})

/** What goes on with a turn that waits: answers, as LangGraph takes them. */
export function answerInput(given: readonly GivenAnswer[]): Command<{ answers: readonly GivenAnswer[] }> {
  return new Command({ resume: { answers: given.map(({ id, answer }) => ({ id, answer })) } })
}

/** How graphs are streamed for `translate`. */
const STREAM_MODES: ['updates', 'custom'] = ['updates', 'custom']
/** LangGraph's own bound on steps; turns end by Baton's limits long before. */
const STEP_BOUND = 10_000

/** Nothing is taken from before: every call is made. */
const CALL_ALL: TakeResult = () => null

/** Nobody can be asked how to go on: a flow that runs as a tool pauses nowhere. */
const NO_PAUSES: PauseSource = { breakpoints: () => [], isAsked: () => false, hasPaused: () => false }

type StreamStart = {
  now: number
  turn: Turn
  within?: string
  left?: BudgetLeft | null
  takeResult?: TakeResult | undefined
  interjection?: Interjection
  pauses?: PauseSource | undefined
  triedAgainAt?: number | null
}

/**
 * How a turn of a flow is streamed that begins or goes on `now` (ms since 1970), as it stands; `within`: the key of the call that it is inside of,
 * `left`: what that may still use.
 */
export function streamOptions({ settings }: CompiledFlow, threadId: string, start: StreamStart) {
  const { now, turn, within = '', left = null, takeResult = CALL_ALL } = start
  const { interjection = noInterjection(), pauses = NO_PAUSES, triedAgainAt = null } = start
  const usedMs = turn.ms ?? 0
  const deadline = now + runMs(settings.limits, turn) - usedMs
  return {
    configurable: {
      thread_id: threadId,
      run: runConfig({
        deadline,
        startedAt: now,
        usedMs,
        within,
        left,
        takeResult,
        interjection,
        pauses,
        triedAgainAt,
      }),
    },
    streamMode: STREAM_MODES,
    recursionLimit: STEP_BOUND,
  }
}

/** What a run has said so far, as far as the next chunk needs it. */
export type Translation = {
  sessions: Sessions
  variables: JsonObject
  turn: Turn
  /** Ids of entries that are not to be said again. */
  told: Set<string>
  /** The graph stopped with these questions to a person. */
  questions: NodeQuestion[]
}

/** Begins where a state stands. */
export function beginTranslation(state: BatonState): Translation {
  return { sessions: state.sessions, variables: state.variables, turn: state.turn, told: new Set(), questions: [] }
}

/** An event of a stream. `isAgain`: it was told before the app was killed, perhaps to this very run. */
export type TranslatedEvent = { event: NewRunEvent; isAgain: boolean }

/** The events of one chunk, as far as the run has not told them. */
export function translate(translation: Translation, chunk: unknown): NewRunEvent[] {
  return eventsIn(translation, chunk).flatMap(({ event, isAgain }) =>
    isAgain && translation.told.has(toldKey(event)) ? [] : [event],
  )
}

/** What a run knows an event by that may be told again; empty for events that never are. */
export function toldKey(event: UnnumberedEvent): string {
  switch (event.type) {
    case 'entry':
      return event.entry.id
    case 'tool.started':
    case 'tool.finished':
      return `${event.type} ${event.span} ${event.callId}`
    case 'decision':
      return `decision ${event.span}`
    case 'question':
      return questionKey(event.id)
    default:
      return ''
  }
}

/** A question is told once, until it is answered. */
export function questionKey(id: string): string {
  return `question ${id}`
}

/** All events of one chunk. Custom chunks are events already; an update becomes what it added and changed. */
export function eventsIn(translation: Translation, chunk: unknown): TranslatedEvent[] {
  if (!isPair(chunk)) return []
  const [mode, payload] = chunk
  if (mode === 'custom') return customEvent(payload)
  return updateEvents(translation, mode, payload).map((event) => ({ event, isAgain: false }))
}

function customEvent(payload: unknown): TranslatedEvent[] {
  if (isEvent(payload)) return [{ event: payload, isAgain: false }]
  const isAgain = typeof payload === 'object' && payload !== null && 'again' in payload
  return isAgain && isEvent(payload.again) ? [{ event: payload.again, isAgain }] : []
}

function updateEvents(translation: Translation, mode: unknown, payload: unknown): NewRunEvent[] {
  if (mode !== 'updates' || typeof payload !== 'object' || payload === null) return []
  const interrupts = interruptSchema.safeParse(payload)
  if (interrupts.success) {
    const asked = interrupts.data[INTERRUPT].flatMap(({ value }) => value)
    translation.questions.push(...asked)
    const isNew = ({ id }: NodeQuestion) => !translation.told.has(questionKey(id))
    return asked.filter(isNew).map((question): NewRunEvent => ({ type: 'question', ...question }))
  }
  return Object.entries(payload).flatMap(([step, update]: [string, unknown]) =>
    isUpdate(update) ? stepEvents(translation, step, update) : [],
  )
}

/** While chats run side by side the baton stays with the nested chat that began them, rather than be in several places. */
function stepEvents(translation: Translation, step: string, update: BatonUpdate): NewRunEvent[] {
  const events = eventsOf(translation, update, nodeOf(step, update))
  return isBranchStep(step) ? events.filter(({ type }) => type !== 'baton') : events
}

/** Whose step it was; the steps of a branch are named after its edge, so what was said tells. */
function nodeOf(step: string, update: BatonUpdate): string | undefined {
  return isBranchStep(step) ? update.log?.at(-1)?.author : ownerOfStep(step)
}

/** The events of an update; `by`: the node whose step made it, or `flow` for the one that began a turn. */
export function eventsOf(translation: Translation, update: BatonUpdate, by = 'flow'): NewRunEvent[] {
  const events: NewRunEvent[] = []
  for (const entry of update.log ?? []) events.push(...entryEvents(translation, entry))
  if (update.sessions !== undefined) {
    events.push(...sessionEvents(translation.sessions, update.sessions))
    translation.sessions = { ...translation.sessions, ...update.sessions }
  }
  if (update.variables !== undefined) {
    const changes = changedVariables(translation.variables, update.variables)
    if (Object.keys(changes).length > 0) events.push({ type: 'variables', changes, by })
    translation.variables = { ...translation.variables, ...update.variables }
  }
  if (update.turn !== undefined) translation.turn = changeTurn(translation.turn, update.turn)
  return events
}

function entryEvents(translation: Translation, entry: LogEntry): NewRunEvent[] {
  if (translation.told.has(entry.id)) return []
  translation.told.add(entry.id)
  const said: NewRunEvent = { type: 'entry', node: entry.author, path: entry.scope, entry }
  if (entry.kind !== 'handoff') return [said]
  return [said, { type: 'baton', node: entry.to, path: entry.scope, edge: entry.edge }]
}

function sessionEvents(before: Sessions, after: Sessions): NewRunEvent[] {
  return Object.entries(after).flatMap(([key, session]) =>
    isSame(before[key], session) ? [] : [sessionEvent(key, session)],
  )
}

function sessionEvent(key: string, session: Session): NewRunEvent {
  const node = key.slice(key.lastIndexOf('/') + 1)
  return {
    type: 'session',
    node,
    path: session.scope,
    number: session.number,
    state: session.state,
    slots: session.slots,
  }
}

function changedVariables(before: JsonObject, after: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(after).filter(([name, value]) => !isSame(before[name], value)))
}

/** Two states of a thread may have been read apart, so equal values are compared by what they say. */
function isSame(first: Json | undefined, second: Json): boolean {
  return first === second || JSON.stringify(first) === JSON.stringify(second)
}

function isPair(chunk: unknown): chunk is readonly unknown[] {
  return Array.isArray(chunk)
}

/** Steps emit only events of their own type, so looking at the type is enough. */
function isEvent(payload: unknown): payload is NewRunEvent {
  return typeof payload === 'object' && payload !== null && 'type' in payload && isEventType(payload.type)
}

function isEventType(type: unknown): type is RunEventType {
  return typeof type === 'string' && Object.hasOwn(EVENT_TRAITS, type)
}

function isUpdate(update: unknown): update is BatonUpdate {
  return typeof update === 'object' && update !== null && 'turn' in update
}
