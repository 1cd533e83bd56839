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

/** Events that are folded in one frame: while a long thread is read, the page answers. */
const PER_FRAME = 4000

export function followThread({ client, threadId, frame, onView, onError }: FollowOptions): ThreadFollower {
  const record = createThreadRecord()
  let view = EMPTY_THREAD
  /** What was shown last. */
  let shown = view
  /** What the record shows last: the same as `view`, but while a turn runs of which something transient was heard. */
  let recorded = view
  let queue: RunEvent[] = []
  let forget: (() => void) | null = null
  /** Nothing but what is transient waits to be shown. */
  let canWait = false
  /** What was told before comes at once and is shown together: showing a part of it costs as much as showing all. */
  let isBehind = false
  const show = (): void => {
    if (view === shown) return
    shown = view
    onView(view)
  }
  const drain = (): void => {
    forget = null
    const events = queue.splice(0, PER_FRAME)
    canWait = false
    const wasSame = recorded === view && !events.some(isFleeting)
    recorded = record.add(events)
    // Of a turn that is over nothing transient is left, so that no turn has to be folded, and kept, twice.
    const isOver = recorded.latest !== null && recorded.activeRunId === null
    view = wasSame || isOver ? recorded : foldEvents(view, events)
    if (queue.length > 0) forget = frame(drain)
    else if (!isBehind) show()
  }
  const stopStream = client.stream(
    'threads.follow',
    { threadId },
    {
      onItem(event, _id, more) {
        queue.push(event)
        isBehind = more
        const isPatient = isFleeting(event)
        if (forget !== null && (isPatient || !canWait)) return
        forget?.()
        canWait = isPatient
        forget = frame(drain, canWait)
      },
      onError(error) {
        // What was told so far is shown, also where more was to come.
        isBehind = false
        if (forget === null) show()
        onError(error)
      },
    },
  )
  return {
    view: () => view,
    record,
    markInterrupted(seen) {
      if (seen.latest !== view.latest || queue.length > 0) return false
      view = interruptThread(view)
      show()
      return true
    },
    stop() {
      stopStream()
      forget?.()
      queue = []
    },
  }
}
