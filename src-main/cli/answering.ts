/** Questions to a person on the command line: how they read, and what is an answer. */
import { z } from 'zod'
import { answerSchema, type Answer, type RunEvent } from '../../src-shared/run/log/events'
import type { NodeQuestion } from '../engine/contract/runtime'
import { readBounded } from '../platform/bounded-file'
import type { CommandStreams } from './options'
import { ended, takeTurn, type TalkOptions } from './talk'
import type { RunOutcome } from '../run/execution/execution'

export type ReadAnswer = { ok: true; answer: Answer | null } | { ok: false; issue: string }

const editedSchema = z.object({ steps: answerSchema.shape.steps.unwrap() })

const MOST_ANSWER_BYTES = 20_000_000

/** What `--answer` says: `approve`, `refuse`, or the file of an edited plan; null: it was not given. */
export function readAnswer(text: string | undefined): ReadAnswer {
  if (text === undefined) return { ok: true, answer: null }
  if (text === 'approve' || text === 'refuse') return { ok: true, answer: { approved: text === 'approve' } }
  const read = readEdited(text)
  return typeof read === 'string' ? { ok: false, issue: read } : { ok: true, answer: read }
}

function readEdited(file: string): Answer | string {
  const wanted =
    'Give "approve", "refuse" or a file such as {"steps":[{"id":"E1","plan":"","tool":"Search","input":"tea"}]}.'
  const read = readBounded(file, MOST_ANSWER_BYTES, 'named')
  if (!read.ok) return `--answer: there is no file "${file}" that can be read. ${wanted}`
  const parsed = editedSchema.safeParse(jsonOf(read.bytes.toString('utf8')))
  if (!parsed.success) return `--answer: ${file} holds no plan. ${wanted}`
  return { approved: true, steps: parsed.data.steps }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The question that the thread's turn waits with; null: none does. */
export function waitingQuestion({ core, threadId }: Pick<TalkOptions, 'core' | 'threadId'>): NodeQuestion | null {
  return threadId === null ? null : core.services.runner.waiting(threadId)
}

/** A new turn, the flow's own with null; where a plan waits for approval it takes the place of the answer, which is said. */
export function beginTurn(
  talk: TalkOptions,
  text: string | null,
  { note }: Pick<CommandStreams, 'note'>,
): Promise<RunOutcome> {
  const what = text === null ? 'the flow begins a new turn.' : 'this message begins a new turn.'
  if (waitingQuestion(talk) !== null) note(`The plan that waited for approval is dropped: ${what}`)
  return takeTurn(talk, text)
}

/** What is said of an answer that ends a plan; null for any other event. */
export function refusalNote(event: RunEvent): string | null {
  return event.type === 'answer' && !event.answer.approved ? 'You refused the plan, so nothing of it runs.' : null
}

/** Goes on with the turn that waits. */
export async function answerTurn(talk: TalkOptions, questionId: string, answer: Answer): Promise<RunOutcome> {
  const answered = { threadId: talk.threadId ?? '', questionId, answer }
  return ended(talk, await talk.core.services.runner.answer(answered, talk.onEvent))
}

/** The plan that is asked about, a line for each step, after why the answer before was not taken. */
export function questionLines({ question: { steps, problem } }: NodeQuestion): string {
  const lines = steps.map(
    ({ id, plan, tool, input }) => `  #${id} = ${tool}[${input}]${plan === '' ? '' : `  ${plan}`}`,
  )
  const faulty = problem === null ? [] : [`The edited plan cannot run. ${problem}`]
  return [...faulty, 'The turn waits for you to approve its plan:', ...lines].join('\n')
}

/** Yes or no as it is typed; null: neither. */
export function readYesNo(line: string): boolean | null {
  if (/^y(es)?$/i.test(line)) return true
  return /^no?$/i.test(line) ? false : null
}
