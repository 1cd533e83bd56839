/** The pinned steps of a thread under the numbers that the timeline shows, and as lines for a terminal. */
import type { PinnedStep } from '../../src-shared/rpc/pinned-steps'
import { stepOfMoment } from '../../src-shared/run/moments/moment-step'
import type { ThreadRecord } from '../../src-shared/run/moments/thread-record'

/** `step`: from 1. */
export type NumberedPin = PinnedStep & { step: number }

export function numberedPins(record: ThreadRecord, pins: readonly PinnedStep[]): NumberedPin[] {
  return pins.map((pin) => ({ ...pin, step: stepOfMoment(record, pin) + 1 }))
}

export function pinLines(record: ThreadRecord, pins: readonly PinnedStep[]): string[] {
  return numberedPins(record, pins).map(
    ({ step, name }) => `Step ${step} is pinned${name === '' ? '' : `: “${name}”`}.`,
  )
}
