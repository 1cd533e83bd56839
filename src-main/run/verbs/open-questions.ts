/** The questions that a run leaves open, as the event log has them. */
import { endsForGood, isTerminal } from '../../../src-shared/run/log/event-types'
import type { RunEvent } from '../../../src-shared/run/log/events'
import type { LoggedQuestionKind } from '../../../src-shared/run/log/questions'
import type { NodeQuestion } from '../../engine/contract/runtime'

export type AskedNode = NodeQuestion<LoggedQuestionKind>

/** The questions that these events of a run leave open; its end closes them, unless it is that the run waits. */
export function openQuestions(events: readonly RunEvent[]): AskedNode[] {
  const open = new Map<string, AskedNode>()
  let isOver = false
  for (const event of events) {
    if (event.type === 'question') {
      if (isOver) open.clear()
      isOver = false
      const { id, node, path, question } = event
      open.set(id, { id, node, path, question })
    } else if (event.type === 'answer') open.delete(event.id)
    else if (isTerminal(event)) {
      isOver = true
      if (endsForGood(event)) open.clear()
    }
  }
  return [...open.values()]
}
