/** The part of the fold that happens within one turn: its state, and which event changes which item and row. */
import { message, type Message } from '../../languages/translate'
import { type FleetingType, isTerminal } from '../log/event-types'
import type { RunEvent, RunEventOf } from '../log/events'
import type { ReasonRecord } from '../log/reasons'
import { foldAnswer, foldQuestion } from './fold-answer'
import { foldEntry } from './fold-entry'
import { dropItem, finishTool, foldProgress, startTool, stopItem, stopRow, waitItem } from './fold-tool'
import { dropPlanText, foldPlan, foldPlanText, haltPlans } from './fold-plan'
import { addRow, append, lastIndex, put, replaceAt, rowOfSpan } from './fold-rows'
import type { Activity, ChatItem, ModelCall, NoteItem, Stream, ThinkingText, TraceStep, TurnView } from './fold-view'
import { addUsage } from '../log/usage'
import type { Warning } from '../log/warnings'
import { limitPlace, overBudgetPlace } from '../words/limit-place'
import { afterLimit, limitWords } from '../words/limits'
import { beginsAgainWords, overBudgetWords } from '../words/warnings'

/** The turn after one more event of its newest run; the same object when the event was seen before. */
export function foldTurn(turn: TurnView, event: RunEvent): TurnView {
  if (event.type === 'run.resumed') return event.seq <= turn.resumedAt ? turn : resumeTurn(turn, event)
  if (event.seq <= turn.seq) return turn
  if (!isOpen(turn)) return foldAfterEnd(turn, event)
  const next = { ...turn, seq: event.seq, ...(isTerminal(event) ? {} : { state: 'running' as const }) }
  if (event.type === 'token') return { ...next, streams: foldToken(turn.streams, event) }
  if (event.type === 'thought') return foldThought(next, event)
  if (event.type === 'plan.text') return foldPlanText(next, event)
  if (event.type === 'tool.progress') return foldProgress(next, event)
  return foldStep(next, event)
}

/** Behind the end of a turn stands only what a person set, and what calls came to that nobody goes on with in a thread that left another one. */
function foldAfterEnd(turn: TurnView, event: RunEvent): TurnView {
  if (event.type === 'variables') return changeVariables({ ...turn, seq: event.seq }, event)
  return event.type === 'entry' ? foldEntry({ ...turn, seq: event.seq }, event) : turn
}

/** A turn that ended does nothing more until it is resumed. */
function isOpen(turn: TurnView): boolean {
  return turn.state === 'running' || turn.state === 'unfinished'
}

/** The turn with nothing under way: replies that were being written are gone, tools and rows that ran are stopped. */
export function interruptTurn(turn: TurnView): TurnView {
  return { ...halt(turn, 'stopped'), plans: haltPlans(turn.plans, 'waiting'), state: 'unfinished' }
}

function halt(turn: TurnView, state: 'stopped' | 'failed'): TurnView {
  const items = turn.items.map(stopItem)
  const trace = turn.trace.map((row) => stopRow(row, state))
  const lists = { items: keep(turn.items, items), trace: keep(turn.trace, trace) }
  return { ...turn, ...lists, streams: [], thinking: [], activity: null, plans: haltPlans(turn.plans, 'skipped') }
}

/** The list as it was when nothing in it changed. */
function keep<T>(before: readonly T[], after: readonly T[]): readonly T[] {
  return before.every((item, index) => item === after[index]) ? before : after
}

/** The turn going on after it was interrupted or had failed: what was half done is gone, what failed is past. */
export function resumeTurn(turn: TurnView, event: RunEventOf<'run.resumed' | 'run.started'>): TurnView {
  const halted = halt(turn, 'stopped')
  const items = halted.items.map((item): ChatItem =>
    item.kind === 'error' || (item.kind === 'note' && item.note !== 'answer') ? { ...item, isPast: true } : item,
  )
  const next = {
    ...halted,
    items,
    plans: haltPlans(turn.plans, 'waiting'),
    // A new run says again what is still asked.
    questions: event.type === 'run.resumed' ? turn.questions : [],
    seq: event.seq,
    resumedAt: event.seq,
    state: 'running' as const,
    error: null,
    ms: null,
  }
  return addRow(next, event, { step: { what: 'run', became: 'resumed', message: null } })
}

