/**
 * A thread as it was told, event by event, so that any moment of it can be shown again: the fold over its events, stopped earlier. Views of some
 * moments are kept, from which the others are folded, so that a moment costs the same wherever it is.
 */
import { foldOn, handedOut } from '../fold/fold'
import { EMPTY_THREAD, type ThreadView } from '../fold/fold-view'
import { isFleeting } from '../log/event-types'
import type { RunEvent } from '../log/events'
import { createStepIndex, type StepIndex } from './step-index'
import type { StoredRunEvent } from './step-kinds'

export type ThreadRecord = {
  /** The thread's stored events in the order in which they were told, each once. Grows at its end. */
  readonly events: readonly StoredRunEvent[]
  readonly index: StepIndex
  /** Takes over more events and answers the view after all of them. */
  add(events: readonly RunEvent[]): ThreadView
  /** The view after the first `count` events: what a fold over them shows. */
  viewAt(count: number): ThreadView
}

/** A view is kept after every so many events; there are at most so many, and in a longer thread they stand further apart. */
const KEPT = { spacing: 32, most: 256 }

type KeptView = { readonly count: number; readonly view: ThreadView }

export function createThreadRecord({ spacing: begin, most } = KEPT): ThreadRecord {
  const events: StoredRunEvent[] = []
  const index = createStepIndex()
  const lastSeq = new Map<string, number>()
  let views: KeptView[] = []
  let spacing = begin
  let newest = EMPTY_THREAD
  /** What was asked for last: most who look back go on from there. */
  let shown: KeptView = { count: 0, view: EMPTY_THREAD }

  const keep = (): void => {
    views.push({ count: events.length, view: handedOut(newest) })
    if (views.length < most) return
    spacing *= 2
    views = views.filter(({ count }) => count % spacing === 0)
  }
  const nearest = (count: number): KeptView => {
    const kept = views[Math.min(Math.floor(count / spacing), views.length) - 1] ?? { count: 0, view: EMPTY_THREAD }
    return shown.count <= count && shown.count > kept.count ? shown : kept
  }

  return {
    events,
    index,
    add(more) {
      for (const event of more) {
        if (!isStored(event) || event.seq <= (lastSeq.get(event.runId) ?? 0)) continue
        lastSeq.set(event.runId, event.seq)
        events.push(event)
        index.add(event, events.length)
        newest = foldOn(newest, event)
        if (events.length % spacing === 0) keep()
      }
      return handedOut(newest)
    },
    viewAt(count) {
      if (count >= events.length) return newest
      const from = nearest(count)
      let { view } = from
      for (let at = from.count; at < count; at += 1) {
        const event = events[at]
        if (event !== undefined) view = foldOn(view, event)
      }
      shown = { count, view: handedOut(view) }
      return view
    },
  }
}

function isStored(event: RunEvent): event is StoredRunEvent {
  return !isFleeting(event)
}
