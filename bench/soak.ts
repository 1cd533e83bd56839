/** Part `soak`: what a core holds in memory after many turns, and while many clients talk to it for minutes. */
import { setTimeout as wait } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { openBaton } from './baton-thread'
import type { Figure, Report } from './figures'
import type { ModelServer } from './processes'

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

/** Both in this process, so that what a turn leaves behind can be told from what the programs need. */
export async function measureSoak(server: ModelServer, sizes: SoakSizes): Promise<Report> {
  return {
    title: 'Memory of a core',
    setting: `${LENGTH} characters a reply, over loopback HTTP; the measuring program included`,
    figures: [...(await quickTurns(server, sizes)), ...(await manyClients(server, sizes))],
  }
}

async function quickTurns(server: ModelServer, { turns }: SoakSizes): Promise<Figure[]> {
  const baton = await openBaton({ baseUrl: server.baseUrl(LENGTH), contextTokens: null })
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

async function manyClients(server: ModelServer, { clients, seconds }: SoakSizes): Promise<Figure[]> {
  const baton = await openBaton({ baseUrl: server.baseUrl(LENGTH), contextTokens: null })
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