function foldToken(streams: readonly Stream[], event: RunEventOf<'token'>): readonly Stream[] {
  const { entryId, span, node: author, path, at, text } = event
  const index = lastIndex(streams, (stream) => stream.span === span)
  const stream = streams[index]
  if (stream === undefined) return [...streams, { entryId, span, author, path, at, text }]
  // A retried call streams its reply from the start.
  const isSame = stream.entryId === entryId
  return replaceAt(streams, index, isSame ? { ...stream, text: stream.text + text } : { ...stream, entryId, at, text })
}

function foldThought(turn: TurnView, { span, node, path, text, takesBack }: RunEventOf<'thought'>): TurnView {
  const index = lastIndex(turn.thinking, (one) => one.span === span)
  const known = turn.thinking[index]
  const said = takesBack ? (turn.streams.find((stream) => stream.span === span)?.text ?? '') : ''
  const streams = takesBack ? turn.streams.filter((stream) => stream.span !== span) : turn.streams
  const activity = turn.activity?.node === node ? withoutAttempts(turn.activity) : turn.activity
  if (known === undefined)
    return { ...turn, activity, streams, thinking: [...turn.thinking, { span, node, path, text: said + text }] }
  const thinking = replaceAt(turn.thinking, index, { ...known, text: known.text + said + text })
  return { ...turn, activity, streams, thinking }
}

/** Whoever thinks was reached: how often that was tried, and in whose place, is in the trace. */
function withoutAttempts(activity: Activity): Activity {
  if (activity.retry === null && activity.fallback === undefined) return activity
  const { fallback: _reached, ...others } = activity
  return { ...others, retry: null }
}

function foldStep(turn: TurnView, event: Exclude<RunEvent, RunEventOf<FleetingType | 'run.resumed'>>): TurnView {
  switch (event.type) {
    case 'model.started':
      return startModel(turn, event)
    case 'model.retry':
      return retryModel(turn, event)
    case 'model.fallback':
      return askOther(turn, event)
    case 'model.finished':
      return finishModel(turn, event)
    case 'decision':
      return decide(turn, event)
    case 'entry':
      return foldEntry(turn, event)
    case 'tool.started':
      return startTool(turn, event)
    case 'tool.finished':
      return finishTool(turn, event)
    case 'session': {
      const { number, state, slots } = event
      return addRow(turn, event, {
        node: event.node,
        path: event.path,
        step: { what: 'session', number, state, slots },
      })
    }
    case 'variables':
      return changeVariables(turn, event)
    case 'warning':
      return warn(turn, event)
    case 'question':
      return foldQuestion(turn, event)
    case 'answer':
      return foldAnswer(turn, event)
    case 'run.finished':
      return finish(turn, event)
    case 'run.failed':
      return fail(turn, event)
    case 'run.stopped':
      return stop(turn, event)
    case 'plan.attempt':
    case 'plan.forked':
    case 'plan.steps':
    case 'plan.step':
    case 'plan.solved':
      return foldPlan(turn, event)
    case 'run.started':
    case 'baton':
      return turn
  }
}

/** What people should know is a note in the conversation too. */
function warn(turn: TurnView, event: RunEventOf<'warning'>): TurnView {
  const text = againWords(event)
  const next =
    event.code === 'over-budget'
      ? withNote(turn, event, {
          note: 'over-budget',
          text: overBudgetWords(event.facts),
          place: overBudgetPlace(event.facts),
        })
      : text === null
        ? turn
        : withNote(turn, event, { note: 'again', text })
  return addRow(next, event, { node: event.node, step: { what: 'warning', warning: event } })
}

/** Why a turn begins again, also where an older build told it; null: it warns of something else. */
function againWords(warning: Warning): string | Message | null {
  if (warning.code === 'turn-begins-again') return beginsAgainWords(warning.facts.why)
  return warning.code === 'other' && warning.facts.was === 'turn-begins-again' ? warning.facts.message : null
}

/** Also after the end of a turn: a person changes variables between turns. */
function changeVariables(turn: TurnView, event: RunEventOf<'variables'>): TurnView {
  const { changes, by = null } = event
  const node = by === 'user' || by === 'flow' ? null : by
  return addRow(turn, event, { node, step: { what: 'variables', changes, by } })
}

