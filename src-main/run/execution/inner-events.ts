/** What a flow that runs as a tool tells, as the run round it tells it: under ids and in a scope that are only the tool's. */
import { createHash } from 'node:crypto'
import { innerId } from '../../../src-shared/flow/inner-ids'
import { MAIN_SCOPE, withCallPrefix, type LogEntry, type Scope } from '../../../src-shared/run/log/log'
import { isToldInside } from '../../../src-shared/run/log/event-types'
import type { Breakpoint, BreakpointPlace } from '../../../src-shared/run/log/breakpoints'
import type { GivenAnswer, NodeQuestion } from '../../../src-shared/run/log/questions'
import type { PauseSource } from '../../engine/contract/pause-source'
import type { CallToRepeat } from '../../engine/contract/repeats'
import type { StepMode } from '../../engine/state/pause-state'
import { planCallId, type NewRunEvent } from '../../../src-shared/run/log/events'

/** The tool whose flow tells it, the scope that stands for the flow's own main one, the key of the call, and the present time (ISO 8601). */
export type ToldBy = { holder: string; scope: Scope; key: string; now: () => string }

type EventOf<T extends NewRunEvent['type']> = Extract<NewRunEvent, { type: T }>

/**
 * From events of the inner run to those of the outer one. What is not for a trace is left out: who holds the baton there,
 * its variables, questions and texts that still stream. Steps of a plan are told as calls of tools.
 */
export function innerEvents({ holder, scope, key, now }: ToldBy): (event: NewRunEvent) => NewRunEvent[] {
  const ids = idsOf({ holder, scope, key, now })
  return (event) => told(event, ids)
}

/** After a crash a call goes on and emits events with the same ids again; a call of the same id in another reply gets other ids. */
function prefixOf({ key }: Pick<ToldBy, 'key'>): string {
  return `in${createHash('sha256').update(key).digest('hex').slice(0, 12)}.`
}

function idsOf({ holder, scope, key, now }: ToldBy): Ids {
  const prefix = prefixOf({ key })
  return {
    of: (id) => prefix + id,
    node: (id) => innerId(holder, id),
    scope: (path) => scope + withCallPrefix(path.slice(MAIN_SCOPE.length), prefix),
    holder,
    now,
  }
}

/** Questions of the inner flow as the run round it asks them. */
export function questionsOutside(by: ToldBy, questions: readonly NodeQuestion[]): NodeQuestion[] {
  const ids = idsOf(by)
  return questions.map((one) => ({
    ...one,
    ...place(one, ids),
    id: ids.of(one.id),
    question: questionOutside(one.question, ids),
  }))
}

/** Where a turn pauses inside is told by the places of the run round it. */
function questionOutside(question: NodeQuestion['question'], ids: Ids): NodeQuestion['question'] {
  if (question.kind !== 'breakpoint') return question
  const because = question.because.map((reason) =>
    reason.is === 'step' ? reason : { ...reason, place: placeOutside(reason.place, ids) },
  )
  return { ...question, because }
}

function placeOutside(at: BreakpointPlace, ids: Ids): BreakpointPlace {
  switch (at.on) {
    case 'node':
      return { ...at, node: ids.node(at.node) }
    case 'edge':
      return { ...at, edge: ids.node(at.edge) }
    case 'tool':
    case 'variable':
      return at
  }
}

/** Where the inner run pauses: at what is inside of the tool, and at tools by their names. Its variables are others than those round it. */
export function pausesInside(by: Pick<ToldBy, 'holder' | 'key'>, outside: PauseSource): PauseSource {
  const { holder } = by
  const prefix = prefixOf(by)
  const { stepping } = outside
  const mode = stepping?.is === 'to' ? modeTo(insideId(holder, stepping.node)) : (stepping ?? null)
  return {
    breakpoints: () => outside.breakpoints().flatMap((one) => breakpointInside(holder, one)),
    isAsked: (id) => outside.isAsked(prefix + id),
    hasPaused: outside.hasPaused,
    ...(mode === null ? {} : { stepping: mode }),
  }
}

function modeTo(node: string | null): StepMode | null {
  return node === null ? null : { is: 'to', node }
}

function breakpointInside(holder: string, one: Breakpoint): Breakpoint[] {
  const { place: at } = one
  if (at.on === 'tool') return [one]
  if (at.on === 'variable') return []
  const id = insideId(holder, at.on === 'node' ? at.node : at.edge)
  if (id === null) return []
  return [{ ...one, place: at.on === 'node' ? { ...at, node: id } : { ...at, edge: id } }]
}

/** An id of the run round it as the flow inside of a node knows it; null: it is not in there. */
function insideId(holder: string, id: string): string | null {
  const prefix = innerId(holder, '')
  return id.startsWith(prefix) ? id.slice(prefix.length) : null
}

/** What was answered to these, as the inner flow knows its questions. */
export function answersInside(by: Pick<ToldBy, 'holder' | 'key'>, answers: readonly GivenAnswer[]): GivenAnswer[] {
  const prefix = prefixOf(by)
  return answers.flatMap(({ id, answer }) =>
    id.startsWith(prefix) ? [{ id: id.slice(prefix.length), answer: answerInside(by.holder, answer) }] : [],
  )
}

