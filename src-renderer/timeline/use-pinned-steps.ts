/** Which steps of the open thread are pinned, and pinning them. */
import { useMemo } from 'react'
import type { PinnedStep, StepMoment } from '../../src-shared/rpc/pinned-steps'
import { stepOfMoment } from '../../src-shared/run/moments/moment-step'
import type { ThreadRecord } from '../../src-shared/run/moments/thread-record'
import { useRun } from '../run/store/run-context'
import { notifyError, useServices } from '../ui/services'

/** `step`: from 0. */
export type ShownPin = PinnedStep & { readonly step: number }

const NONE: readonly ShownPin[] = []

/** In the order of the steps. `count`: how many events were told; the record grows with them. */
export function usePinnedSteps(record: ThreadRecord | null, count: number): readonly ShownPin[] {
  const pins = useRun(({ threads, threadId }) => threads?.find(({ id }) => id === threadId)?.pins)
  return useMemo(() => {
    if (record === null || pins === undefined || count === 0) return NONE
    const shown = pins.map((pin) => ({ ...pin, step: stepOfMoment(record, pin) }))
    return shown.filter(({ step }) => step >= 0).sort((one, other) => one.step - other.step)
  }, [record, pins, count])
}

export type PinActions = {
  pin: (moment: StepMoment, name: string) => void
  unpin: (moments: readonly StepMoment[]) => void
}

export function usePinActions(): PinActions {
  const { client } = useServices()
  const threadId = useRun((state) => state.threadId)
  const tell = (cause: unknown): void => notifyError('It could not be changed', cause)
  return {
    pin({ runId, seq }, name) {
      if (threadId !== null) client.call('threads.pinStep', { threadId, runId, seq, name }).catch(tell)
    },
    unpin(moments) {
      if (threadId === null) return
      for (const { runId, seq } of moments) client.call('threads.unpinStep', { threadId, runId, seq }).catch(tell)
    },
  }
}
