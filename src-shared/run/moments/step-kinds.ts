/** What a person can stop at while looking back: which events begin a step of a thread, and which belong to the one before or after. */
import type { RunEvent, RunEventType } from '../log/events'
import type { FleetingType } from '../log/event-types'
import type { LogEntry } from '../log/log'
import type { PlanStepState } from '../log/events'

/** What a step is. */
export type StepKind =
  | 'turn'
  | 'message'
  | 'calls'
  | 'result'
  | 'handoff'
  | 'note'
  | 'decision'
  | 'session'
  | 'variables'
  | 'plan'
  | 'question'
  | 'answer'
  | 'warning'
  | 'run'

/** `before`: it leads to the next step. `after`: it ends the one before it. */
export type StepPart = StepKind | 'before' | 'after'

type StoredType = Exclude<RunEventType, FleetingType>

const PARTS = {
  'run.started': 'turn',
  'run.resumed': 'run',
  baton: 'after',
  'model.started': 'before',
  'model.retry': 'before',
  'model.fallback': 'before',
  'model.finished': 'before',
  'tool.started': 'before',
  'tool.finished': 'before',
  decision: 'decision',
  session: 'session',
  variables: 'variables',
  'plan.attempt': 'plan',
  'plan.forked': 'before',
  'plan.steps': 'after',
  'plan.solved': 'plan',
  question: 'question',
  answer: 'answer',
  warning: 'warning',
  'run.finished': 'after',
  'run.failed': 'run',
  'run.stopped': 'run',
} as const satisfies { [T in Exclude<StoredType, 'entry' | 'plan.step'>]: StepPart }

const ENTRIES = {
  text: 'message',
  calls: 'calls',
  result: 'result',
  handoff: 'handoff',
  system: 'note',
} as const satisfies { [K in LogEntry['kind']]: StepKind }

const PLAN_STEPS = {
  waiting: 'after',
  running: 'before',
  done: 'plan',
  failed: 'plan',
  skipped: 'after',
} as const satisfies { [S in PlanStepState]: StepPart }

/** Stored events: transient ones are no part of the past. */
export type StoredRunEvent = Exclude<RunEvent, { type: FleetingType }>

/** What an event is to the steps of its thread. */
export function partOf(event: StoredRunEvent): StepPart {
  switch (event.type) {
    case 'entry':
      // The turn began with these words, which the entry only confirms.
      return event.entry.kind === 'text' && event.entry.author === 'user' ? 'after' : ENTRIES[event.entry.kind]
    case 'plan.step':
      return PLAN_STEPS[event.state]
    default:
      return PARTS[event.type]
  }
}
