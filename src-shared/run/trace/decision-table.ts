/** Decisions of a flow as a table: which of them are shown, and how often each node chose what. */
import type { DecisionRule } from '../log/decisions'
import type { FlowDecision } from '../log/flow-decisions'
import { choiceSort } from '../words/decisions'

/** Null: whatever it is. `threads`: ids of those that are shown. */
export type DecisionFilter = {
  readonly about: string | null
  readonly node: string | null
  readonly rule: DecisionRule['by'] | null
  /** As `choiceSort` says it. */
  readonly choice: string | null
  readonly threads: ReadonlySet<string> | null
}

export const ALL_DECISIONS: DecisionFilter = { about: null, node: null, rule: null, choice: null, threads: null }

export function fitsFilter(decision: FlowDecision, filter: DecisionFilter): boolean {
  const { about, node, rule, choice, threads } = filter
  return (
    (about === null || decision.about === about) &&
    (node === null || decision.node === node) &&
    (rule === null || decision.rule.by === rule) &&
    (choice === null || choiceSort(decision.choice) === choice) &&
    (threads === null || threads.has(decision.threadId))
  )
}

export type ChoiceCount = { readonly choice: string; readonly count: number }
export type NodeCount = {
  readonly node: string
  readonly count: number
  /** What was chosen most often first. */
  readonly choices: readonly ChoiceCount[]
}

/** How often each node chose what; who decided most often first. */
export function countChoices(decisions: readonly FlowDecision[]): NodeCount[] {
  const nodes = new Map<string, Map<string, number>>()
  for (const { node, choice } of decisions) {
    const choices = nodes.get(node) ?? new Map<string, number>()
    const sort = choiceSort(choice)
    choices.set(sort, (choices.get(sort) ?? 0) + 1)
    nodes.set(node, choices)
  }
  return [...nodes]
    .map(([node, counts]): NodeCount => {
      const choices = [...counts].map(([choice, count]): ChoiceCount => ({ choice, count }))
      return { node, count: sum(choices), choices: choices.toSorted((a, b) => b.count - a.count) }
    })
    .toSorted((a, b) => b.count - a.count)
}

function sum(choices: readonly ChoiceCount[]): number {
  return choices.reduce((total, { count }) => total + count, 0)
}

/** The values that there are, each once, in the order in which they came. */
export function valuesOf<Value>(
  decisions: readonly FlowDecision[],
  valueOf: (decision: FlowDecision) => Value,
): Value[] {
  return [...new Set(decisions.map(valueOf))]
}
