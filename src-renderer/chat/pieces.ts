/** A turn as the chat draws it: cut into pieces of a few rows, so that of a long turn only those in sight are on the page. */
import type { AskedQuestion, PlanView, TurnView } from '../../src-shared/run/fold/fold-view'
import { isAskedAbout } from '../plan/approval/asked-about'
import { withPlans, type PlanRow } from './plan-rows'
import { chatRows, type ChatRow } from './rows'

export type QuestionRow = { kind: 'question'; key: string; asked: AskedQuestion }
export type TurnRow = ChatRow | PlanRow | QuestionRow

export type TurnPiece = {
  /** Unique within the thread. */
  key: string
  turn: TurnView
  rows: readonly TurnRow[]
  /** The last of its turn: what goes on now and what the turn cost stand under it. */
  isLast: boolean
  /** What goes on now is told by the line of a nested chat. */
  isTold: boolean
}

/** So many rows make a piece: a turn that is not long is one. */
const PIECE_ROWS = 6

/** While a turn goes on with one answer, what else it asks can be answered. */
const ASKING: ReadonlySet<TurnView['state']> = new Set(['waiting', 'running'])

export type PieceSettings = { showVerdicts: boolean; isLatest: boolean }

/** The pieces of a turn, one at least. Rows are counted from its start, so that a turn that grows changes its last piece alone. */
export function turnPieces(turn: TurnView, { showVerdicts, isLatest }: PieceSettings): TurnPiece[] {
  const { items, streams, plans, questions } = turn
  const said = chatRows(items, streams, showVerdicts)
  const asking = isLatest && ASKING.has(turn.state) ? questions : []
  const cards = asking.map((asked): QuestionRow => ({ kind: 'question', key: `question-${asked.id}`, asked }))
  const rows: TurnRow[] = [...withPlans(said, told(plans, questions)), ...cards]
  const isTold = said.some((row) => row.kind === 'nested' && row.isRunning)
  const count = Math.max(1, Math.ceil(rows.length / PIECE_ROWS))
  return Array.from({ length: count }, (_none, at) => ({
    key: pieceKey(turn.turn, at),
    turn,
    rows: rows.slice(at * PIECE_ROWS, (at + 1) * PIECE_ROWS),
    isLast: at === count - 1,
    isTold,
  }))
}

/** The key of a piece by its place in the turn, from 0. */
export function pieceKey(turn: number, at: number): string {
  return `${turn} ${at}`
}

/** The plans without those that a person is asked about, which their cards show. */
function told(plans: TurnView['plans'], questions: TurnView['questions']): readonly PlanView[] {
  return plans.filter((plan) => !questions.some((asked) => isAskedAbout(plan, asked)))
}

/** Whether a piece that is drawn looks the same after the turn went on: it says what was said, and that is the same. */
export function looksAlike(before: TurnPiece, after: TurnPiece): boolean {
  if (before === after) return true
  if (before.isLast || after.isLast || before.rows.length !== after.rows.length) return false
  const [was, is] = [before.turn, after.turn]
  if (was.turn !== is.turn || was.state !== is.state || was.drawn !== is.drawn) return false
  return before.rows.every((row, at) => isSameRow(row, after.rows[at]))
}

function isSameRow(before: TurnRow, after: TurnRow | undefined): boolean {
  if (before.kind === 'item')
    return after?.kind === 'item' && before.item === after.item && before.isContinued === after.isContinued
  // Of plans, nested chats and replies that are written, more is shown than the row holds.
  if (before.kind !== 'handoffs' || after?.kind !== 'handoffs') return false
  return before.moves.length === after.moves.length && before.moves.every((move, at) => move === after.moves[at])
}

/** How high pieces are before they were drawn, in px: the better the guess, the steadier the bar by which the column is moved. */
export function guessedHeight({ rows, isLast }: TurnPiece): number {
  return rows.reduce((sum, row) => sum + guessedRowHeight(row), isLast ? COST_HEIGHT : 0)
}

const COST_HEIGHT = 20
const LINE_HEIGHT = 19
/** Of a column as wide as it is at first. */
const LINE_LETTERS = 42

function guessedRowHeight(row: TurnRow): number {
  switch (row.kind) {
    case 'item':
      return row.item.kind === 'message'
        ? guessedWords(row.item.text, row.isContinued)
        : row.item.kind === 'tool'
          ? 30
          : 22
    case 'stream':
      return guessedWords(row.stream.text, row.isContinued)
    case 'handoffs':
      return 32
    case 'nested':
      return 42
    case 'plan':
      return 44 + Math.min(13, row.plan.steps.length) * 20
    case 'question':
      return 180
  }
}

function guessedWords(text: string, isContinued: boolean): number {
  return (isContinued ? 6 : 28) + Math.max(1, Math.ceil(text.length / LINE_LETTERS)) * LINE_HEIGHT
}
