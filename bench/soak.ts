/** Part `soak`: what a core holds in memory after many turns, and while many clients talk to it for minutes; in a process that has nothing else. */
import path from 'node:path'
import { z } from 'zod'
import { setTimeout as wait } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { openBaton } from './baton-thread'
import type { Figure, Report } from './figures'
import { SMALL_ARENAS, SMALL_HEAP } from '../scripts/small-heap.mjs'
import { endProgram, startProgram, type ModelServer } from './processes'

export type SoakSizes = { clients: number; seconds: number; turns: number }

const LENGTH = 300
const MB = 2 ** 20

function collected(): { heap: number; rss: number } {
  setFlagsFromString('--expose-gc')
  const gc = runInNewContext('gc') as () => void
  gc()
  const { heapUsed, rss } = process.memoryUsage()
  return { heap: heapUsed / MB, rss: rss / MB }
}

/** How a core is started, and what is asked of it; the argument of `soak-core.ts`. */
const taskSchema = z.object({
  baseUrl: z.string(),
  sizes: z.object({ clients: z.number(), seconds: z.number(), turns: z.number() }),
  part: z.enum(['turns', 'clients']),
})
type Task = z.infer<typeof taskSchema>
const figuresSchema = z.array(
  z.object({
    what: z.string(),
    value: z.number(),
    unit: z.enum(['MB', 'times']),
    most: z.number().optional(),
    from: z.string().optional(),
  }),
)

/** Node's own heap, and that of `baton serve`, for which V8 takes less ahead. `most`: what all of the process may come to, in MB. */
type Heap = { name: string; flags: readonly string[]; env?: Readonly<Record<string, string>>; most?: number }
const NODES_OWN: Heap = { name: '', flags: [] }
const HEAPS: readonly Heap[] = [
  NODES_OWN,
  { name: ' (as `baton serve`)', flags: SMALL_HEAP, env: SMALL_ARENAS, most: 250 },
]

/** The core, the model server and this program are processes of their own. */
export async function measureSoak(server: ModelServer, sizes: SoakSizes): Promise<Report> {
  const baseUrl = server.baseUrl(LENGTH)
  const figures: Figure[] = []
  for (const { name, most, ...heap } of HEAPS)
    for (const figure of await inProcess({ baseUrl, sizes, part: 'turns' }, heap))
      figures.push({
        ...figure,
        what: `${figure.what}${name}`,
        ...(most === undefined || !figure.what.startsWith('rss') ? {} : { most }),
      })
  figures.push(...(await inProcess({ baseUrl, sizes, part: 'clients' }, NODES_OWN)))
  return {
    title: 'Memory of a core',
    setting: `${LENGTH} characters a reply, over loopback HTTP; core and model server in processes of their own; as \`baton serve\`: Node with ${SMALL_HEAP.join(' ')} and one arena of the allocator`,
    figures,
  }
}

async function inProcess(task: Task, { flags, env = {} }: Pick<Heap, 'flags' | 'env'>): Promise<Figure[]> {
  const command = [process.execPath, ...flags, path.join(import.meta.dirname, 'soak-core.js'), JSON.stringify(task)]
  const { child, line } = await startProgram(command, {
    isLine: (text) => text.startsWith('['),
    cwd: import.meta.dirname,
    env,
  })
  await endProgram(child)
  return figuresSchema.parse(JSON.parse(line)).map(({ most, from, ...figure }) => ({
    ...figure,
    ...(most === undefined ? {} : { most }),
    ...(from === undefined ? {} : { from }),
  }))
}

/** What the process of a core does: its figures as one line of JSON. */
export async function soak(argument: string): Promise<string> {
  const { baseUrl, sizes, part } = taskSchema.parse(JSON.parse(argument))
  return JSON.stringify(part === 'turns' ? await quickTurns(baseUrl, sizes) : await manyClients(baseUrl, sizes))
}

async function quickTurns(baseUrl: string, { turns }: SoakSizes): Promise<Figure[]> {
  const baton = await openBaton({ baseUrl, contextTokens: null })
  try {
    await baton.turn('first')
    const before = collected()
    for (let turn = 2; turn <= turns; turn += 1) await baton.turn(`turn ${turn}`)
    const after = collected()
    const from = `${before.heap.toFixed(0)} MB after the first`
    return [
      { what: `heap after ${turns} turns in one thread`, value: after.heap, unit: 'MB', most: 250, from },
      { what: `rss after ${turns} turns in one thread`, value: after.rss, unit: 'MB' },
    ]
  } finally {
    await baton.close()
  }
}

async function manyClients(baseUrl: string, { clients, seconds }: SoakSizes): Promise<Figure[]> {
  const baton = await openBaton({ baseUrl, contextTokens: null })
  const end = Date.now() + seconds * 1000
  const done = { turns: 0 }
  const client = async (name: string) => {
    while (Date.now() < end) {
      await baton.turn('go on', name)
      done.turns += 1
    }
  }
  const samples: { heap: number; rss: number; turns: number }[] = []
  const sample = async () => {
    const every = Math.max(1, Math.floor(seconds / 9))
    while (Date.now() < end) {
      await wait(every * 1000)
      samples.push({ ...collected(), turns: done.turns })
    }
  }
  try {
    await Promise.all([sample(), ...Array.from({ length: clients }, (_none, index) => client(`client-${index}`))])
  } finally {
    await baton.close()
  }
  const settled = samples[Math.floor(samples.length / 3)]
  const last = samples.at(-1)
  const who = `${clients} clients`
  if (settled === undefined || last === undefined) return []
  return [
    {
      what: `${who}: heap after a third of ${seconds} s`,
      value: settled.heap,
      unit: 'MB',
      from: `${settled.turns} turns`,
    },
    { what: `${who}: heap at the end`, value: last.heap, unit: 'MB', from: `${last.turns} turns` },
    { what: `${who}: heap, end against a third`, value: last.heap / settled.heap, unit: 'times', most: 1.25 },
    { what: `${who}: rss at the end`, value: last.rss, unit: 'MB', from: `${settled.rss.toFixed(0)} MB after a third` },
  ]
}
