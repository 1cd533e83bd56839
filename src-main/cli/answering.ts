/** Questions to a person on the command line: how they are shown, and what is an answer. */
import type { RunEvent } from '../../src-shared/run/log/events'
import type { Answer, LoggedQuestion, LoggedQuestionKind } from '../../src-shared/run/log/questions'
import {
  anyOptionWords,
  optionWords,
  questionWords,
  typedAnswer,
  TYPED_ANSWERS,
} from '../../src-shared/run/words/questions'
import type { NodeQuestion } from '../engine/contract/runtime'
import { readBounded } from '../platform/bounded-file'
import type { CommandStreams } from './options'
import { ended, takeTurn, type TalkOptions } from './talk'
import type { RunOutcome } from '../run/execution/execution'

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

/** The question that the thread's turn waits with; null: none does. */
export function waitingQuestion({
  core,
  threadId,
}: Pick<TalkOptions, 'core' | 'threadId'>): NodeQuestion<LoggedQuestionKind> | null {
  return threadId === null ? null : core.services.runner.waiting(threadId)
}

/** A new turn, the flow's own with null; where one waits for an answer it takes the place of that, which is said. */
export function beginTurn(
  talk: TalkOptions,
  text: string | null,
  { note }: Pick<CommandStreams, 'note'>,
): Promise<RunOutcome> {
  const what = text === null ? 'the flow begins a new turn.' : 'this message begins a new turn.'
  const waits = waitingQuestion(talk)
  if (waits !== null) note(`${questionWords(waits.question.kind).drops}: ${what}`)
  return takeTurn(talk, text)
}

/** What is said of an answer after which the flow may say nothing; null for any other event. */
export function answerNote(event: RunEvent): string | null {
  return event.type === 'answer' ? questionWords(event.answer.kind).ends(event.answer) : null
}

/** Goes on with the turn that waits. */
export async function answerTurn(talk: TalkOptions, given: GivenAnswers): Promise<RunOutcome> {
  const waits = waitingQuestion(talk)
  const answer = given.find(({ kind }) => kind === waits?.question.kind) ?? given[0]
  const answered = { threadId: talk.threadId ?? '', questionId: waits?.id ?? '', answer }
  return ended(talk, await talk.core.services.runner.answer(answered, talk.onEvent))
}

/** How a question is answered with another command. */
export function optionPrompt({ kind }: LoggedQuestion): string {
  const typed = typedAnswer(kind)
  const how = typed === null ? '' : `Answer with --thread ID --answer ${optionWords(typed)}, or in the app. `
  return `${how}A new message begins anew.`
}

/** How a question is answered with the next line. */
export function linePrompt({ kind }: LoggedQuestion): string {
  return typedAnswer(kind)?.prompt ?? 'A message begins anew.'
}
