/** What there is to know of each type of event besides its form: a new type is a line here, and the compiler demands it. */
import type { RunEventType } from './events'

/**
 * `isTransient`: it is published and never stored, since another one will hold the
 * whole. `replaces`: transient ones are over with it. `isInside`: of a flow that runs as a tool it is told too. `isEnd`: it ends its run.
 */
type EventTraits = { isTransient: boolean; replaces: boolean; isInside: boolean; isEnd: boolean }

const NONE = { isTransient: false, replaces: false, isInside: false, isEnd: false } as const
const INSIDE = { ...NONE, isInside: true } as const
const TRANSIENT = { ...NONE, isTransient: true } as const
const REPLACING = { ...NONE, replaces: true } as const
const END = { ...NONE, isEnd: true } as const

export const EVENT_TRAITS = {
  'run.started': NONE,
  'run.resumed': NONE,
  baton: NONE,
  'model.started': INSIDE,
  token: TRANSIENT,
  thought: TRANSIENT,
  'model.retry': INSIDE,
  'model.fallback': INSIDE,
  'model.finished': { ...REPLACING, isInside: true },
  entry: { ...REPLACING, isInside: true },
  'tool.started': INSIDE,
  'tool.progress': { ...REPLACING, isInside: true, isTransient: true },
  'tool.finished': { ...REPLACING, isInside: true },
  decision: INSIDE,
  session: INSIDE,
  variables: NONE,
  'plan.text': TRANSIENT,
  'plan.attempt': REPLACING,
  'plan.forked': NONE,
  'plan.steps': NONE,
  'plan.step': INSIDE,
  'plan.solved': NONE,
  question: NONE,
  answer: NONE,
  warning: INSIDE,
  'run.finished': END,
  'run.failed': END,
  'run.stopped': END,
} as const satisfies { [T in RunEventType]: EventTraits }

type TypeWith<Trait extends keyof EventTraits> = {
  [T in RunEventType]: (typeof EVENT_TRAITS)[T][Trait] extends true ? T : never
}[RunEventType]

/** Types of events that are published but never stored. */
export type FleetingType = TypeWith<'isTransient'>
/** Types of events that a flow tells which runs as a tool. */
export type InsideType = TypeWith<'isInside'>

/** Whether the event is published but never stored: another one will hold the whole. */
export function isFleeting(event: { type: RunEventType }): event is { type: FleetingType } {
  return EVENT_TRAITS[event.type].isTransient
}

/** Whether transient events are over with this one. */
export function replacesTransient(event: { type: RunEventType }): boolean {
  return EVENT_TRAITS[event.type].replaces
}

/** Whether the event is told of a flow that runs as a tool. */
export function isToldInside(event: { type: RunEventType }): event is { type: InsideType } {
  return EVENT_TRAITS[event.type].isInside
}

/** Whether the event ends its run: exactly one does. */
export function isTerminal(event: { type: RunEventType }): boolean {
  return EVENT_TRAITS[event.type].isEnd
}

/** Whether the event ends its run and does not leave it waiting for a person. */
export function endsForGood(event: { type: RunEventType; reason?: unknown }): boolean {
  return isTerminal(event) && !(event.type === 'run.finished' && event.reason === 'waiting')
}
