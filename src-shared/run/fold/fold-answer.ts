/** What a question to a person and its answer mean for the turn: who waits for what, and what was answered, in words. */
import type { Answer, RunEvent, RunEventOf } from '../log/events'
import { haltPlans } from './fold-plan'
import { addRow, lastIndex, replaceAt } from './fold-rows'
import type { NoteItem, TurnView } from './fold-view'

type Steps = NonNullable<Answer['steps']>

/** The turn with a question. One that is asked again keeps what was answered, to be mended. */
export function foldQuestion(turn: TurnView, event: RunEventOf<'question'>): TurnView {
  const { id, node, path, question } = event
  const isAgain = turn.answered?.id === id
  const given = isAgain ? (turn.answered?.answer.steps ?? null) : null
  const asked = { ...turn, question: { id, node, path, question, given } }
  return addRow(isAgain ? withoutAnswer(asked) : asked, event, {
    node,
    path,
    step: { what: 'run', became: 'waiting', message: question.problem },
  })
}

/** The turn going on with an answer. */
export function foldAnswer(turn: TurnView, event: RunEventOf<'answer'>): TurnView {
  const { id, node, path, answer } = event
  const plan = turn.plans.findLast((known) => known.node === node && known.path === path)
  const text = answerWords(plan?.steps ?? [], answer)
  const told = withNote({ ...turn, answered: { id, answer } }, event, text)
  return addRow(told, event, { node, path, step: { what: 'run', became: 'answered', message: text } })
}

/** A turn that waited when the next one began: its question is not asked any more. */
export function dropQuestion(turn: TurnView, event: RunEvent): TurnView {
  const dropped = withNote(turn, event, 'You went on without an answer, so the plan was dropped.')
  return { ...dropped, plans: haltPlans(turn.plans, 'skipped'), question: null, state: 'done' }
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

/** An answer to a plan in words: `You approved the plan, with changes to #E2, without #E3.` */
export function answerWords(asked: Readonly<Steps>, { approved, steps }: Answer): string {
  if (!approved) return 'You refused the plan.'
  const given = new Map((steps ?? asked).map((step) => [step.id, step]))
  const changed = asked.filter((step) => isChanged(step, given.get(step.id)))
  const removed = asked.filter(({ id }) => !given.has(id))
  const added = [...given.values()].filter(({ id }) => !asked.some((step) => step.id === id))
  const parts = [list(', with changes to', changed), list(', without', removed), list(', with the new', added)]
  return `You approved the plan${parts.join('')}.`
}

function isChanged(step: Steps[number], given: Steps[number] | undefined): boolean {
  if (given === undefined) return false
  return given.plan !== step.plan || given.tool !== step.tool || given.input !== step.input
}

function list(words: string, steps: readonly { id: string }[]): string {
  return steps.length === 0 ? '' : `${words} ${steps.map(({ id }) => `#${id}`).join(', ')}`
}
