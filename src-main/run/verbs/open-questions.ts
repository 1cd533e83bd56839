/** The questions that a run leaves open, as the event log has them. */
import { endsForGood, isTerminal } from '../../../src-shared/run/log/event-types'
import type { RunEvent } from '../../../src-shared/run/log/events'
import type { LoggedQuestionKind } from '../../../src-shared/run/log/questions'
import type { NodeQuestion } from '../../engine/contract/runtime'

export type AskedNode = NodeQuestion<LoggedQuestionKind>

/** The questions that these events of a run leave open; its end closes them, unless it is that the run waits. */
export function openQuestions(events: readonly RunEvent[]): AskedNode[] {
  return [...questionsAfter(NO_QUESTIONS, events).open.values()]
}

/** What the events of a run so far leave open. */
export type OpenQuestions = { readonly open: ReadonlyMap<string, AskedNode>; readonly isOver: boolean }

export const NO_QUESTIONS: OpenQuestions = { open: new Map(), isOver: false }

/** The same after the next events of the run. */
export function questionsAfter(before: OpenQuestions, events: readonly RunEvent[]): OpenQuestions {
  const open = new Map(before.open)
  let { isOver } = before
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
  return { open, isOver }
}
