/** What was spent, in the words of a table: by participant, of a turn or of a thread. The app and the command line show the same. */
import type { Translate } from '../../languages/translate'
import { grownBy, type ContextGrowth, type SpendingView } from '../fold/fold-spending'
import { usageOfExpense, type Expense } from '../log/expense'
import { durationWords, moneyWords, tokenWords } from '../words/figures'
import type { NameOf } from './trace-words'

/** The cells of one row; `money` empty: nothing of the thread has a price that is known. */
export type ExpenseCells = {
  readonly calls: string
  readonly tokens: string
  readonly money: string
  readonly time: string
}

export function expenseCells(expense: Expense, isPriced: boolean, t: Translate): ExpenseCells {
  const { calls, input, output, estimated, dollars, unpriced, ms } = expense
  const amount = t.number(input + output)
  const isUnknown = calls > 0 && unpriced === calls
  const money = isUnknown ? t('not known') : moneyWords({ dollars, isPart: unpriced > 0 }, usageOfExpense(expense), t)
  return {
    calls: t.number(calls),
    tokens: calls === 0 ? '–' : estimated ? t('about {amount}', { amount }) : amount,
    money: isPriced ? money : '',
    time: durationWords(ms, t),
  }
}

/** Who spent, whoever took the most tokens first. */
export function spendersOf({ by }: Pick<SpendingView, 'by'>): [node: string, spent: Expense][] {
  const tokensOf = ({ input, output }: Expense): number => input + output
  return Object.entries(by).toSorted(([, one], [, other]) => tokensOf(other) - tokensOf(one))
}

/** After which hand-off the request of a reply grew most; null: after none. */
export function growthWords(growth: ContextGrowth | null, nameOf: NameOf, t: Translate): string | null {
  if (growth === null) return null
  const { from, to, after, estimated } = growth
  const tokens = (input: number) => tokenWords({ input, output: 0, ...(estimated ? { estimated } : {}) }, t)
  return t('The context grew most at the hand-off from {from} to {to}: by {more}, to {all}.', {
    from: nameOf(from),
    to: nameOf(to),
    more: tokens(grownBy(growth)),
    all: tokens(after),
  })
}
