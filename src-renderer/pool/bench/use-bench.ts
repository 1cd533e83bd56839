/** The test bench of a pool: a query, what it finds under limits that can be tried, and saved queries with what they should find. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { toAppError } from '../../../src-shared/errors'
import { setNodeData } from '../../../src-shared/flow/editing/edits'
import type { PoolSettings } from '../../../src-shared/kinds/kind'
import type { PoolQuery } from '../../../src-shared/kinds/workbench'
import { useEditor, useFlow } from '../../editor/editor-context'
import { useServices } from '../../ui/services'
import { meanRecall, recallOf, recut, type LimitedCandidates, type Limits, type SearchRecord } from './recut'
import { queriesOf, removeQuery, saveQuery } from '../list/tool-edits'
import type { ToolRows } from '../list/tool-rows'
import { useIndex, type IndexProgress } from '../use-index'

/** So many candidates are asked for: sliders cut them anew without another search, but for the largest pools. */
const TOLD = 2000
const PAUSE_MS = 180

export type SavedQuery = PoolQuery & { cut: LimitedCandidates | null; recall: { found: number; of: number } | null }

export type Bench = {
  query: string
  setQuery: (query: string) => void
  limits: Limits
  /** Null: those of the pool again. */
  tryLimits: (limits: Partial<Pick<Limits, 'topK' | 'minSimilarity'>> | null) => void
  isTrying: boolean
  apply: () => void
  /** What the query finds; null: nothing was looked for. */
  cut: LimitedCandidates | null
  searched: SearchRecord | null
  isSearching: boolean
  /** What the search by meaning still lacks is being got. */
  indexing: IndexProgress
  error: string | null
  expected: ReadonlySet<string>
  expect: (name: string, isExpected: boolean) => void
  save: () => void
  isSaved: boolean
  saved: readonly SavedQuery[]
  open: (saved: PoolQuery) => void
  remove: (query: string) => void
  /** Null: none runs; else how many are done. */
  running: { done: number; of: number } | null
  /** Why they could not all be run. */
  runFailure: string | null
  runAll: () => void
  stop: () => void
  /** The mean recall of the saved queries that were run; null: none was. */
  recall: number | null
  isKnown: (name: string) => boolean
  /** Of all tools, each once. */
  names: readonly string[]
}

export function useBench(id: string, settings: PoolSettings, rows: ToolRows): Bench {
  const { flows } = useEditor()
  const [query, setQuery] = useState('')
  const [tried, setTried] = useState<Partial<Limits>>({})
  const [expected, setExpected] = useState<ReadonlySet<string>>(new Set())
  const { topK, minSimilarity, mode, filterAfterSearch } = settings
  const limits = useMemo(
    () => ({ topK: tried.topK ?? topK, minSimilarity: tried.minSimilarity ?? minSimilarity, filterAfterSearch }),
    [tried, topK, minSimilarity, filterAfterSearch],
  )
  const isTrying = limits.topK !== topK || limits.minSimilarity !== minSimilarity
  const tools = useTools(rows)
  // What was found counts as long as the tools are the same and are looked for in the same way.
  const version = `${mode} ${tools.words}`
  const { search, indexing } = useSearch(id)
  const current = useCurrent({ query, limits, version, isOn: tools.isOn, search })
  const queries = useFlow((flow) => flow.nodes[id]?.data['queries'])
  const stored = useMemo(
    () => (queries === undefined ? [] : queriesOf(flows.getState().flow, id)),
    [flows, id, queries],
  )
  const runs = useSavedRuns({ stored, limits, version, isOn: tools.isOn, search })
  const saved = useMemo(
    () => stored.map((one) => withCut(one, runs.found.get(one.query), { limits, isOn: tools.isOn })),
    [stored, runs.found, limits, tools.isOn],
  )
  const isSaved = stored.some((one) => one.query === query.trim() && sameNames(one.expected, expected))
  return {
    query,
    setQuery(next) {
      setQuery(next)
      // What was ticked is of the query that was saved with it.
      const known = stored.find((one) => one.query === next.trim())
      if (known !== undefined || isSaved) setExpected(new Set(known?.expected ?? []))
    },
    limits,
    tryLimits: (next) => setTried(next === null ? {} : { ...tried, ...next }),
    isTrying,
    apply() {
      flows.edit('Apply limits to the pool', (flow) =>
        setNodeData(flow, id, { topK: limits.topK, minSimilarity: limits.minSimilarity }),
      )
      setTried({})
    },
    ...current,
    indexing,
    expected,
    expect: (name, isExpected) => setExpected(isExpected ? new Set([...expected, name]) : without(expected, name)),
    save() {
      const own = { query: query.trim(), expected: [...expected] }
      flows.edit('Save a query', (flow) => saveQuery(flow, id, own))
      if (current.searched !== null) runs.keep(own.query, current.searched)
    },
    isSaved,
    saved,
    open(one) {
      setQuery(one.query)
      setExpected(new Set(one.expected))
    },
    remove: (text) => flows.edit('Remove a saved query', (flow) => removeQuery(flow, id, text)),
    running: runs.running,
    runFailure: runs.failure,
    runAll: runs.runAll,
    stop: runs.stop,
    recall: meanRecall(saved.map(({ recall }) => recall)),
    isKnown: tools.isKnown,
    names: tools.names,
  }
}