/** Who runs to a node that is not inside goes on here. */
function answerInside(holder: string, answer: GivenAnswer['answer']): GivenAnswer['answer'] {
  if (answer.kind !== 'breakpoint' || answer.go.is !== 'to') return answer
  const node = insideId(holder, answer.go.node)
  return { ...answer, go: node === null ? { is: 'continue' } : { is: 'to', node } }
}

/** A call of the inner flow as the run round it knows it. */
export function callInside({ holder, scope, key }: Omit<ToldBy, 'now'>, call: CallToRepeat): CallToRepeat {
  const { node, toolNode, path } = call
  return {
    ...call,
    node: innerId(holder, node),
    toolNode: innerId(holder, toolNode),
    path: scope + path.slice(MAIN_SCOPE.length),
    key: `${key}/${call.key}`,
  }
}

type Ids = {
  /** Of entries and calls, which are numbered anew in each run. */
  of: (id: string) => string
  node: (id: string) => string
  scope: (path: Scope) => Scope
  holder: string
  now: () => string
}

function told(event: NewRunEvent, ids: Ids): NewRunEvent[] {
  if (!isToldInside(event)) return []
  switch (event.type) {
    case 'model.started':
    case 'model.retry':
    case 'model.fallback':
    case 'model.finished':
    case 'decision':
    case 'session':
      return [{ ...event, ...place(event, ids) }]
    case 'tool.started':
    case 'tool.progress':
    case 'tool.finished':
      return [{ ...event, ...place(event, ids), callId: ids.of(event.callId), toolNode: toolNode(event, ids) }]
    case 'plan.step':
      return planStep(event, ids)
    case 'warning':
      return [{ ...event, node: event.node === null ? ids.holder : ids.node(event.node) }]
    case 'entry': {
      const entry = entryOf(event.entry, ids)
      return [{ type: 'entry', node: entry.author, path: entry.scope, entry }]
    }
  }
}

function place({ node, path }: { node: string; path: Scope }, ids: Ids): { node: string; path: Scope } {
  return { node: ids.node(node), path: ids.scope(path) }
}

function toolNode({ toolNode: id }: { toolNode: string | null }, ids: Ids): string | null {
  return id === null ? null : ids.node(id)
}

/** The user of the inner flow is the tool, which says to it what it was called with. */
function entryOf(entry: LogEntry, ids: Ids): LogEntry {
  const isUser = entry.author === 'user'
  const author = isUser ? ids.holder : entry.author === 'flow' ? entry.author : ids.node(entry.author)
  const own = { id: ids.of(entry.id), author, scope: ids.scope(entry.scope) }
  switch (entry.kind) {
    case 'text':
      return { ...entry, ...own, ...(isUser ? { asUser: true } : {}) }
    case 'calls':
      return { ...entry, ...own, calls: entry.calls.map((call) => ({ ...call, id: ids.of(call.id) })) }
    case 'result':
      return { ...entry, ...own, callId: ids.of(entry.callId) }
    case 'handoff':
      return {
        ...entry,
        ...own,
        from: entry.from === null ? null : ids.node(entry.from),
        to: ids.node(entry.to),
        edge: entry.edge === null ? null : ids.node(entry.edge),
        fromScope: ids.scope(entry.fromScope),
        carries: entry.carries.map(ids.of),
      }
    case 'system':
      return { ...entry, ...own }
  }
}

/** What the end of a call says beside of what a step of a plan says. */
function endOf({ variables, notes = [] }: EventOf<'plan.step'>): Partial<EventOf<'tool.finished'>> {
  const source = notes.find(({ note }) => note === 'recorded' || note === 'by-hand')
  return {
    ...(variables === undefined ? {} : { changes: { variables } }),
    ...(source === undefined ? {} : { takenFrom: source.note === 'recorded' ? 'record' : 'person' }),
  }
}

/** A plan inside of a tool is none that a person could look at, change or run again: its steps are calls like any other. */
function planStep(event: EventOf<'plan.step'>, ids: Ids): NewRunEvent[] {
  const { tool, state, ms = 0 } = event
  const callId = ids.of(planCallId(event, event.id))
  const at = { ...place(event, ids), span: callId, callId, tool, toolNode: toolNode(event, ids) }
  if (state === 'running')
    return [
      {
        type: 'tool.started',
        ...at,
        arguments: JSON.stringify(event.arguments ?? event.filled ?? {}),
        ...(event.effect === undefined ? {} : { effect: event.effect }),
      },
    ]
  if (state !== 'done' && state !== 'failed') return []
  const isError = state === 'failed'
  const { node: author, path: scope } = at
  const said = {
    callId,
    tool,
    text: event.evidence ?? '',
    isError,
    ...(event.kept === undefined ? {} : { kept: event.kept }),
  }
  const entry: LogEntry = { kind: 'result', id: `${callId}.result`, turn: 1, at: ids.now(), author, scope, ...said }
  return [
    { type: 'tool.finished', ...at, isError, ms, ...endOf(event) },
    { type: 'entry', node: author, path: scope, entry },
  ]
}
