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

/**
 * Waits for an answer to one of these very questions: of chats side by side several may ask, and LangGraph gives each of them what comes. Gives
 * all that came with it.
 */
export function askPerson<K extends QuestionKind>(asked: readonly NodeQuestion<K>[]): ReadonlyMap<string, AnswerOf<K>> {
  for (;;) {
    const given = givenSchema.parse(interrupt<readonly NodeQuestion<K>[], unknown>(asked))
    const answers = asked.flatMap(({ id, question }): [string, AnswerOf<K>][] => {
      const found = given.findLast((one) => one.id === id)
      return found === undefined ? [] : [[id, readAnswer<K>(question, found.answer)]]
    })
    if (answers.length > 0) return new Map(answers)
  }
}
