/** The test bench of a pool: when it searches and when it cuts anew, saved queries with what they should find, and runs of all of them. */
import { expect, test } from 'vitest'
import { AppError } from '../../../src-shared/errors'
import { asWritten } from '../../../src-shared/languages/translate'
import type { Flow } from '../../../src-shared/flow/records'
import type { ToolCandidate } from '../../../src-shared/rpc/tools'
import { flow } from '../../../src-shared/testing/flow-builder'
import { queriesOf } from '../list/tool-edits'
import { createBenchStore } from './bench-store'
import type { BenchPool, BenchTool } from './bench-view'
import type { PoolSearch } from './pool-search'

const SETTINGS: BenchPool['settings'] = {
  topK: 2,
  minSimilarity: 0,
  mode: 'keyword',
  query: 'new-messages',
  filterAfterSearch: false,
  prefix: '',
  overrides: {},
  disabled: [],
}
const tool = (name: string, enabled = true): BenchTool => ({ name, description: `Does ${name}`, enabled })
const TOOLS = ['forecast', 'news', 'mail'].map((name) => tool(name))
const candidates = ['forecast', 'news', 'mail'].map((name, at): ToolCandidate => {
  return { name, rank: at + 1, similarity: 0.9 - at * 0.3, kept: false, reason: 'beyond k' }
})

/** A bench over searches that a test answers; time passes when it says so. */
function setUp() {
  let drawn: Flow = flow('Pool').start('a').agent('a').node('workbench', 'w').use('a', 'w').build()
  let timers: (() => void)[] = []
  const searches: { query: string; topK: number; signal: AbortSignal; end: (error?: Error) => Promise<void> }[] = []
  const search: PoolSearch = (query, { topK, minSimilarity }, { signal }) => {
    const { promise, resolve, reject } = Promise.withResolvers<Awaited<ReturnType<PoolSearch>>>()
    const found = {
      result: { candidates, mode: 'keyword' as const, fellBack: null },
      asked: { topK, minSimilarity },
      told: 3,
    }
    const end = async (error?: Error) => {
      if (error === undefined) resolve(found)
      else reject(error)
      await promise.catch(() => undefined)
      await Promise.resolve()
    }
    searches.push({ query, topK, signal, end })
    return promise
  }
  const pool = (more: Partial<BenchPool> = {}): BenchPool => {
    return { settings: SETTINGS, tools: TOOLS, stored: queriesOf(drawn, 'w'), ...more }
  }
  const store = createBenchStore({
    node: 'w',
    pool: pool(),
    search,
    edit(_label, change) {
      drawn = change(drawn)
      const data = drawn.nodes['w']?.data ?? {}
      const topK = typeof data['topK'] === 'number' ? data['topK'] : SETTINGS.topK
      store.setPool(pool({ settings: { ...SETTINGS, topK } }))
    },
    clock: {
      now: () => 0,
      after(_ms, run) {
        timers.push(run)
        return () => (timers = timers.filter((one) => one !== run))
      },
    },
  })
  const pause = () => {
    for (const run of timers.splice(0)) run()
  }
  const reasons = () => store.getState().cut?.candidates.map(({ reason }) => reason) ?? null
  return { store, ...store.verbs, pool, pause, searches, reasons, stored: () => queriesOf(drawn, 'w') }
}

test('a query is looked for when it stands still; what is typed meanwhile takes its place', async () => {
  const { store, setQuery, pause, searches, reasons } = setUp()
  setQuery('we')
  setQuery('weather')
  pause()
  expect(searches.map(({ query }) => query)).toEqual(['weather'])
  setQuery('weather today')
  expect(searches[0]?.signal.aborted).toBe(true)
  await searches[0]?.end()
  expect([store.getState().isSearching, reasons()]).toEqual([true, null])
  pause()
  await searches[1]?.end()
  expect([store.getState().isSearching, reasons()]).toEqual([false, ['kept', 'kept', 'beyond k']])
  setQuery('')
  expect([store.getState().isSearching, reasons()]).toEqual([false, null])
})

test('limits and switches cut what was found anew; other tools are searched anew', async () => {
  const { store, setQuery, tryLimits, apply, pool, pause, searches, reasons } = setUp()
  setQuery('weather')
  pause()
  await searches[0]?.end()
  tryLimits({ topK: 1 })
  expect([store.getState().isTrying, reasons()]).toEqual([true, ['kept', 'beyond k', 'beyond k']])
  tryLimits(null)
  expect([store.getState().isTrying, store.getState().limits.topK]).toEqual([false, 2])
  tryLimits({ topK: 1 })
  apply()
  expect([store.getState().isTrying, store.getState().limits.topK]).toEqual([false, 1])
  store.setPool(pool({ tools: [tool('forecast', false), ...TOOLS.slice(1)] }))
  expect(reasons()).toEqual(['disabled', 'kept', 'kept'])
  pause()
  expect(searches).toHaveLength(1)
  // More than was told: only another search knows.
  tryLimits({ topK: 9 })
  pause()
  expect(searches.map(({ topK }) => topK)).toEqual([2, 9])
  await searches[1]?.end()
  store.setPool(pool({ tools: [...TOOLS, tool('bank')] }))
  expect(store.getState().isSearching).toBe(true)
  pause()
  await searches[2]?.end(new AppError('not-found', asWritten('The model failed.')))
  expect([store.getState().isSearching, store.getState().error]).toEqual([false, asWritten('The model failed.')])
})

test('a query is saved with what it should find; both come back together', () => {
  const { store, setQuery, expect: tick, save, open, remove, stored } = setUp()
  setQuery('weather')
  tick('forecast', true)
  tick('news', true)
  tick('news', false)
  save()
  expect([stored(), store.getState().isSaved]).toEqual([[{ query: 'weather', expected: ['forecast'] }], true])
  setQuery('mails')
  expect([...store.getState().expected]).toEqual([])
  tick('mail', true)
  setQuery('mails of today')
  expect([...store.getState().expected]).toEqual(['mail'])
  open({ query: 'weather', expected: ['forecast'] })
  expect([store.getState().query, ...store.getState().expected]).toEqual(['weather', 'forecast'])
  remove('weather')
  expect([stored(), store.getState().isSaved]).toEqual([[], false])
})

test('saved queries run one after the other, can be stopped, and are forgotten with the tools', async () => {
  const { store, setQuery, expect: tick, save, runAll, stop, pool, searches } = setUp()
  for (const [query, name] of [
    ['weather', 'forecast'],
    ['mails', 'mail'],
  ] as const) {
    setQuery(query)
    for (const one of store.getState().expected) tick(one, false)
    tick(name, true)
    save()
  }
  setQuery('')
  runAll()
  expect(store.getState().running).toEqual({ done: 0, of: 2 })
  await searches[0]?.end()
  expect([store.getState().running, store.getState().recall]).toEqual([{ done: 1, of: 2 }, 1])
  await searches[1]?.end()
  expect([store.getState().running, store.getState().recall]).toEqual([null, 0.5])
  runAll()
  stop()
  await searches[2]?.end()
  expect([searches.length, store.getState().running]).toEqual([3, null])
  runAll()
  await searches[3]?.end(new AppError('not-found', asWritten('No server.')))
  expect([store.getState().running, store.getState().runFailure]).toEqual([null, asWritten('No server.')])
  store.setPool(pool({ tools: [...TOOLS, tool('bank')] }))
  expect(store.getState().recall).toBe(null)
})
