/** Names of nodes are unique in a flow, case ignored. */
import { foldCase } from '../match'
import type { Flow } from './records'

/** The longest name. */
export const MAX_NAME = 200

/** The names that a flow's nodes have, folded as they are compared. */
export function takenNames(flow: Pick<Flow, 'nodes'>): Set<string> {
  return new Set(Object.values(flow.nodes).map((node) => foldCase(node.name)))
}

/** The wanted name, or with the next free number: `Agent`, `Agent 2`, `Agent 3`. */
export function uniqueName(taken: ReadonlySet<string>, wanted: string): string {
  const name = wanted.trim().slice(0, MAX_NAME) || 'Node'
  if (!taken.has(foldCase(name))) return name
  const numbered = /^(.*\S)\s+(\d{1,6})$/su.exec(name)
  const stem = (numbered?.[1] ?? name).slice(0, MAX_NAME - 8)
  for (let count = Number(numbered?.[2] ?? 1) + 1; ; count += 1) {
    const next = `${stem} ${count}`
    if (!taken.has(foldCase(next))) return next
  }
}