function without(names: ReadonlySet<string>, gone: string): ReadonlySet<string> {
  return new Set([...names].filter((name) => name !== gone))
}

function sameNames(first: readonly string[], second: ReadonlySet<string>): boolean {
  return first.length === second.size && first.every((name) => second.has(name))
}

type LimitOptions = { limits: Limits; isOn: (name: string) => boolean }

function withCut(one: PoolQuery, searched: SearchRecord | undefined, { limits, isOn }: LimitOptions): SavedQuery {
  const cut = searched === undefined ? null : recut(searched, limits, isOn)
  return { ...one, cut, recall: cut?.isExact === true ? recallOf(cut, one.expected) : null }
}

/** Which tools there are, and which of them are on by now. */
function useTools({ tools }: ToolRows) {
  return useMemo(() => {
    const on = new Set(tools.flatMap(({ name, enabled }) => (enabled ? [name] : [])))
    const all = new Set(tools.map(({ name }) => name))
    const words = tools.map(({ name, description }) => `${name}\n${description}`).join('\n')
    return { words, names: [...all], isOn: (name: string) => on.has(name), isKnown: (name: string) => all.has(name) }
  }, [tools])
}

type Search = (query: string, limits: Limits, signal: AbortSignal) => Promise<SearchRecord>

function useSearch(node: string): { search: Search; indexing: IndexProgress } {
  const { flows, flowId } = useEditor()
  const { client } = useServices()
  const { indexing, index } = useIndex(node)
  const search = useCallback<Search>(
    async (query, { topK, minSimilarity }, signal) => {
      await flows.flush()
      await index(signal)
      const told = Math.max(TOLD, 2 * topK)
      const asked = { flowId, node, query, topK, minSimilarity, told, connect: false }
      const result = await client.call('tools.search', asked, { signal })
      return { result, asked: { topK, minSimilarity }, told }
    },
    [client, flowId, flows, index, node],
  )
  return { search, indexing }
}

type CurrentSearchOptions = LimitOptions & { version: string; search: Search }
type Outcome = { key: string; searched: SearchRecord | null; error: string | null }

/** What the query finds: looked for when it stands still, and again only where the limits ask for tools that were not told. */
function useCurrent({ query, limits, version, isOn, search }: CurrentSearchOptions & { query: string }) {
  const asked = query.trim()
  const key = `${version}\n\n${asked}`
  const [outcome, setOutcome] = useState<Outcome>({ key: '', searched: null, error: null })
  const isFresh = outcome.key === key
  const searched = asked === '' ? null : outcome.searched
  const cut = useMemo(() => (searched === null ? null : recut(searched, limits, isOn)), [searched, limits, isOn])
  const isNeeded = asked !== '' && (!isFresh || (outcome.error === null && cut?.isExact !== true))
  const latest = useRef(limits)
  useEffect(() => {
    latest.current = limits
  })
  // Limits are part of what is waited for only where they need a search.
  const limitsKey = isNeeded ? `${limits.topK} ${limits.minSimilarity}` : ''
  useEffect(() => {
    if (!isNeeded) return
    const controller = new AbortController()
    const { signal } = controller
    const timer = window.setTimeout(() => {
      search(asked, latest.current, signal).then(
        (found) => !signal.aborted && setOutcome({ key, searched: found, error: null }),
        (cause: unknown) => !signal.aborted && setOutcome({ key, searched: null, error: toAppError(cause).message }),
      )
    }, PAUSE_MS)
    return () => {
      window.clearTimeout(timer)
      controller.abort()
    }
  }, [asked, isNeeded, key, limitsKey, search])
  return { cut, searched, isSearching: isNeeded, error: asked === '' || !isFresh ? null : outcome.error }
}

/** The saved queries, run one after the other; what they found is forgotten when the tools change. */
function useSavedRuns({ stored, limits, version, search }: CurrentSearchOptions & { stored: readonly PoolQuery[] }) {
  const [state, setState] = useState<{ version: string; found: ReadonlyMap<string, SearchRecord> }>({
    version,
    found: new Map(),
  })
  const [running, setRunning] = useState<Bench['running']>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const controller = useRef<AbortController | null>(null)
  useEffect(() => () => controller.current?.abort(), [])
  const found = state.version === version ? state.found : NOTHING
  const keep = (query: string, searched: SearchRecord): void =>
    setState((before) => ({
      version,
      found: new Map([...(before.version === version ? before.found : []), [query, searched]]),
    }))
  async function runAll(): Promise<void> {
    controller.current?.abort()
    const own = new AbortController()
    controller.current = own
    setFailure(null)
    for (const [done, { query }] of stored.entries()) {
      setRunning({ done, of: stored.length })
      try {
        const searched = await search(query, limits, own.signal)
        if (own.signal.aborted) return
        keep(query, searched)
      } catch (cause) {
        if (own.signal.aborted) return
        setFailure(toAppError(cause).message)
        break
      }
    }
    setRunning(null)
  }
  return {
    found,
    keep,
    running,
    failure,
    runAll: () => void runAll(),
    stop: () => {
      controller.current?.abort()
      setRunning(null)
    },
  }
}

const NOTHING: ReadonlyMap<string, SearchRecord> = new Map()
