/** Says yes to a question of whichever kind, where a test plays flows that may ask. */
import type { Answer, LoggedQuestionKind } from '../../src-shared/run/log/questions'
import { typedAnswer } from '../../src-shared/run/words/typed-answers'
import type { NodeQuestion } from '../engine/contract/runtime'

export function yesTo({ id, question: { kind } }: NodeQuestion<LoggedQuestionKind>): {
  questionId: string
  answer: Answer
} {
  const answer = typedAnswer(kind)?.line('y')
  if (answer == null) throw new Error(`A question "${kind}" is not answered with yes.`)
  return { questionId: id, answer }
}
