/** Checkpoints of one hand-written graph in Postgres: as Baton stores them for `baton serve --database`, and by LangGraph's own saver. */
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { BaseCheckpointSaver } from '@langchain/langgraph-checkpoint'
import { z } from 'zod'
import { openSharedStore } from '../src-main/shared-store/shared-store'
import type { TestPostgres } from '../src-main/testing/postgres'
import { median, type Figure } from './figures'
import { openLangGraph } from './langgraph-thread'
import { temporaryFolder } from './processes'
import { LENGTH } from './serve-load'
import { install } from './serve-servers'
import { words } from './words'

const SAVER = '@langchain/langgraph-checkpoint-postgres'

type Saver = BaseCheckpointSaver & { setup: () => Promise<void>; end: () => Promise<void> }
const moduleSchema = z.object({
  PostgresSaver: z.custom<{ fromConnString: (url: string) => Saver }>((value) => typeof value === 'function'),
})

/** `turns`: the figures are of these, from a few turns before each to a few after. */
export type SaverSizes = { postgres: TestPostgres; baseUrl: string; turns: readonly number[] }

type Contender = { name: string; url: string; saver: BaseCheckpointSaver; close: () => Promise<void> }
type MeasuredTurn = { ms: number; bytes: number }

/** Turns of both in alternation; in words why LangGraph's saver could not be had. */
export async function measureSavers(sizes: SaverSizes): Promise<{ figures: Figure[]; missing: string | null }> {
  const baton = await batonSaver(await sizes.postgres.database())
  const { folder, remove } = temporaryFolder()
  try {
    const other = await langGraphSaver(folder, await sizes.postgres.database()).catch((cause: unknown) => String(cause))
    const contenders = typeof other === 'string' ? [baton] : [baton, other]
    try {
      const figures = await converse(contenders, sizes)
      return {
        figures,
        missing: typeof other === 'string' ? `LangGraph's Postgres saver (${other.slice(0, 200)})` : null,
      }
    } finally {
      if (typeof other !== 'string') await other.close()
    }
  } finally {
    await baton.close()
    remove()
  }
}

/** One lease for all turns: what is compared is how checkpoints are stored. */
async function batonSaver(url: string): Promise<Contender> {
  const { folder, remove } = temporaryFolder()
  const store = await openSharedStore({ url, dataDir: folder, leaseMs: 15_000 })
  store.serve({ isRunning: () => true, leave: () => undefined, forget: () => undefined })
  await store.enter('bench', new AbortController().signal)
  return {
    name: 'Baton',
    url,
    saver: store.saver,
    async close() {
      await store.close()
      remove()
    },
  }
}

async function langGraphSaver(folder: string, url: string): Promise<Contender> {
  await install(folder, [`${SAVER}@1.0.5`, '@langchain/langgraph@1.4.18', '@langchain/core'])
  const file = pathToFileURL(path.join(folder, 'node_modules', SAVER, 'dist/index.js')).href
  const saver = moduleSchema.parse(await import(/* @vite-ignore */ file)).PostgresSaver.fromConnString(url)
  await saver.setup()
  return { name: "LangGraph's saver", url, saver, close: () => saver.end() }
}

async function converse(contenders: readonly Contender[], { postgres, baseUrl, turns }: SaverSizes): Promise<Figure[]> {
  const graphs = contenders.map(({ saver }) => openLangGraph({ baseUrl, checkpointer: saver }))
  const taken = contenders.map((): MeasuredTurn[] => [])
  const [{ url }] = contenders as [Contender]
  const written = async () => {
    const [row] = await postgres.query(
      url,
      "SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 AS bytes",
    )
    return Number(row?.['bytes'])
  }
  try {
    const last = Math.max(...turns) + AROUND
    for (let turn = 1; turn <= last; turn += 1)
      for (const [index, graph] of graphs.entries()) {
        const before = await written()
        const ms = await graph.turn(words(LENGTH, turn))
        taken[index]?.push({ ms, bytes: (await written()) - before })
      }
  } finally {
    for (const graph of graphs) await graph.close()
  }
  return turns.flatMap((turn) =>
    contenders.flatMap(({ name }, index): Figure[] => {
      const around = (taken[index] ?? []).slice(turn - AROUND - 1, turn + AROUND)
      const from = `median of ${around.length} turns`
      return [
        { what: `checkpoints, turn ${turn}: ${name}`, value: median(around.map(({ ms }) => ms)), unit: 'ms', from },
        {
          what: `checkpoints, turn ${turn}: ${name}, written ahead`,
          value: median(around.map(({ bytes }) => bytes)) / 1024,
          unit: 'KB',
          from,
        },
      ]
    }),
  )
}

/** Turns before and after the one that is named. */
const AROUND = 4
