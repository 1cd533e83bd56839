/** Questions as LangGraph's interrupts: the one question type with its words, and what a client may resume with. */
import { interrupt } from '@langchain/langgraph'
import { z } from 'zod'
import { isJsonObject } from '../../src-shared/flow/json'
import {
  answerSchema,
  isAnswerTo,
  readAnswer,
  type Answer,
  type AnswerOf,
  type GivenAnswer,
  type QuestionKind,
} from '../../src-shared/run/log/questions'
import { ENGLISH } from '../../src-shared/languages/translate'
import { questionText } from '../../src-shared/run/words/questions'
import { typedAnswer } from '../../src-shared/run/words/typed-answers'
import type { NodeQuestion, StepContext } from '../engine/contract/runtime'

/** `isAlone`: no other step can ask meanwhile, so that an answer need not say which question it is for. */
type AskContext = { nameOf: (node: string) => string; isAlone: boolean; now: () => number }

/** How one step asks, and asks again for an answer that it cannot take. */
export function createInterruptAsk({ nameOf, isAlone, now }: AskContext): StepContext['ask'] {
  let unasked: GivenAnswer[] = []
  return <K extends QuestionKind>(asked: readonly NodeQuestion<K>[]) => {
    for (let problem: string | null = null; ;) {
      const given = unasked
      const answers = asked.flatMap(({ id, question }): [string, AnswerOf<K>][] => {
        const found = given.findLast((one) => one.id === id)
        return found === undefined ? [] : [[id, readAnswer<K>(question, found.answer)]]
      })
      if (answers.length > 0) {
        unasked = unasked.filter(({ id }) => answers.every(([answered]) => answered !== id))
        return new Map(answers)
      }
      const resumed: unknown = interrupt(asked.map((one) => shown(one, { nameOf, problem })))
      const read = readResume(resumed, asked, isAlone)
      problem = read.problem
      unasked = [...unasked, ...read.answers, ...asked.flatMap((one) => timedOut(one, now()))]
    }
  }
}

function shown(
  { question, ...asked }: NodeQuestion,
  { nameOf, problem }: { nameOf: AskContext['nameOf']; problem: string | null },
) {
  const typed = typedAnswer(question.kind)
  return {
    ...asked,
    question,
    name: nameOf(asked.node),
    text: problem === null ? questionText(question, ENGLISH) : `${problem}\n${questionText(question, ENGLISH)}`,
    answers:
      typed === null ? [] : [...Object.keys(typed.options), ...(typed.file === null ? [] : [typed.file.example])],
  }
}

/** After its time a question takes no other answer; there is nobody who would give it at the very moment. */
function timedOut({ id, question }: NodeQuestion, now: number): GivenAnswer[] {
  if (question.kind !== 'approval' || question.until === null || now < Date.parse(question.until)) return []
  return [{ id, answer: { kind: 'approval', outcome: 'timeout' } }]
}

const namedSchema = z.object({ id: z.string(), answer: z.unknown() })
const severalSchema = z.object({ answers: z.array(namedSchema) })

type ReadResume = { answers: GivenAnswer[]; problem: string | null }

/** An answer by the id of its question, several of these, or the bare answer where one question alone is open. */
function readResume(resumed: unknown, asked: readonly NodeQuestion[], isAlone: boolean): ReadResume {
  const named = namedSchema.safeParse(resumed)
  const several = severalSchema.safeParse(resumed)
  if (several.success || named.success) {
    const given = several.success ? several.data.answers : named.success ? [named.data] : []
    return joined(
      given.map(({ id, answer }) =>
        readOne(
          asked.find((one) => one.id === id),
          { id, answer },
        ),
      ),
    )
  }
  const [only] = asked
  if (only === undefined || asked.length > 1 || !isAlone)
    return {
      answers: [],
      problem: 'Several questions may be open. Resume with {"id": the id of the question, "answer": ...}.',
    }
  return readOne(only, { id: only.id, answer: resumed })
}

function joined(read: readonly ReadResume[]): ReadResume {
  return {
    answers: read.flatMap(({ answers }) => answers),
    problem: read.find(({ problem }) => problem !== null)?.problem ?? null,
  }
}

/** What is for another step's question is that one's to read. */
function readOne(question: NodeQuestion | undefined, { id, answer }: { id: string; answer: unknown }): ReadResume {
  if (question === undefined) return { answers: [], problem: null }
  const read = answerTo(question, answer)
  if (read !== null) return { answers: [{ id, answer: read }], problem: null }
  const { answers } = shown(question, { nameOf: (node) => node, problem: null })
  return { answers: [], problem: `That is no answer to this question. Resume with one of: ${answers.join(' | ')}` }
}

/** In the product's own form, in a word or as a line that is typed, or as what `--answer FILE` reads. */
function answerTo({ question }: NodeQuestion, given: unknown): Answer | null {
  const whole = answerSchema.safeParse(isJsonObject(given) ? { kind: question.kind, ...given } : given)
  if (whole.success && isAnswerTo(question, whole.data)) return isTimeOut(whole.data) ? null : whole.data
  const typed = typedAnswer(question.kind)
  if (typed === null) return null
  if (typeof given === 'boolean') return typed.line(given ? 'y' : 'n')
  if (typeof given !== 'string') return typed.file?.read(given) ?? null
  const word = given.trim()
  return (Object.hasOwn(typed.options, word) ? typed.options[word] : undefined) ?? typed.line(word)
}

/** No person says that nobody answered. */
function isTimeOut(answer: Answer): boolean {
  return answer.kind === 'approval' && answer.outcome === 'timeout'
}
