/**
 * What people answered to the questions of turns: kept the moment it is decided, by question, until a run takes it over. Of two who answer one
 * question the first counts, in whichever process.
 */
import { z } from 'zod'
import { AppError } from '../../src-shared/errors'
import { message } from '../../src-shared/languages/translate'
import { answerSchema, type Answer } from '../../src-shared/run/log/questions'
import { isoOf, type Clock } from '../clock'
import { write, type LibraryDatabase } from './database'

/** An answer, and where its question stands in the conversation. */
export type StoredAnswer = {
  readonly id: string
  readonly node: string
  readonly path: string
  readonly answer: Answer
}

export type Answers = {
  /** Keeps an answer. Throws `nothing-to-resume` where the question has one already. */
  readonly decide: (threadId: string, answer: StoredAnswer) => void
  /** The open answers to these questions, which the run takes over now. */
  readonly take: (run: AnsweringRun, questions: readonly string[]) => StoredAnswer[]
  /** All that a run has taken over, in order. */
  readonly takenBy: (runId: string) => StoredAnswer[]
  /** Does something as one transaction in which nobody answers anything. */
  readonly during: <Result>(work: () => Result) => Result
  /** The questions of a thread that are answered, and no run has taken over. */
  readonly open: (threadId: string) => string[]
}

type AnsweringRun = { readonly id: string; readonly threadId: string }

const placeSchema = z.object({ node: z.string(), path: z.string() })

type AnswerRow = { readonly question: string; readonly place: string; readonly answer: string }

/** The answers of a library. */
export function createAnswers(db: LibraryDatabase, clock: Clock): Answers {
  const earlier = db
    .prepare<[string, string], number>(
      'SELECT answered_at FROM answers JOIN threads ON threads.number = answers.thread WHERE threads.id = +? AND question = +? AND run IS NULL',
    )
    .pluck()
  const add = db.prepare<[string, string, string, number, string]>(
    'INSERT INTO answers (question, place, answer, answered_at, thread) SELECT ?, ?, ?, ?, number FROM threads WHERE id = ?',
  )
  const unclaimed = db.prepare<[string, string], AnswerRow & { readonly number: number }>(
    'SELECT answers.number AS number, question, place, answer FROM answers JOIN threads ON threads.number = answers.thread WHERE threads.id = +? AND question = +? AND run IS NULL',
  )
  const claim = db.prepare<[string, number]>('UPDATE answers SET run = ? WHERE number = ?')
  const ofRun = db.prepare<[string], AnswerRow>(
    'SELECT question, place, answer FROM answers WHERE run = +? ORDER BY number',
  )
  const open = db
    .prepare<[string], string>(
      'SELECT question FROM answers JOIN threads ON threads.number = answers.thread WHERE threads.id = +? AND run IS NULL',
    )
    .pluck()
  return {
    decide(threadId, { id, node, path, answer }) {
      write(db, () => {
        const at = earlier.get(threadId, id)
        if (at !== undefined) throw alreadyAnswered(isoOf(at))
        add.run(id, JSON.stringify({ node, path }), JSON.stringify(answer), clock.now(), threadId)
      })
    },
    take: ({ id, threadId }, questions) =>
      write(db, () => {
        const rows = questions.flatMap((question) => unclaimed.get(threadId, question) ?? [])
        for (const { number } of rows) claim.run(id, number)
        return rows.toSorted((first, second) => first.number - second.number).map(readAnswer)
      }),
    takenBy: (runId) => ofRun.all(runId).map(readAnswer),
    during: (work) => write(db, work),
    open: (threadId) => open.all(threadId),
  }
}

function readAnswer({ question: id, place, answer }: AnswerRow): StoredAnswer {
  return { id, ...placeSchema.parse(JSON.parse(place)), answer: answerSchema.parse(JSON.parse(answer)) }
}

function alreadyAnswered(at: string): AppError {
  return new AppError(
    'nothing-to-resume',
    message(
      'This question was answered already, at {at}, here or elsewhere. Nothing of your answer counts; look at how the turn goes on.',
      { at },
    ),
  )
}
