/** What is wrong with the open flow, by node and by edge. Checked a moment after an edit, never on the keystroke itself. */
import { createStore, type StoreApi } from 'zustand/vanilla'
import { checkFlow } from '../../src-shared/flow/checks/check'
import type { Problem } from '../../src-shared/kinds/kind'
import type { FlowStore } from './flow-store'
import type { Clock } from './saver'

export type Problems = {
  all: readonly Problem[]
  byNode: ReadonlyMap<string, readonly Problem[]>
  byEdge: ReadonlyMap<string, readonly Problem[]>
  errors: number
}

export type ProblemsStore = StoreApi<Problems> & {
  /** Checks at once, as before a run. */
  checkNow(): Problems
  dispose(): void
}

const CHECK_AFTER_MS = 250

export function createProblemsStore(flows: FlowStore, clock: Clock): ProblemsStore {
  let checked = flows.getState().flow
  let forget: () => void = () => undefined
  const store = createStore<Problems>(() => sorted(checkFlow(checked)))
  const checkNow = (): Problems => {
    forget()
    const { flow } = flows.getState()
    if (flow !== checked) {
      checked = flow
      store.setState(keepSame(store.getState(), sorted(checkFlow(flow))), true)
    }
    return store.getState()
  }
  const unsubscribe = flows.subscribe((state, before) => {
    if (state.flow === before.flow) return
    forget()
    forget = clock.after(CHECK_AFTER_MS, checkNow)
  })
  return Object.assign(store, {
    checkNow,
    dispose() {
      forget()
      unsubscribe()
    },
  })
}

/** Problems about a node's name belong to the field of the name. */
const ABOUT_THE_NAME: ReadonlySet<string> = new Set(['no-name', 'duplicate-name'])

function sorted(found: readonly Problem[]): Problems {
  const problems = found.map((problem) => (ABOUT_THE_NAME.has(problem.code) ? { field: 'name', ...problem } : problem))
  const byNode = new Map<string, Problem[]>()
  const byEdge = new Map<string, Problem[]>()
  for (const problem of problems) {
    if (problem.edge !== undefined) append(byEdge, problem.edge, problem)
    if (problem.node !== undefined) append(byNode, problem.node, problem)
  }
  return { all: problems, byNode, byEdge, errors: problems.filter((problem) => problem.severity === 'error').length }
}

function append(map: Map<string, Problem[]>, key: string, problem: Problem): void {
  const list = map.get(key)
  if (list === undefined) map.set(key, [problem])
  else list.push(problem)
}

/** Lists that say the same stay the same objects, so that only nodes whose problems changed draw again. */
function keepSame(before: Problems, after: Problems): Problems {
  return { ...after, byNode: keepLists(before.byNode, after.byNode), byEdge: keepLists(before.byEdge, after.byEdge) }
}

function keepLists(
  before: ReadonlyMap<string, readonly Problem[]>,
  after: ReadonlyMap<string, readonly Problem[]>,
): ReadonlyMap<string, readonly Problem[]> {
  const kept = new Map<string, readonly Problem[]>()
  for (const [key, list] of after) {
    const old = before.get(key)
    kept.set(key, old !== undefined && JSON.stringify(old) === JSON.stringify(list) ? old : list)
  }
  return kept
}
