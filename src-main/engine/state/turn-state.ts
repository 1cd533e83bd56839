/** What a turn has used up, how steps add to it, and how it ended. */
import type { ErrorRecord } from '../../../src-shared/errors'
import type { LimitReached } from '../../../src-shared/run/log/limits'
import {
  addExpense,
  NO_EXPENSE,
  spendAt,
  spentSince,
  sumOf,
  type Expense,
  type ExpenseByNode,
} from '../../../src-shared/run/log/expense'

/** Why a turn ended. */
export type TurnEnd =
  /** `spoken`: a person said something that did not wait for its end. */
  | { reason: 'done' | 'limit' | 'spoken'; limit: LimitReached | null }
  /** A worker failed; the turn ended in order and can be tried again at that worker. */
  | { reason: 'failed'; node: string; error: ErrorRecord }

/** What the present turn has used up so far. */
export type Turn = {
  /** 1, 2, 3 ... within the thread. */
  number: number
  /** Log id of the user's message; null: the flow speaks first. */
  userEntry: string | null
  hops: number
  rounds: number
  modelCalls: number
  input: number
  output: number
  /** Some of these tokens were estimated. */
  estimated: boolean
  /** Model calls by node. */
  calls: { [node: string]: number }
  /** How often the baton went over each pair of nodes, as `from>to`. */
  pairs: { [pair: string]: number }
  end: TurnEnd | null
  /** The first of the turns right before this one that came to no end: what the user said in them is not answered. */
  unanswered?: number
  /** What each node spent in the turn; absent: nothing, or an older build counted. */
  by?: ExpenseByNode
  /** What the thread spent before this turn; absent: an older build counted. */
  before?: Expense
  /** How long the turn has run, without what it waited for a person or stood still; absent: 0. */
  ms?: number
  /** What people were told once for the whole turn, by code and node. */
  told?: readonly string[]
}

/** What a step that runs beside others adds to the turn: counts are summed, never replaced. */
export type TurnAddition = {
  adds: Omit<Turn, 'number' | 'userEntry' | 'unanswered' | 'before'>
}

/** A turn in which nothing has happened yet; `before`: what its thread has spent until then. */
export function newTurn(number: number, userEntry: string | null, before: Expense = NO_EXPENSE): Turn {
  return {
    number,
    userEntry,
    before,
    hops: 0,
    rounds: 0,
    modelCalls: 0,
    input: 0,
    output: 0,
    estimated: false,
    calls: {},
    pairs: {},
    end: null,
  }
}

/** What a turn spent so far; its time is that in which it ran. */
export function spentInTurn({ by = {}, modelCalls: calls, input, output, estimated, ms = 0 }: Turn): Expense {
  const { dollars, unpriced } = sumOf(by)
  return { calls, input, output, estimated, dollars, unpriced, ms }
}

/** What a thread spent up to and with its turn. */
export function spentInThread(turn: Turn): Expense {
  return addExpense(turn.before ?? NO_EXPENSE, spentInTurn(turn))
}

/** What each node spent up to and with a turn; `before`: until it. */
export function spentByNode(before: ExpenseByNode, { by = {} }: Turn): ExpenseByNode {
  return addEach(before, by)
}

/** The turn after a step: replaced by one that ran alone, added to by one that ran beside others. */
export function changeTurn(turn: Turn, change: Turn | TurnAddition): Turn {
  if (!('adds' in change)) return change
  const { adds } = change
  return {
    ...turn,
    hops: turn.hops + adds.hops,
    rounds: turn.rounds + adds.rounds,
    modelCalls: turn.modelCalls + adds.modelCalls,
    input: turn.input + adds.input,
    output: turn.output + adds.output,
    estimated: turn.estimated || adds.estimated,
    by: addEach(turn.by ?? {}, adds.by ?? {}),
    // Steps that ran side by side each say until when.
    ms: Math.max(turn.ms ?? 0, adds.ms ?? 0),
    calls: addCounts(turn.calls, adds.calls),
    pairs: addCounts(turn.pairs, adds.pairs),
    end: adds.end ?? turn.end,
  }
}

function addEach(by: ExpenseByNode, added: ExpenseByNode): ExpenseByNode {
  return Object.entries(added).reduce((sums, [node, more]) => spendAt(sums, node, more), by)
}

type Counts = { [name: string]: number }

function addCounts(counts: Counts, added: Counts): Counts {
  const sums = { ...counts }
  for (const [name, count] of Object.entries(added)) sums[name] = (sums[name] ?? 0) + count
  return sums
}

/** What a turn has more than it had before. */
export function turnAddition(before: Turn, after: Turn): TurnAddition {
  const more = (now: Counts, then: Counts): Counts =>
    Object.fromEntries(
      Object.entries(now).flatMap(([name, count]) =>
        count === (then[name] ?? 0) ? [] : [[name, count - (then[name] ?? 0)]],
      ),
    )
  return {
    adds: {
      hops: after.hops - before.hops,
      rounds: after.rounds - before.rounds,
      modelCalls: after.modelCalls - before.modelCalls,
      input: after.input - before.input,
      output: after.output - before.output,
      estimated: after.estimated,
      by: Object.fromEntries(
        Object.entries(after.by ?? {}).flatMap(([node, spent]) => {
          const then = before.by?.[node]
          return then === spent ? [] : [[node, spentSince(spent, then)]]
        }),
      ),
      ms: after.ms ?? 0,
      calls: more(after.calls, before.calls),
      pairs: more(after.pairs, before.pairs),
      end: after.end === before.end ? null : after.end,
    },
  }
}