function startModel(turn: TurnView, event: RunEventOf<'model.started'>): TurnView {
  const { node, path, span, purpose, model, connection, messages, dropped } = event
  const call = { purpose, model, ...(connection === undefined ? {} : { connection }), messages, dropped, retries: [] }
  const step = { what: 'model', call, entryId: null, text: '', calls: [] } as const
  const activity: Activity = { node, path, purpose, retry: null }
  return addRow({ ...turn, activity }, event, { node, path, span, state: 'running', step })
}

function retryModel(turn: TurnView, event: RunEventOf<'model.retry'>): TurnView {
  const { attempt, waitMs, of } = event
  const retry = { attempt, waitMs, ...(of === undefined ? {} : { of }), ...reasonIn(event) }
  const activity = turn.activity === null ? null : { ...turn.activity, retry }
  // The text of the failed attempt is no part of the reply.
  const streams = turn.streams.filter((stream) => stream.span !== event.span)
  const thinking = withoutSpan(turn.thinking, event.span)
  const plans = dropPlanText(turn.plans, event.span)
  const found = rowOfSpan(turn.trace, event.span)
  if (found === null || found.row.step.what !== 'model') return { ...turn, activity, streams, thinking, plans }
  const { step } = found.row
  const row = { ...found.row, step: { ...step, call: { ...step.call, retries: [...step.call.retries, retry] } } }
  return { ...turn, activity, streams, thinking, plans, trace: put(turn.trace, found.index, row) }
}

function reasonIn({ reason, said }: ReasonRecord): ReasonRecord {
  return { reason, ...(said === undefined ? {} : { said }) }
}

function askOther(turn: TurnView, event: RunEventOf<'model.fallback'>): TurnView {
  const { span, from, to, why } = event
  const fallback = { from, to, why, ...reasonIn(event) }
  const activity = turn.activity === null ? null : { ...turn.activity, retry: null, fallback }
  const found = rowOfSpan(turn.trace, span)
  if (found === null || found.row.step.what !== 'model') return { ...turn, activity }
  const { step } = found.row
  const call = { ...step.call, fallbacks: [...(step.call.fallbacks ?? []), fallback] }
  return { ...turn, activity, trace: put(turn.trace, found.index, { ...found.row, step: { ...step, call } }) }
}

function finishModel(turn: TurnView, event: RunEventOf<'model.finished'>): TurnView {
  const { usage, ms, span } = event
  const told = {
    ...(event.thoughts === undefined ? {} : { thoughts: event.thoughts }),
    ...endOf(event),
    ...answererOf(event),
  }
  const isBusyWithIt =
    turn.activity !== null && turn.activity.node === event.node && turn.activity.purpose === event.purpose
  const counted = {
    ...turn,
    activity: isBusyWithIt ? null : turn.activity,
    thinking: withoutSpan(turn.thinking, span),
    usage: usage === null ? turn.usage : addUsage(turn.usage, usage),
    modelCalls: turn.modelCalls + 1,
  }
  const found = rowOfSpan(turn.trace, span)
  if (found === null) return counted
  const { row } = found
  const step = withCallFacts(row.step, { ...told, ...sentOf(event) })
  const trace = put(turn.trace, found.index, {
    ...row,
    step,
    state: 'done' as const,
    usage: usage ?? row.usage,
    ms,
  })
  const entryId = row.step.what === 'model' ? row.step.entryId : null
  const said =
    entryId === null ? -1 : lastIndex(turn.items, (item) => item.kind === 'message' && item.entryId === entryId)
  const message = turn.items[said]
  if (message?.kind !== 'message') return { ...counted, trace }
  return { ...counted, trace, items: put(turn.items, said, { ...message, ...told, usage, ms }) }
}

function endOf({ end }: RunEventOf<'model.finished'>): Pick<ModelCall, 'end'> {
  return end === undefined ? {} : { end }
}

function sentOf({ model, sent }: RunEventOf<'model.finished'>): Partial<ModelCall> {
  return { served: model, ...(sent === undefined ? {} : { messages: sent }) }
}

function answererOf({ answeredBy, dropped, cost }: RunEventOf<'model.finished'>): Partial<ModelCall> {
  return {
    ...(answeredBy === undefined ? {} : { answeredBy }),
    ...(dropped === undefined ? {} : { dropped }),
    ...(cost === undefined ? {} : { cost }),
  }
}

