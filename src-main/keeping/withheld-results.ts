/**
 * Results that a person held back: what a tool gave stands in the question whether a model may read it. Where it was not let through as it was, it stays in
 * the library, where the thread shows it, and is in nothing that leaves it.
 */
import type { RunEvent } from '../../src-shared/run/log/events'

/** Stands where a held result was. */
const WITHHELD = '(held back)'

/** What a thread's events say of held results, for `withoutWithheld`: the questions whose results were let through as they were. */
export function letThrough(event: RunEvent): string[] {
  return event.type === 'answer' && event.answer.kind === 'hold-result' && event.answer.decision.is === 'keep'
    ? [event.id]
    : []
}

/** The event as it may leave the library. `through`: of all events of the thread. */
export function withoutWithheld(event: RunEvent, through: ReadonlySet<string>): RunEvent {
  if (event.type !== 'question' || event.question.kind !== 'hold-result' || through.has(event.id)) return event
  return { ...event, question: { ...event.question, text: WITHHELD } }
}
