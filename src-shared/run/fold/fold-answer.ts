/** What a question to a person and its answer mean for the turn: who waits for what, and what was answered, in words. */
import type { RunEvent, RunEventOf } from '../log/events'
import { isAnswerTo, type LoggedAnswer, type LoggedQuestionKind, type QuestionOf } from '../log/questions'
import { answerWords, questionWords } from '../words/questions'
import { haltPlans } from './fold-plan'
import { addRow, lastIndex, replaceAt } from './fold-rows'
import type { AskedQuestion, NoteItem, TurnView } from './fold-view'

/** The turn with a question. One that is asked again keeps what was answered, to be mended. */
export function foldQuestion(turn: TurnView, event: RunEventOf<'question'>): TurnView {
  const { id, node, path, question } = event
  const before = turn.answered?.id === id ? turn.answered.answer : null
  const asked = askedQuestion({ id, node, path }, question, before)
  const next = { ...turn, question: asked, asked }
  return addRow(before === null ? next : withoutAnswer(next), event, {
    node,
    path,
    step: { what: 'run', became: 'waiting', message: question.problem },
  })
}

function askedQuestion<K extends LoggedQuestionKind>(
  place: { id: string; node: string; path: string },
  question: QuestionOf<K>,
  before: LoggedAnswer | null,
): AskedQuestion<K> {
  const given = before !== null && isAnswerTo<K>(question, before) ? before : null
  return { ...place, question, given }
}

/** The turn going on with an answer. */
export function foldAnswer(turn: TurnView, event: RunEventOf<'answer'>): TurnView {
  const { id, node, path, answer } = event
  const text = answerWords(answer, turn.asked?.id === id ? turn.asked.question : null)
  const told = withNote({ ...turn, answered: { id, answer } }, event, text)
  return addRow(told, event, { node, path, step: { what: 'run', became: 'answered', message: text } })
}

/** A turn that waited when the next one began: its question is not asked any more. */
export function dropQuestion(turn: TurnView, event: RunEvent): TurnView {
  const { dropped } = questionWords(turn.question?.question.kind ?? 'other')
  const next = withNote(turn, event, dropped)
  return { ...next, plans: haltPlans(turn.plans, 'skipped'), question: null, state: 'done' }
}

function withNote(turn: TurnView, { runId, seq, at }: RunEvent, text: string): TurnView {
  const item: NoteItem = { kind: 'note', key: `${runId}:${seq}`, at, note: 'answer', text, isPast: false }
  return { ...turn, items: [...turn.items, item] }
}

/** An answer that could not be taken is past. */
function withoutAnswer(turn: TurnView): TurnView {
  const index = lastIndex(turn.items, (item) => item.kind === 'note' && item.note === 'answer')
  const item = turn.items[index]
  return item?.kind === 'note' ? { ...turn, items: replaceAt(turn.items, index, { ...item, isPast: true }) } : turn
}
