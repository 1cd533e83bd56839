/** What a thread cost as lines for a terminal: a table for each turn and one for all of them, with the figures of the app's own. */
import { ENGLISH } from '../../src-shared/languages/translate'
import type { SpendingView } from '../../src-shared/run/fold/fold-spending'
import { turnsOf, type ThreadView } from '../../src-shared/run/fold/fold-view'
import type { Expense } from '../../src-shared/run/log/expense'
import { expenseCells, growthWords, spendersOf } from '../../src-shared/run/trace/cost-words'
import type { NameOf } from '../../src-shared/run/trace/trace-words'
import { nameIn } from './step-lines'

/** `turn` null: all turns together. */
type CostPart = { turn: number | null; spending: SpendingView; nameOf: NameOf }

function partsOf(view: ThreadView): CostPart[] {
  const turns = turnsOf(view)
  const nameOf: NameOf = (id) => turns.map((turn) => nameIn(turn, view)(id)).findLast((name) => name !== id) ?? id
  return [
    ...turns.map((turn) => ({ turn: turn.turn, spending: turn.spending, nameOf: nameIn(turn, view) })),
    { turn: null, spending: view.spending, nameOf },
  ]
}

/** Money has a column where some price of the thread is known. */
export function costLines(view: ThreadView): string[] {
  const isPriced = view.spending.priced > 0
  return partsOf(view).flatMap(({ turn, spending, nameOf }) => {
    const row = (name: string, spent: Expense): string[] => {
      const { calls, tokens, money, time } = expenseCells(spent, isPriced, ENGLISH)
      return [name, calls, tokens, ...(isPriced ? [money] : []), time]
    }
    const head = ['Participant', 'Calls', 'Tokens', ...(isPriced ? ['Cost'] : []), 'Time']
    const rows = spendersOf(spending).map(([node, spent]) => row(nameOf(node), spent))
    const growth = growthWords(spending.growth, nameOf, ENGLISH)
    return [
      turn === null ? 'Whole thread' : `Turn ${turn}`,
      ...columns([head, ...rows, row('Together', spending.total)]),
      ...(growth === null ? [] : [`  ${growth}`]),
    ]
  })
}

/** One object for each turn, then one for all of them, whose turn is null. */
export function costRows(view: ThreadView) {
  return partsOf(view).map(({ turn, spending: { total, by, growth }, nameOf }) => ({
    turn,
    total,
    by: Object.entries(by).map(([node, spent]) => ({ node, name: nameOf(node), ...spent })),
    growth,
  }))
}

/** Names to the left, figures to the right. */
function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)))
  return rows.map((row) => {
    const cells = row.map((text, column) =>
      column === 0 ? text.padEnd(widths[column] ?? 0) : text.padStart(widths[column] ?? 0),
    )
    return `  ${cells.join('  ')}`
  })
}
