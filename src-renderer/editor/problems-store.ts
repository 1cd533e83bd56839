/**
 * What is wrong with the open flow, by node and by edge. Checked a moment after an edit, never on the keystroke itself. What a node or an
 * edge that was just drawn has not got yet is needed rather than wrong: until its field was left, or until somebody wants to run the flow.
 */
import { createStore, type StoreApi } from 'zustand/vanilla'
import { moneyBudgets, unpricedProblems } from '../../src-shared/flow/checks/counted-models'
import type { Flow } from '../../src-shared/flow/records'
import { codeProblem, codeTexts, type CodeFault } from '../../src-shared/kinds/code-texts'
import type { Problem } from '../../src-shared/kinds/kind'
import { isGap } from '../../src-shared/kinds/problem-codes'
import { createFlowChecks } from './flow-checks'
import type { FlowStore } from './flow-store'
import type { Clock } from './saver'

type ByPlace = ReadonlyMap<string, readonly Problem[]>

export type Problems = {
  /** What a person is told; what is only needed is not among it. */
  all: readonly Problem[]
  byNode: ByPlace
  byEdge: ByPlace
  /** What something new has not got yet, by the node or the edge. */
  needed: ByPlace
  /** How many block running, told or not. */
  errors: number
  /** The first of these. */
  blocking: Problem | null
}

export type ProblemsStore = StoreApi<Problems> & {
  /** Checks at once, as before a run. */
  checkNow(): Problems
  /** A field of a node or an edge was left: what it has not got is a problem from now on. */
  leave(id: string, field: string): void
  /** Somebody wants to run the flow, or to hear what is wrong with it: nothing counts as new any more. */
  settle(): void
  /** Mistakes in code, by the code: found elsewhere, since a parser is not at hand here. */
  setCodeFaults(faults: ReadonlyMap<string, CodeFault | null>): void
  /** The models that have no price, by `countedKey`; of those in `unread` stays what was known of them. */
  setUnpriced(models: ReadonlyMap<string, string>, unread?: ReadonlySet<string>): void
  dispose(): void
}

/** `outerVariables`: those that flows round this one declare. */
export function createProblemsStore(
  flows: FlowStore,
  clock: Clock,
  outerVariables: () => readonly string[] = () => [],
): ProblemsStore {
  let { flow: checked } = flows.getState()
  let found: readonly Problem[] = []
  /** What was drawn since the flow is open, with the fields of it that were left. */
  const fresh = new Map<string, Set<string>>()
  const seen = new Set([...Object.keys(checked.nodes), ...Object.keys(checked.edges)])
  const store = createStore<Problems>(() => sorted(found, fresh))
  let codeFaults: ReadonlyMap<string, CodeFault | null> = new Map()
  let unpriced: ReadonlyMap<string, string> = new Map()
  const withPrices = (): readonly Problem[] =>
    unpriced.size === 0 ? found : [...found, ...unpricedProblems(moneyBudgets(checked), unpriced)]
  const withCode = (): readonly Problem[] => {
    const found = withPrices()
    if (codeFaults.size === 0) return found
    const broken = codeTexts(checked).flatMap((text) => {
      const fault = codeFaults.get(text.code) ?? null
      return fault === null ? [] : [codeProblem(text, fault)]
    })
    return broken.length === 0 ? found : [...broken, ...found]
  }
  const sort = (): void => store.setState(keepSame(store.getState(), sorted(withCode(), fresh)), true)
  const checks = createFlowChecks({ flows, clock, outerVariables }, (flow, problems) => {
    for (const id of newIds(checked, flow)) {
      // What undo brings back was there before.
      if (!seen.has(id)) fresh.set(id, new Set())
      seen.add(id)
    }
    checked = flow
    found = problems
    sort()
  })
  const checkNow = (): Problems => {
    checks.now()
    return store.getState()
  }
  return Object.assign(store, {
    checkNow,
    leave(id: string, field: string) {
      // What was drawn and left within a moment is not known to be new yet, and what was mended not to be right.
      checkNow()
      const left = fresh.get(id)
      if (left === undefined || left.has(field)) return
      left.add(field)
      sort()
    },
    settle() {
      checkNow()
      fresh.clear()
      sort()
    },
    setCodeFaults(faults: ReadonlyMap<string, CodeFault | null>) {
      codeFaults = faults
      sort()
    },
    setUnpriced(models: ReadonlyMap<string, string>, unread: ReadonlySet<string> = new Set()) {
      const kept = [...unpriced].filter(([key]) => unread.has(key))
      if (models.size === 0 && kept.length === unpriced.size) return
      unpriced = new Map([...kept, ...models])
      sort()
    },
    dispose: () => checks.dispose(),
  })
}

function* newIds(before: Flow, after: Flow): Iterable<string> {
  if (after.nodes !== before.nodes)
    for (const id of Object.keys(after.nodes)) if (!Object.hasOwn(before.nodes, id)) yield id
  if (after.edges !== before.edges)
    for (const id of Object.keys(after.edges)) if (!Object.hasOwn(before.edges, id)) yield id
}

/** Problems about a node's name belong to the field of the name. */
const ABOUT_THE_NAME: ReadonlySet<string> = new Set(['no-name', 'duplicate-name'])

type FreshPlaces = ReadonlyMap<string, ReadonlySet<string>>

function sorted(found: readonly Problem[], fresh: FreshPlaces): Problems {
  const problems = found.map((problem) => (ABOUT_THE_NAME.has(problem.code) ? { field: 'name', ...problem } : problem))
  const all: Problem[] = []
  const byNode = new Map<string, Problem[]>()
  const byEdge = new Map<string, Problem[]>()
  const needed = new Map<string, Problem[]>()
  for (const problem of problems) {
    const place = problem.edge ?? problem.node
    if (place !== undefined && isNeeded(problem, fresh.get(place))) {
      append(needed, place, problem)
      continue
    }
    all.push(problem)
    if (problem.edge !== undefined) append(byEdge, problem.edge, problem)
    if (problem.node !== undefined) append(byNode, problem.node, problem)
  }
  const blocking = problems.filter(({ severity }) => severity === 'error')
  const told = all.find(({ severity }) => severity === 'error')
  return { all, byNode, byEdge, needed, errors: blocking.length, blocking: told ?? blocking[0] ?? null }
}

/** `left`: the fields that were left; undefined: the place is not new. */
function isNeeded({ code, field }: Problem, left: ReadonlySet<string> | undefined): boolean {
  return left !== undefined && isGap(code) && (field === undefined || !left.has(field))
}

function append(map: Map<string, Problem[]>, key: string, problem: Problem): void {
  const list = map.get(key)
  if (list === undefined) map.set(key, [problem])
  else list.push(problem)
}

/** Lists that say the same stay the same objects, so that only nodes whose problems changed draw again. */
function keepSame(before: Problems, after: Problems): Problems {
  return {
    ...after,
    byNode: keepLists(before.byNode, after.byNode),
    byEdge: keepLists(before.byEdge, after.byEdge),
    needed: keepLists(before.needed, after.needed),
  }
}

function keepLists(before: ByPlace, after: ByPlace): ByPlace {
  const kept = new Map<string, readonly Problem[]>()
  for (const [key, list] of after) {
    const old = before.get(key)
    kept.set(key, old !== undefined && JSON.stringify(old) === JSON.stringify(list) ? old : list)
  }
  return kept
}
