/** What it will take to ask models again for what was kept in tests. */
import { addExpense, NO_EXPENSE, type Expense } from '../log/expense'
import type { FlowTest, KeptReply } from './test-file'

/** As it was when they were kept; on a flow that was redrawn since it may be another. */
export function expectedExpense(tests: readonly FlowTest[]): Expense {
  return tests
    .flatMap(({ turns }) => turns.flatMap(({ replies }) => replies))
    .map(expenseOf)
    .reduce(addExpense, NO_EXPENSE)
}

function expenseOf({ usage, cost }: KeptReply): Expense {
  const { input, output } = usage ?? NO_EXPENSE
  const money = cost === undefined ? { unpriced: 1 } : { dollars: cost }
  // What will be taken is never known exactly.
  return { ...NO_EXPENSE, calls: 1, input, output, estimated: true, ...money }
}
