/** How a step waits for a person: LangGraph's interrupt, with one question or several, each answered by itself. */
import { interrupt } from '@langchain/langgraph'
import { z } from 'zod'
import { readAnswer, type AnswerOf, type QuestionKind } from '../../../src-shared/run/log/questions'
import type { NodeQuestion } from '../contract/runtime'

const oneGivenSchema = z.object({ id: z.string(), answer: z.unknown() })
/** Checkpoints of builds that took one answer at a time hold that alone. */
const givenSchema = z.union([
  z.object({ answers: z.array(oneGivenSchema) }).transform(({ answers }) => answers),
  oneGivenSchema.transform((given) => [given]),
])

type AskPerson = <K extends QuestionKind>(asked: readonly NodeQuestion<K>[]) => ReadonlyMap<string, AnswerOf<K>>

/**
 * How one step asks. It waits for an answer to one of these very questions, and gives all that came with it: of chats side by side several may
 * ask, and LangGraph gives each of them what comes. A step may ask more than once, and which of its questions comes first may have changed
 * since it ran last, so what came and was not asked for is kept for the questions behind it.
 */
export function createAsk(): AskPerson {
  let unasked: z.infer<typeof oneGivenSchema>[] = []
  return <K extends QuestionKind>(asked: readonly NodeQuestion<K>[]) => {
    for (let given = unasked; ;) {
      const answers = asked.flatMap(({ id, question }): [string, AnswerOf<K>][] => {
        const found = given.findLast((one) => one.id === id)
        return found === undefined ? [] : [[id, readAnswer<K>(question, found.answer)]]
      })
      if (answers.length > 0) {
        unasked = unasked.filter(({ id }) => answers.every(([answered]) => answered !== id))
        return new Map(answers)
      }
      given = givenSchema.parse(interrupt<readonly NodeQuestion<K>[], unknown>(asked))
      unasked = [...unasked, ...given]
    }
  }
}
