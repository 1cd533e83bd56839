/** Part `serve`: turns a second that `baton serve` answers, alone and as several processes on one PostgreSQL, beside LangGraph's own server. */
import { findPostgres, startPostgres, type TestPostgres } from '../src-main/testing/postgres'
import { format, type Figure, type Report } from './figures'
import type { ModelServer } from './processes'
import { LENGTH, load, TURNS_OF_A_THREAD, type LoadSizes } from './serve-load'
import { measureSavers } from './serve-saver'
import { installLangGraph, serveBaton, serveLangGraph, type Served } from './serve-servers'

export type ServeSizes = {
  root: string
  /** Hears each figure as it is found: all of them take a while. */
  note: (line: string) => void
  /** What could not be built of the engine for exported projects; null: it is there. */
  missingEngine: string | null
  processes: readonly number[]
  loads: readonly LoadSizes[]
  /** Of a thread whose checkpoints are looked at. */
  turns: readonly number[]
}

/** Every row has servers, a database and threads of its own. */
export async function measureServe(server: ModelServer, sizes: ServeSizes): Promise<Report> {
  const baseUrl = server.baseUrl(LENGTH)
  const missing: string[] = []
  const figures = await alone(baseUrl, sizes)
  const found = findPostgres()
  if ('missing' in found) missing.push(`several processes (${found.missing})`)
  else {
    const postgres = await startPostgres(found, { isDurable: true })
    try {
      figures.push(...(await together(postgres, baseUrl, sizes)))
      const savers = await measureSavers({ postgres, baseUrl, turns: sizes.turns })
      figures.push(...savers.figures)
      if (savers.missing !== null) missing.push(savers.missing)
    } finally {
      await postgres.close()
    }
  }
  const langGraph = await onLangGraph(baseUrl, sizes)
  figures.push(...langGraph.figures)
  if (langGraph.missing !== null) missing.push(langGraph.missing)
  return {
    title: 'Serving: many clients at once, each in a thread of its own',
    setting: `${LENGTH} characters each way, one agent, a new thread after ${TURNS_OF_A_THREAD} turns; server, clients and model server on one machine; each turn goes to the next process`,
    figures,
    ...(missing.length === 0 ? {} : { skipped: missing.join('; ') }),
  }
}

async function alone(baseUrl: string, sizes: ServeSizes): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const size of sizes.loads) {
    const served = await serveBaton({ root: sizes.root, baseUrl, database: null, processes: 1, stays: true })
    figures.push(...(await measured('SQLite', served, { ...size, note: sizes.note })))
  }
  return figures
}

async function together(postgres: TestPostgres, baseUrl: string, sizes: ServeSizes): Promise<Figure[]> {
  const { root } = sizes
  const figures: Figure[] = []
  for (const processes of sizes.processes)
    for (const size of sizes.loads)
      for (const stays of processes > 1 && size === sizes.loads[1] ? [false, true] : [false]) {
        const database = await postgres.database()
        const served = await serveBaton({ root, baseUrl, database, processes, stays })
        const many = processes === 1 ? '1 process' : `${processes} processes`
        const name = `Postgres, ${many}${stays ? ', threads stay' : ''}`
        const before = await counted(postgres, database)
        const rows = await measured(name, served, { ...size, note: sizes.note })
        const after = await counted(postgres, database)
        figures.push(...rows, ...perTurn(`${name}, ${threads(size.clients)}`, before, after))
      }
  return figures
}

type Counted = { transactions: number; bytes: number; turns: number }

/** A thread's end of a turn is a row of its runs, which is never removed. */
async function counted(postgres: TestPostgres, database: string): Promise<Counted> {
  const [row] = await postgres.query(
    database,
    `SELECT (SELECT xact_commit FROM pg_stat_database WHERE datname = current_database())::float8 AS transactions,
       pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 AS bytes,
       (SELECT count(*) FROM baton_thread_rows WHERE tbl = 'runs')::float8 AS turns`,
  )
  return { transactions: Number(row?.['transactions']), bytes: Number(row?.['bytes']), turns: Number(row?.['turns']) }
}

function perTurn(name: string, before: Counted, after: Counted): Figure[] {
  const turns = after.turns - before.turns
  const from = `over ${turns} turns, with those before the measurement`
  return [
    {
      what: `${name}: transactions a turn`,
      value: (after.transactions - before.transactions) / turns,
      unit: 'times',
      from,
    },
    { what: `${name}: written ahead a turn`, value: (after.bytes - before.bytes) / turns / 1024, unit: 'KB', from },
  ]
}

async function onLangGraph(baseUrl: string, sizes: ServeSizes): Promise<{ figures: Figure[]; missing: string | null }> {
  const { root, missingEngine, note } = sizes
  const project = missingEngine === null ? await installLangGraph(root) : { missing: missingEngine }
  if ('missing' in project) return { figures: [], missing: `LangGraph's server (${project.missing})` }
  const figures: Figure[] = []
  try {
    for (const size of sizes.loads)
      figures.push(...(await measured("LangGraph's server", await serveLangGraph(project, baseUrl), { ...size, note })))
    return { figures, missing: null }
  } catch (cause) {
    return { figures, missing: `LangGraph's server (${String(cause).slice(0, 200)})` }
  } finally {
    project.remove()
  }
}

const threads = (clients: number) => (clients === 1 ? '1 thread' : `${clients} threads`)

type NotedLoad = LoadSizes & { note: (line: string) => void }

async function measured(name: string, served: Served, sizes: NotedLoad): Promise<Figure[]> {
  try {
    const { perSecond, p95, count } = await load(served.say, sizes)
    const what = `${name}, ${threads(sizes.clients)}`
    const from = `${count} turns`
    sizes.note(`${what}: ${format(perSecond)} turns a second, 95th percentile ${format(p95)} ms`)
    return [
      { what: `${what}: turns a second`, value: perSecond, unit: 'turns/s', from },
      { what: `${what}: a turn, 95th percentile`, value: p95, unit: 'ms', from },
    ]
  } catch (cause) {
    const why = `${threads(sizes.clients)}: failed (${String(cause).slice(0, 300)})`
    sizes.note(`${name}, ${why}`)
    return [{ what: `${name}, ${why}`, value: Number.NaN, unit: 'turns/s' }]
  } finally {
    await served.close()
  }
}
