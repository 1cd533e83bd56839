/** Tells who was drawn when a run began: the run's snapshot knows it, so that no event has to store it. */
import type { StreamItem } from '../../../src-shared/rpc/define'
import type { RunEvent } from '../../../src-shared/run/log/events'
import type { RunDrawings } from '../../store/run-drawings'

/** The events of a thread, the first of each drawing with its nodes; runs after it that have none were of the same drawing. */
export async function* withNodes(
  events: AsyncIterable<StreamItem<RunEvent>>,
  drawings: RunDrawings,
): AsyncGenerator<StreamItem<RunEvent>> {
  let told: number | null = null
  for await (const item of events) {
    const { item: event } = item
    const drawing = event.type === 'run.started' ? drawings.of(event.runId) : null
    if (event.type !== 'run.started' || drawing === null || drawing.snapshot === told) {
      yield item
      continue
    }
    told = drawing.snapshot
    yield { ...item, item: { ...event, nodes: drawing.nodes() } }
  }
}
