/** The test bench of a pool as it is shown: what follows from the query, the limits that are tried, the tools and what was found. */
import type { PoolSettings } from '../../../src-shared/kinds/kind'
import type { PoolQuery } from '../../../src-shared/kinds/tool-pool'
import type { ToolRow } from '../list/tool-rows'
import type { IndexProgress } from './pool-search'
import { meanRecall, recallOf, recut, type LimitedCandidates, type Limits, type SearchRecord } from './recut'
import { type Message } from '../../../src-shared/languages/translate'

/** What counts of a tool here. */
export type BenchTool = Pick<ToolRow, 'name' | 'description' | 'enabled'>

/** The pool as it is drawn, and its saved queries. */
export type BenchPool = { settings: PoolSettings; tools: readonly BenchTool[]; stored: readonly PoolQuery[] }

/** Null: none runs; else how many are done. */
export type RunProgress = { done: number; of: number } | null

/** What the bench keeps. */
export type BenchState = {
  pool: BenchPool
  query: string
  tried: Partial<Pick<Limits, 'topK' | 'minSimilarity'>>
  expected: ReadonlySet<string>
  /** What the query found, under the key of the tools and the query that it was looked for with. */
  outcome: { key: string; searched: SearchRecord | null; error: Message | null }
  /** What saved queries found, as long as the tools are the same. */
  runs: { version: string; found: ReadonlyMap<string, SearchRecord> }
  running: RunProgress
  runFailure: Message | null
  indexing: IndexProgress
}

export type SavedQuery = PoolQuery & { cut: LimitedCandidates | null; recall: { found: number; of: number } | null }

export type BenchView = Pick<BenchState, 'query' | 'expected' | 'indexing' | 'running' | 'runFailure'> & {
  limits: Limits
  isTrying: boolean
  /** What the query finds; null: nothing was looked for. */
  cut: LimitedCandidates | null
  searched: SearchRecord | null
  isSearching: boolean
  error: Message | null
  isSaved: boolean
  saved: readonly SavedQuery[]
  /** The mean recall of the saved queries that were run; null: none was. */
  recall: number | null
  isKnown: (name: string) => boolean
  /** Of all tools, each once. */
  names: readonly string[]
  /** What was found counts as long as the tools are the same and are looked for in the same way. */
  version: string
  /** What is looked for, and in what. */
  key: string
}

/** Views of one bench: parts whose facts are the same are the same objects, and are not worked out again. */
export function createBenchViews(): (state: BenchState) => BenchView {
  const limitsOf = remembered((topK: number, minSimilarity: number, filterAfterSearch: boolean): Limits => {
    return { topK, minSimilarity, filterAfterSearch }
  })
  const factsOf = remembered(toolFacts)
  const cutOf = remembered(recut)
  const optionsOf = remembered((limits: Limits, isOn: CutOptions['isOn']): CutOptions => ({ limits, isOn }))
  const savedOf = remembered(savedQueries)
  return (state) => {
    const { pool, tried, query, expected, outcome, runs } = state
    const { topK, minSimilarity, filterAfterSearch } = pool.settings
    const limits = limitsOf(tried.topK ?? topK, tried.minSimilarity ?? minSimilarity, filterAfterSearch)
    const { words, names, isOn, isKnown } = factsOf(pool.tools)
    const version = `${pool.settings.mode} ${words}`
    const asked = query.trim()
    const key = `${version}\n\n${asked}`
    const isFresh = outcome.key === key
    const searched = asked === '' ? null : outcome.searched
    const cut = searched === null ? null : cutOf(searched, limits, isOn)
    const found = runs.version === version ? runs.found : NOTHING
    const saved = savedOf(pool.stored, found, optionsOf(limits, isOn))
    return {
      ...{ query, expected, limits, cut, searched, saved, isKnown, names, version, key },
      ...{ indexing: state.indexing, running: state.running, runFailure: state.runFailure },
      isTrying: limits.topK !== topK || limits.minSimilarity !== minSimilarity,
      isSearching: asked !== '' && (!isFresh || (outcome.error === null && cut?.isExact !== true)),
      error: asked === '' || !isFresh ? null : outcome.error,
      isSaved: pool.stored.some((one) => one.query === asked && sameNames(one.expected, expected)),
      recall: meanRecall(saved.map(({ recall }) => recall)),
    }
  }
}

const NOTHING: ReadonlyMap<string, SearchRecord> = new Map()

/** Which tools there are, and which of them are on by now. */
function toolFacts(tools: readonly BenchTool[]) {
  const on = new Set(tools.flatMap(({ name, enabled }) => (enabled ? [name] : [])))
  const all = new Set(tools.map(({ name }) => name))
  const words = tools.map(({ name, description }) => `${name}\n${description}`).join('\n')
  return { words, names: [...all], isOn: (name: string) => on.has(name), isKnown: (name: string) => all.has(name) }
}

type CutOptions = { limits: Limits; isOn: (name: string) => boolean }

function savedQueries(
  stored: readonly PoolQuery[],
  found: ReadonlyMap<string, SearchRecord>,
  { limits, isOn }: CutOptions,
): readonly SavedQuery[] {
  return stored.map((one) => {
    const searched = found.get(one.query)
    const cut = searched === undefined ? null : recut(searched, limits, isOn)
    return { ...one, cut, recall: cut?.isExact === true ? recallOf(cut, one.expected) : null }
  })
}

function sameNames(first: readonly string[], second: ReadonlySet<string>): boolean {
  return first.length === second.size && first.every((name) => second.has(name))
}

/** A function that gives the result of before when it is asked the same as before. */
function remembered<Facts extends readonly unknown[], Result>(work: (...facts: Facts) => Result) {
  let last: { facts: Facts; result: Result } | null = null
  return (...facts: Facts): Result => {
    const isSame = last?.facts.every((fact, index) => fact === facts[index]) === true
    if (last !== null && isSame) return last.result
    last = { facts, result: work(...facts) }
    return last.result
  }
}
