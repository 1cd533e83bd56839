/** Finding tools: how often the right one is among the first, on real queries and on the project's own, and how fast in large pools. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { z } from 'zod'
import { createToolPool, type PoolTool, type SearchMode, type ToolPool } from '../src-main/tools/pool/pool'
import { measureApiImport } from './api-import'
import { quantile, type Figure, type Report } from './figures'
import { words } from './words'

export type ToolPoolSetting = {
  /** The checkout. */
  root: string
  /** Sizes of the pools that speed is measured in. */
  sizes: readonly number[]
  searches: number
  /** How often a large API document is taken over. */
  imports: number
}

const MODES = ['keyword', 'vector', 'hybrid'] as const satisfies readonly SearchMode[]

const querySchema = z.object({ query: z.string(), tool: z.string(), heldOut: z.boolean().optional() })
const ownSchema = z.object({
  tools: z.array(z.object({ name: z.string(), description: z.string(), parameters: z.unknown() })),
  queries: z.array(querySchema),
})
const sharedSchema = z.object({ tools: z.record(z.string(), z.string()), queries: z.array(querySchema) })

type Query = z.infer<typeof querySchema>
type QuerySet = { label: string; tools: readonly PoolTool[]; queries: readonly Query[]; wanted: number | null }

/** The file of real queries is only at hand where BATON_TOOL_QUERIES names it or it lies beside the checkout. */
export async function measureToolPool({ root, sizes, searches, imports }: ToolPoolSetting): Promise<Report> {
  const own = readOwn(root)
  const file = process.env['BATON_TOOL_QUERIES'] ?? path.join(root, '../shared/data/tool-queries.json')
  const shared = existsSync(file) ? readShared(file) : null
  const figures: Figure[] = []
  for (const set of [...(shared === null ? [] : [shared]), ...own]) figures.push(...(await measureQuality(set)))
  const asked = own.flatMap(({ queries }) => queries.map(({ query }) => query))
  const texts = own.flatMap(({ tools }) => tools.map(({ name, description }) => `${name} ${description}`))
  for (const size of sizes) figures.push(...(await measureSpeed({ size, searches, asked, texts })))
  figures.push(...(await measureApiImport(root, imports)))
  return {
    title: 'Finding tools in a pool, offline',
    setting: 'recall: the labelled tool is the first, or among the first five',
    figures,
    ...(shared === null ? { skipped: `the real queries: there is no ${file}` } : {}),
  }
}

function readOwn(root: string): QuerySet[] {
  const { tools, queries } = ownSchema.parse(readJson(path.join(root, 'bench/data/tool-queries-own.json')))
  const later = queries.filter(({ heldOut }) => heldOut === true)
  return [
    { label: 'own queries', tools, queries, wanted: null },
    { label: 'own, written after the search', tools, queries: later, wanted: null },
  ]
}

function readShared(file: string): QuerySet {
  const { tools, queries } = sharedSchema.parse(readJson(file))
  const listed = Object.entries(tools).map(([name, description]) => ({ name, description }))
  return { label: 'real queries', tools: listed, queries, wanted: 66 }
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'))
}

async function measureQuality({ label, tools, queries, wanted }: QuerySet): Promise<Figure[]> {
  const pool = await createToolPool(tools)
  const figures: Figure[] = []
  const reached: number[] = []
  for (const mode of MODES) {
    const places: number[] = []
    const times: number[] = []
    for (const { query, tool } of queries) {
      const from = performance.now()
      const { candidates } = await pool.search({ query, mode })
      times.push(performance.now() - from)
      places.push(candidates.findIndex(({ name, kept }) => kept && name === tool))
    }
    const share = (isHit: (place: number) => boolean) => (100 * places.filter(isHit).length) / places.length
    const five = share((place) => place >= 0)
    const best = Math.max(...reached)
    const least = mode === 'hybrid' ? Math.max(wanted ?? 0, best) : null
    reached.push(five)
    figures.push(
      { what: `${label}, ${mode}: recall@1`, value: share((place) => place === 0), unit: '%' },
      {
        what: `${label}, ${mode}: recall@5`,
        value: five,
        unit: '%',
        ...(least === null ? {} : { least: Math.floor(least * 10) / 10 }),
        from: `${queries.length} queries, ${tools.length} tools, median ${quantile(times, 0.5).toFixed(2)} ms`,
      },
    )
  }
  return figures
}

type Speed = { size: number; searches: number; asked: readonly string[]; texts: readonly string[] }

/** A pool of mixed sentences: every word of real descriptions is in thousands of tools, beside words that are nearly unique. */
async function measureSpeed({ size, searches, asked, texts }: Speed): Promise<Figure[]> {
  const tools = mixedTools(size, texts)
  const before = memory()
  const pauses = watchPauses()
  const from = performance.now()
  const pool = await createToolPool(tools)
  const indexing = performance.now() - from
  const stretches = pauses.end()
  const bytes = memory() - before
  const label = `${size.toLocaleString('en')} tools`
  const searching: Figure[] = []
  for (const mode of MODES) searching.push(await measureSearches(pool, { mode, label, asked, searches, size }))
  return [
    ...searching,
    { what: `${label}: first indexing`, value: indexing, unit: 'ms' },
    { what: `${label}: longest stretch of indexing without a pause`, value: Math.max(...stretches), unit: 'ms' },
    { what: `${label}: memory per tool`, value: bytes / size / 1024, unit: 'KB', from: 'beside the texts themselves' },
  ]
}

/** How long others had to wait between two pauses, in milliseconds. */
function watchPauses(): { end: () => number[] } {
  const stretches: number[] = []
  let isOver = false
  let last = performance.now()
  const look = (): void => {
    const now = performance.now()
    stretches.push(now - last)
    last = now
    if (!isOver) setImmediate(look)
  }
  setImmediate(look)
  return {
    end: () => {
      isOver = true
      return [...stretches, performance.now() - last]
    },
  }
}

type Searches = { mode: SearchMode; label: string; asked: readonly string[]; searches: number; size: number }

async function measureSearches(pool: ToolPool, { mode, label, asked, searches, size }: Searches): Promise<Figure> {
  const query = (at: number) => asked[at % asked.length] ?? ''
  for (let at = 0; at < 100; at += 1) await pool.search({ query: query(at), mode })
  const times: number[] = []
  for (let at = 0; at < searches; at += 1) {
    const from = performance.now()
    await pool.search({ query: query(at), mode })
    times.push(performance.now() - from)
  }
  const most = mode !== 'hybrid' ? {} : { most: size > 10_000 ? 25 : 5 }
  const from = `median ${quantile(times, 0.5).toFixed(2)} ms of ${searches}`
  return { what: `${label}, ${mode}: search, p95`, value: quantile(times, 0.95), unit: 'ms', ...most, from }
}

function mixedTools(size: number, texts: readonly string[]): PoolTool[] {
  const known = texts.flatMap((text) => text.split(/[^\p{L}]+/u)).filter((word) => word !== '')
  const rare = words(200_000, 5).split(' ')
  let state = 99
  const next = (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return (state >>> 8) % below
  }
  const word = () => (next(10) === 0 ? rare[next(rare.length)] : known[next(known.length)]) ?? ''
  return Array.from({ length: size }, (_, at) => ({
    name: `${word()}_${word()}_${at}`,
    description: Array.from({ length: 12 + next(12) }, word).join(' '),
    parameters: { type: 'object', properties: { [word()]: { type: 'string' }, query: { type: 'string' } } },
  }))
}

/** What is in use after a collection, in bytes. */
function memory(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc()')
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}
