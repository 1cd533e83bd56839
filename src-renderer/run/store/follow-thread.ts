/** Follows one thread through the client and folds what it says, frame by frame. */
import type { AppError } from '../../../src-shared/errors'
import type { Client } from '../../../src-shared/rpc/client'
import type { BatonContract } from '../../../src-shared/rpc/contract'
import { isFleeting } from '../../../src-shared/run/log/event-types'
import type { RunEvent } from '../../../src-shared/run/log/events'
import { foldEvents, interruptThread } from '../../../src-shared/run/fold/fold'
import { EMPTY_THREAD, type ThreadView } from '../../../src-shared/run/fold/fold-view'
import { createThreadRecord, type ThreadRecord } from '../../../src-shared/run/moments/thread-record'
import type { NextFrame } from './frames'

export type FollowOptions = {
  client: Client<BatonContract>
  threadId: string
  frame: NextFrame
  /** A frame's worth of events was folded. */
  onView: (view: ThreadView) => void
  onError: (error: AppError) => void
}

export type ThreadFollower = {
  view(): ThreadView
  /** All that was told so far. */
  readonly record: ThreadRecord
  /** Nobody works on the newest turn any more. False: it said something since `seen` was read, so that is not sure. */
  markInterrupted(seen: ThreadView): boolean
  stop(): void
}

/** Events per frame: a long thread is shown piece by piece rather than all at the end. */
const PER_FRAME = 4000
/** What a thread told long ago comes in many at once: each showing of a part of it costs as much as one of the whole. */
const MANY_AT_ONCE = 20

export function followThread({ client, threadId, frame, onView, onError }: FollowOptions): ThreadFollower {
  const record = createThreadRecord()
  let view = EMPTY_THREAD
  /** What the record shows last: the same as `view`, but while a turn runs of which something transient was heard. */
  let recorded = view
  let queue: RunEvent[] = []
  let forget: (() => void) | null = null
  /** Nothing but what is transient, or was told long ago, waits to be shown. */
  let canWait = false
  /** How many events were shown together last. */
  let shownAtOnce = 0
  const show = (next: ThreadView): void => {
    if (next === view) return
    view = next
    onView(view)
  }
  const drain = (): void => {
    forget = null
    const events = queue.splice(0, PER_FRAME)
    canWait = false
    shownAtOnce = events.length
    if (queue.length > 0) forget = frame(drain)
    const wasSame = recorded === view && !events.some(isFleeting)
    recorded = record.add(events)
    // Of a turn that is over nothing transient is left, so that no turn has to be folded, and kept, twice.
    const isOver = recorded.latest !== null && recorded.activeRunId === null
    show(wasSame || isOver ? recorded : foldEvents(view, events))
  }
  const stopStream = client.stream(
    'threads.follow',
    { threadId },
    {
      onItem(event) {
        queue.push(event)
        const isPatient = isFleeting(event) || shownAtOnce >= MANY_AT_ONCE
        if (forget !== null && (isPatient || !canWait)) return
        forget?.()
        canWait = isPatient
        forget = frame(drain, canWait)
      },
      onError,
    },
  )
  return {
    view: () => view,
    record,
    markInterrupted(seen) {
      if (seen.latest !== view.latest || queue.length > 0) return false
      show(interruptThread(view))
      return true
    },
    stop() {
      stopStream()
      forget?.()
      queue = []
    },
  }
}