/** The row's model call with the facts of its `model.finished`. */
function withCallFacts(step: TraceStep, told: Partial<ModelCall>): TraceStep {
  if (Object.keys(told).length === 0) return step
  if (step.what === 'model') return { ...step, call: { ...step.call, ...told } }
  return step.what === 'decision' && step.call !== null ? { ...step, call: { ...step.call, ...told } } : step
}

/** The list itself where nothing of the call is in it, as mostly. */
function withoutSpan(list: readonly ThinkingText[], span: string): readonly ThinkingText[] {
  return list.some((one) => one.span === span) ? list.filter((one) => one.span !== span) : list
}

/** A decision takes over the row of the model call that answered it; one made by a rule gets a row of its own. */
function decide(turn: TurnView, event: RunEventOf<'decision'>): TurnView {
  const { node, path, span, decision, usage, ms } = event
  const key = `${event.runId}:${event.seq}`
  const items: readonly ChatItem[] = append(turn.items, { kind: 'verdict', key, at: event.at, node, path, decision })
  const next = { ...turn, items }
  const found = rowOfSpan(turn.trace, span)
  if (found === null || found.row.step.what !== 'model')
    return addRow(next, event, { node, path, span, usage, ms, step: { what: 'decision', decision, call: null } })
  const { row } = found
  const step = { what: 'decision', decision, call: found.row.step.call } as const
  const decided = { ...row, state: 'done' as const, step, usage: row.usage ?? usage, ms: row.ms ?? ms }
  return { ...next, trace: put(turn.trace, found.index, decided) }
}

function finish(turn: TurnView, event: RunEventOf<'run.finished'>): TurnView {
  const { reason, usage, modelCalls, ms } = event
  const isWaiting = reason === 'waiting'
  const state = reason === 'spoken' ? 'done' : reason
  const items = turn.items.map(isWaiting ? waitItem : dropItem)
  const ended: TurnView = { ...halt({ ...turn, items }, 'stopped'), state, usage, modelCalls, ms }
  if (isWaiting) return { ...ended, plans: haltPlans(turn.plans, 'waiting') }
  if (reason !== 'limit') return { ...ended, questions: [] }
  const message = limitWords(event.limit)
  const noted = withNote(ended, event, {
    note: 'limit',
    text: message,
    after: afterLimit(event.limit),
    place: limitPlace(event.limit),
  })
  const place = limitPlace(event.limit)
  return addRow({ ...noted, questions: [] }, event, { step: { what: 'run', became: 'limit', message, place } })
}

function fail(turn: TurnView, event: RunEventOf<'run.failed'>): TurnView {
  const { node, error, at } = event
  const item: ChatItem = { kind: 'error', key: `${event.runId}:${event.seq}`, at, node, error, isPast: false }
  const halted = halt({ ...turn, items: turn.items.map(dropItem) }, 'failed')
  const ended: TurnView = {
    ...halted,
    items: append(halted.items, item),
    state: 'failed',
    questions: [],
    error,
    ms: elapsed(turn, at),
  }
  return addRow(ended, event, {
    node,
    state: 'failed',
    step: { what: 'run', became: 'failed', message: error.message },
  })
}

function stop(turn: TurnView, event: RunEventOf<'run.stopped'>): TurnView {
  const open = { ...turn, items: turn.items.map(dropItem) }
  const ended: TurnView = { ...halt(open, 'stopped'), state: 'stopped', questions: [], ms: elapsed(turn, event.at) }
  const noted = withNote(ended, event, { note: 'stopped', text: message('You stopped this turn.') })
  return addRow(noted, event, { step: { what: 'run', became: 'stopped', message: null } })
}

function withNote(
  turn: TurnView,
  event: RunEvent,
  said: Pick<NoteItem, 'note' | 'text' | 'after' | 'place'>,
): TurnView {
  const item: ChatItem = { kind: 'note', key: `${event.runId}:${event.seq}`, at: event.at, ...said, isPast: false }
  return { ...turn, items: append(turn.items, item) }
}

function elapsed(turn: TurnView, at: string): number | null {
  const ms = Date.parse(at) - Date.parse(turn.startedAt)
  return Number.isFinite(ms) && ms >= 0 ? ms : null
}
