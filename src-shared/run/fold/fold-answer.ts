/** What a question to a person and its answer mean for the turn: who waits for what, and what was answered, in words. */
import { message, type Message } from '../../languages/translate'
import type { RunEvent, RunEventOf } from '../log/events'
import { isAnswerTo, type LoggedAnswer, type LoggedQuestionKind, type QuestionOf } from '../log/questions'
import { answerWords, questionWords } from '../words/questions'
import { haltPlans } from './fold-plan'
import { addRow, append, lastIndex, put, replaceAt } from './fold-rows'
import { dropItem } from './fold-tool'
import type { AskedQuestion, NoteItem, TurnView } from './fold-view'

/** The turn with a question. One that is asked again keeps what was answered, to be mended. */
export function foldQuestion(turn: TurnView, event: RunEventOf<'question'>): TurnView {
  const { id, node, path, question } = event
  const before = turn.answered.find((answered) => answered.id === id)?.answer ?? null
  const asked = askedQuestion({ id, node, path }, question, before)
  const isKnown = before === null && turn.asked.some((known) => known.id === id)
  const next = { ...turn, questions: withOne(turn.questions, asked), asked: withOne(turn.asked, asked) }
  if (isKnown) return next
  return addRow(before === null ? next : withoutAnswer(next), event, {
    node,
    path,
    step: { what: 'run', became: 'waiting', message: question.problem },
  })
}

/** The list with one in the place of what has its id, or at its end. */
function withOne<One extends { id: string }>(list: readonly One[], one: One): readonly One[] {
  const index = lastIndex(list, ({ id }) => id === one.id)
  return index < 0 ? [...list, one] : replaceAt(list, index, one)
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
  const asked = turn.asked.find((known) => known.id === id)
  const text = answerWords(answer, asked?.question ?? null)
  const questions = turn.questions.filter((open) => open.id !== id)
  const told = withNote({ ...turn, questions, answered: withOne(turn.answered, { id, answer }) }, event, text)
  return addRow(told, event, { node, path, step: { what: 'run', became: 'answered', message: text } })
}

/** A turn that waited when the next one began: its question is not asked any more. */
export function dropQuestion(turn: TurnView, event: RunEvent): TurnView {
  const { dropped } = questionWords(turn.questions[0]?.question.kind ?? 'other')
  const next = withNote({ ...turn, items: turn.items.map(dropItem) }, event, message(dropped))
  return { ...next, plans: haltPlans(turn.plans, 'skipped'), questions: [], state: 'done' }
}

function withNote(turn: TurnView, { runId, seq, at }: RunEvent, text: Message): TurnView {
  const item: NoteItem = { kind: 'note', key: `${runId}:${seq}`, at, note: 'answer', text, isPast: false }
  return { ...turn, items: append(turn.items, item) }
}

/** An answer that could not be taken is past. */
function withoutAnswer(turn: TurnView): TurnView {
  const index = lastIndex(turn.items, (item) => item.kind === 'note' && item.note === 'answer')
  const item = turn.items[index]
  return item?.kind === 'note' ? { ...turn, items: put(turn.items, index, { ...item, isPast: true }) } : turn
}
