/** What differs between two moments of a thread: what was said and done between them, variables, where the baton is, and what it cost. */
import type { Json } from '../../flow/records'
import { costOf } from '../fold/fold-cost'
import { turnCount, turnsOf, type Holder, type SessionView, type ThreadView, type TraceRow } from '../fold/fold-view'
import { addUsage, type Usage } from '../log/usage'

/** A value before and after; undefined: there was none. */
export type ValueChange = { name: string; before: Json | undefined; after: Json | undefined }
export type SessionChange = { node: string; before: SessionView | null; after: SessionView | null }
export type PlaceChange = { graph: string; before: string | null; after: string | null }

/** What a thread had cost at a moment. `dollars`: of the calls whose price is known. */
export type ThreadCost = { turns: number; modelCalls: number; toolCalls: number; usage: Usage; dollars: number }

export type MomentDifference = {
  /** Rows of the trace that are new, or went on. */
  rows: readonly TraceRow[]
  variables: readonly ValueChange[]
  /** Null: the same has it, in the same place. */
  baton: { before: Holder | null; after: Holder | null } | null
  sessions: readonly SessionChange[]
  places: readonly PlaceChange[]
  cost: { before: ThreadCost; after: ThreadCost }
}

/** `before` is the earlier moment of the two. */
export function differenceOf(before: ThreadView, after: ThreadView): MomentDifference {
  const [from, to] = [before.holder, after.holder]
  const isSameBaton = from?.node === to?.node && from?.path === to?.path
  return {
    rows: newRows(before, after),
    variables: changesOf(before.variables, after.variables, isSameJson),
    baton: isSameBaton ? null : { before: from, after: to },
    sessions: changesOf(before.sessions, after.sessions, isSameSession).map(({ name, ...change }) => {
      return { node: name, before: change.before ?? null, after: change.after ?? null }
    }),
    places: changesOf(before.places, after.places, (one, other) => one === other).map(({ name, ...change }) => {
      return { graph: name, before: change.before ?? null, after: change.after ?? null }
    }),
    cost: { before: threadCost(before), after: threadCost(after) },
  }
}

/** Turns that are the same object are not looked into. */
function newRows(before: ThreadView, after: ThreadView): TraceRow[] {
  const known = new Map(turnsOf(before).map((turn) => [turn.turn, turn]))
  return turnsOf(after).flatMap((turn) => {
    const was = known.get(turn.turn)
    if (was === turn) return []
    const rows = new Map(was?.trace.map((row) => [row.key, row]))
    return turn.trace.filter((row) => {
      const earlier = rows.get(row.key)
      return earlier === undefined || (earlier !== row && !isSameJson(earlier.step, row.step))
    })
  })
}

type Values<Value> = { readonly [name: string]: Value }
type Change<Value> = { name: string; before: Value | undefined; after: Value | undefined }

function changesOf<Value>(
  before: Values<Value>,
  after: Values<Value>,
  isSame: (one: Value, other: Value) => boolean,
): Change<Value>[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names].flatMap((name) => {
    const [was, is] = [valueIn(before, name), valueIn(after, name)]
    const isEqual = was !== undefined && is !== undefined ? isSame(was, is) : was === is
    return isEqual ? [] : [{ name, before: was, after: is }]
  })
}

function valueIn<Value>(values: Values<Value>, name: string): Value | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined
}

function isSameJson(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other)
}

function isSameSession(one: SessionView, other: SessionView): boolean {
  return one.number === other.number && one.state === other.state && isSameJson(one.slots, other.slots)
}

function threadCost(view: ThreadView): ThreadCost {
  const none: ThreadCost = {
    turns: turnCount(view),
    modelCalls: 0,
    toolCalls: 0,
    usage: { input: 0, output: 0 },
    dollars: 0,
  }
  return turnsOf(view).reduce((sum, turn) => {
    const { calls, usage, spent } = costOf(turn)
    const toolCalls = turn.trace.filter(({ step }) => step.what === 'tool').length
    return {
      turns: sum.turns,
      modelCalls: sum.modelCalls + calls,
      toolCalls: sum.toolCalls + toolCalls,
      usage: addUsage(sum.usage, usage),
      dollars: sum.dollars + (spent?.dollars ?? 0),
    }
  }, none)
}
