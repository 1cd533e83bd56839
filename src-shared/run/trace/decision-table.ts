/** Decisions of a flow as a table: which of them are shown, and how often each node chose what. */
import type { DecisionChoice, DecisionRule } from '../log/decisions'
import type { FlowDecision } from '../log/flow-decisions'
import { choiceSort } from '../words/decisions'

/** Null: whatever it is. `threads`: ids of those that are shown. */
export type DecisionFilter = {
  readonly about: string | null
  readonly node: string | null
  readonly rule: DecisionRule['by'] | null
  /** As `choiceKey` says it. */
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
    (choice === null || choiceKey(decision.choice) === choice) &&
    (threads === null || threads.has(decision.threadId))
  )
}

/** What tells one sort of choice from another: a participant may be called `nobody`, or as anything else that can be chosen. */
export function choiceKey(choice: DecisionChoice): string {
  return `${choice.is}: ${choiceSort(choice)}`
}

/** `choice`: the first of its sort. */
export type ChoiceCount = { readonly key: string; readonly choice: DecisionChoice; readonly count: number }
export type NodeCount = {
  readonly node: string
  readonly count: number
  /** What was chosen most often first. */
  readonly choices: readonly ChoiceCount[]
}

/** How often each node chose what; who decided most often first. */
export function countChoices(decisions: readonly FlowDecision[]): NodeCount[] {
  const nodes = new Map<string, Map<string, ChoiceCount>>()
  for (const { node, choice } of decisions) {
    const counts = nodes.get(node) ?? new Map<string, ChoiceCount>()
    const key = choiceKey(choice)
    const known = counts.get(key) ?? { key, choice, count: 0 }
    counts.set(key, { ...known, count: known.count + 1 })
    nodes.set(node, counts)
  }
  return [...nodes]
    .map(([node, counts]): NodeCount => {
      const choices = [...counts.values()]
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
