/** The test bench of one pool: a query that is looked for when it stands still, limits that can be tried, and saved queries that are run together. */
import type { PlainText } from '../../../src-shared/languages/translate'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { toAppError } from '../../../src-shared/errors'
import { setNodeData } from '../../../src-shared/flow/editing/edits'
import type { Flow } from '../../../src-shared/flow/records'
import type { PoolQuery } from '../../../src-shared/kinds/tool-pool'
import type { Clock } from '../../editor/saver'
import { removeQuery, saveQuery } from '../list/tool-edits'
import { createBenchViews, type BenchPool, type BenchState, type BenchView } from './bench-view'
import type { IndexProgress, PoolSearch } from './pool-search'
import type { Limits, SearchRecord } from './recut'

const PAUSE_MS = 180

/** What a person does at the bench. */
export type BenchVerbs = {
  setQuery: (query: string) => void
  /** Null: those of the pool again. */
  tryLimits: (limits: Partial<Pick<Limits, 'topK' | 'minSimilarity'>> | null) => void
  /** Puts the limits that are tried into the pool. */
  apply: () => void
  expect: (name: string, isExpected: boolean) => void
  save: () => void
  open: (saved: PoolQuery) => void
  remove: (query: string) => void
  runAll: () => void
  stop: () => void
}

export type BenchStore = StoreApi<BenchView> & {
  verbs: BenchVerbs
  /** The pool as it is drawn by now. */
  setPool: (pool: BenchPool) => void
  /** Ends what is being looked for. */
  dispose: () => void
}

export type BenchStoreOptions = {
  node: string
  pool: BenchPool
  search: PoolSearch
  edit: (label: PlainText, change: (flow: Flow) => Flow) => void
  clock: Clock
}

export function createBenchStore({ node, pool, search, edit, clock }: BenchStoreOptions): BenchStore {
  let state: BenchState = {
    pool,
    query: '',
    tried: {},
    expected: new Set(),
    outcome: { key: '', searched: null, error: null },
    runs: { version: '', found: new Map() },
    running: null,
    runFailure: null,
    indexing: null,
  }
  const viewOf = createBenchViews()
  const store = createStore<BenchView>(() => viewOf(state))
  const looking = createLooking({ clock, search, onIndexing: (indexing) => update({ indexing }) })
  const runs = createRuns({ search, onIndexing: (indexing) => update({ indexing }) })

  function update(change: Partial<BenchState>): void {
    state = { ...state, ...change }
    const view = viewOf(state)
    store.setState(view, true)
    looking.look(view, (outcome) => update({ outcome }))
  }
  const keep = (version: string, query: string, searched: SearchRecord): void => {
    const found = state.runs.version === version ? state.runs.found : []
    update({ runs: { version, found: new Map([...found, [query, searched]]) } })
  }

  const verbs: BenchVerbs = {
    setQuery(query) {
      // What was ticked is of the query that was saved with it.
      const known = state.pool.stored.find((one) => one.query === query.trim())
      const isOther = known !== undefined || store.getState().isSaved
      update({ query, ...(isOther ? { expected: new Set(known?.expected ?? []) } : {}) })
    },
    tryLimits: (limits) => update({ tried: limits === null ? {} : { ...state.tried, ...limits } }),
    apply() {
      const { topK, minSimilarity } = store.getState().limits
      edit('Apply limits to the pool', (flow) => setNodeData(flow, node, { topK, minSimilarity }))
      update({ tried: {} })
    },
    expect(name, isExpected) {
      const others = [...state.expected].filter((one) => one !== name)
      update({ expected: new Set(isExpected ? [...state.expected, name] : others) })
    },
    save() {
      const { searched, version } = store.getState()
      const own = { query: state.query.trim(), expected: [...state.expected] }
      edit('Save a query', (flow) => saveQuery(flow, node, own))
      if (searched !== null) keep(version, own.query, searched)
    },
    open: ({ query, expected }) => update({ query, expected: new Set(expected) }),
    remove: (query) => edit('Remove a saved query', (flow) => removeQuery(flow, node, query)),
    runAll() {
      const { limits, version } = store.getState()
      void runs.start(
        { queries: state.pool.stored.map(({ query }) => query), limits },
        { update, keep: (query, searched) => keep(version, query, searched) },
      )
    },
    stop() {
      runs.stop()
      update({ running: null })
    },
  }
  return Object.assign(store, {
    verbs,
    setPool: (next: BenchPool) => update({ pool: next }),
    dispose() {
      looking.end()
      runs.stop()
    },
  })
}

type Searching = { search: PoolSearch; onIndexing: (progress: IndexProgress) => void }

/** One search at a time, after a pause; anew only where another query, other tools, or limits that need tools which were not told are asked for. */
function createLooking({ clock, search, onIndexing }: Searching & { clock: Clock }) {
  let waiting: { key: string; end: () => void } | null = null
  const end = () => {
    waiting?.end()
    waiting = null
  }
  return {
    end,
    look({ isSearching, key, query, limits }: BenchView, tell: (outcome: BenchState['outcome']) => void): void {
      const wanted = isSearching ? `${key}\n\n${limits.topK} ${limits.minSimilarity}` : null
      if (wanted === (waiting?.key ?? null)) return
      end()
      if (wanted === null) return
      const controller = new AbortController()
      const { signal } = controller
      const forget = clock.after(PAUSE_MS, () => {
        search(query.trim(), limits, { signal, onIndexing }).then(
          (searched) => !signal.aborted && tell({ key, searched, error: null }),
          (cause: unknown) => !signal.aborted && tell({ key, searched: null, error: toAppError(cause).said }),
        )
      })
      waiting = {
        key: wanted,
        end() {
          forget()
          controller.abort()
        },
      }
    },
  }
}

type RunsPlan = { queries: readonly string[]; limits: Limits }
type RunsListener = {
  update: (change: Pick<BenchState, 'running'> | Pick<BenchState, 'runFailure'>) => void
  keep: (query: string, searched: SearchRecord) => void
}

/** Saved queries, run one after the other until one fails. */
function createRuns({ search, onIndexing }: Searching) {
  let controller = new AbortController()
  return {
    stop: () => controller.abort(),
    async start({ queries, limits }: RunsPlan, { update, keep }: RunsListener): Promise<void> {
      controller.abort()
      controller = new AbortController()
      const { signal } = controller
      update({ runFailure: null })
      for (const [done, query] of queries.entries()) {
        update({ running: { done, of: queries.length } })
        try {
          const searched = await search(query, limits, { signal, onIndexing })
          if (signal.aborted) return
          keep(query, searched)
        } catch (cause) {
          if (signal.aborted) return
          update({ runFailure: toAppError(cause).said })
          break
        }
      }
      update({ running: null })
    },
  }
}
