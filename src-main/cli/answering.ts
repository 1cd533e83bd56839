/** Questions to a person on the command line: how they are shown, and what is an answer. */
import type { RunEvent } from '../../src-shared/run/log/events'
import type { Answer, LoggedQuestionKind } from '../../src-shared/run/log/questions'
import { ENGLISH } from '../../src-shared/languages/translate'
import { questionText } from '../../src-shared/run/words/questions'
import {
  anyOptionWords,
  askingWords,
  optionWords,
  typedAnswer,
  TYPED_ANSWERS,
} from '../../src-shared/run/words/typed-answers'
import type { NodeQuestion } from '../engine/contract/runtime'
import { readBounded } from '../platform/bounded-file'
import type { CommandStreams } from './options'
import { ended, takeTurn, type TalkOptions } from './talk'
import type { RunOutcome } from '../run/execution/execution'
import { dueAt, TIMED_OUT } from '../run/verbs/waiting'

/** What was given as an answer, as each kind of question that takes it reads it: which one waits is not known yet. */
export type GivenAnswers = readonly [Answer, ...Answer[]]

export type ReadAnswer = { ok: true; answers: GivenAnswers | null } | { ok: false; issue: string }

const MOST_ANSWER_BYTES = 20_000_000

/** What `--answer` says, itself or by the name of a file; null: it was not given. */
export function readAnswers(text: string | undefined): ReadAnswer {
  if (text === undefined) return { ok: true, answers: null }
  const read = TYPED_ANSWERS.flatMap(({ options }) => Object.entries(options))
  const [first, ...rest] = read.flatMap(([word, answer]) => (word === text ? answer : []))
  return first === undefined ? readFile(text) : { ok: true, answers: [first, ...rest] }
}

function readFile(file: string): ReadAnswer {
  const wanted = `Give ${anyOptionWords()}.`
  const read = readBounded(file, MOST_ANSWER_BYTES, 'named')
  if (!read.ok) return { ok: false, issue: `--answer: there is no file "${file}" that can be read. ${wanted}` }
  const content = jsonOf(read.bytes.toString('utf8'))
  const forms = TYPED_ANSWERS.flatMap((typed) => typed.file ?? [])
  const [first, ...rest] = forms.flatMap((form) => form.read(content) ?? [])
  if (first !== undefined) return { ok: true, answers: [first, ...rest] }
  return { ok: false, issue: `--answer: ${file} holds no ${forms.map(({ holds }) => holds).join(' or ')}. ${wanted}` }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The questions that the thread's turn waits with; empty: none. */
export function waitingQuestions({
  core,
  threadId,
}: Pick<TalkOptions, 'core' | 'threadId'>): readonly NodeQuestion<LoggedQuestionKind>[] {
  return threadId === null ? [] : core.services.runner.waiting(threadId)
}

/** A new turn, the flow's own with null; where one waits for an answer it takes the place of that, which is said. */
export function beginTurn(
  talk: TalkOptions,
  text: string | null,
  { note }: Pick<CommandStreams, 'note'>,
): Promise<RunOutcome> {
  const what = text === null ? 'the flow begins a new turn.' : 'this message begins a new turn.'
  const [waits] = waitingQuestions(talk)
  if (waits !== undefined) note(`${askingWords(waits.question.kind).drops}: ${what}`)
  return takeTurn(talk, text)
}

/** What is said of an answer after which the flow may say nothing; null for any other event. */
export function answerNote(event: RunEvent): string | null {
  return event.type === 'answer' ? askingWords(event.answer.kind).ends(event.answer) : null
}

/** Goes on with the turn that waits, with an answer to one of its questions: the first where none is named. */
export async function answerTurn(
  talk: TalkOptions,
  given: GivenAnswers,
  questionId: string | null = null,
): Promise<RunOutcome> {
  const asked = waitingQuestions(talk)
  const waits = questionId === null ? asked[0] : asked.find(({ id }) => id === questionId)
  const answer = given.find(({ kind }) => kind === waits?.question.kind) ?? given[0]
  const answered = { threadId: talk.threadId ?? '', questionId: waits?.id ?? questionId ?? '', answer }
  return ended(talk, await talk.core.services.runner.answer(answered, talk.onEvent))
}

/** Goes on with a turn whose question nobody answered in time; null: there is none. */
export function overdueTurn(talk: TalkOptions): (() => Promise<RunOutcome>) | null {
  const now = Date.now()
  const over = waitingQuestions(talk).find(({ question }) => (dueAt(question) ?? Infinity) <= now)
  return over === undefined ? null : () => answerTurn(talk, [TIMED_OUT], over.id)
}

/** How a question is answered, in words. */
export type PromptOf = (asked: NodeQuestion<LoggedQuestionKind>, isOneOfSeveral: boolean) => string

/** A question with how it is answered; `count`: how many wait. */
export function askedText(asked: NodeQuestion<LoggedQuestionKind>, count: number, promptFor: PromptOf): string {
  return `${questionText(asked.question, ENGLISH, Date.now())}\n${promptFor(asked, count > 1)}`
}

/** How a question is answered with another command. */
export const optionPrompt: PromptOf = ({ id, question }, isOneOfSeveral) => {
  const typed = typedAnswer(question.kind)
  const which = isOneOfSeveral ? ` --question ${id}` : ''
  const how = typed === null ? '' : `Answer with --thread ID${which} --answer ${optionWords(typed)}, or in the app. `
  return `${how}A new message begins anew.`
}

/** How a question is answered with the next line. */
export const linePrompt: PromptOf = ({ question }) => {
  return typedAnswer(question.kind)?.prompt ?? 'A message begins anew.'
}
