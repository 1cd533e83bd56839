/** Part `swarm`: a turn in which the baton goes over two agents to a third, on Baton, written by hand, and on langgraph-swarm. */
import { statSync } from 'node:fs'
import { openBaton, databases } from './baton-thread'
import { median, type Figure, type Report } from './figures'
import type { ModelServer } from './processes'
import { drawnSwarm, openHandWritten, openLibrarySwarm, AGENTS, type SwarmThread } from './swarm-threads'
import { words } from './words'

/** Characters of a message, each way. */
const LENGTH = 300
const NAMES = ['baton', 'byHand', 'library'] as const
type Name = (typeof NAMES)[number]
const LABELS: { readonly [N in Name]: string } = {
  baton: 'Baton',
  byHand: 'the same agents by hand, with Command',
  library: 'the same agents on langgraph-swarm',
}

/** All three go through the same turns, one after the other; who goes first changes. */
export async function measureSwarm(server: ModelServer, { turns }: { turns: number }): Promise<Report> {
  const baseUrl = server.baseUrl(LENGTH, 'swarm')
  const threads: { readonly [N in Name]: SwarmThread } = {
    baton: await openBatonSwarm(baseUrl),
    byHand: openHandWritten(baseUrl),
    library: openLibrarySwarm(baseUrl),
  }
  const times: { readonly [N in Name]: number[] } = { baton: [], byHand: [], library: [] }
  const sizes = { baton: 0, byHand: 0, library: 0 }
  try {
    for (let turn = 1; turn <= turns; turn += 1) {
      // From the one that holds the baton it is always two hand-offs to the one that is asked.
      const asked = AGENTS[(turn * 2) % AGENTS.length] ?? 'A'
      const text = `${words(LENGTH, turn)} [for ${asked}]`
      for (let place = 0; place < NAMES.length; place += 1) {
        const name = NAMES[(turn + place) % NAMES.length] ?? 'baton'
        times[name].push(await threads[name].turn(text))
      }
    }
    for (const name of NAMES) sizes[name] = await threads[name].bytes()
  } finally {
    for (const name of NAMES) await threads[name].close()
  }
  const ms = (name: Name): number => median(times[name].slice(5))
  const kilobytes = (name: Name): number => sizes[name] / turns / 1024
  return {
    title: 'A turn with two hand-offs between three agents',
    setting: `${LENGTH} characters each way, streamed over loopback HTTP at zero delay, SQLite; ${turns} turns in one thread, all three in alternation`,
    figures: [
      ...NAMES.map((name): Figure => ({ what: `turn: ${LABELS[name]}`, value: ms(name), unit: 'ms' })),
      { what: 'turn: Baton against by hand', value: ms('baton') / ms('byHand'), unit: 'times', most: 1.25 },
      { what: 'turn: Baton against langgraph-swarm', value: ms('baton') / ms('library'), unit: 'times', most: 1 },
      ...NAMES.map((name): Figure => ({ what: `stored a turn: ${LABELS[name]}`, value: kilobytes(name), unit: 'KB' })),
      {
        what: 'stored: Baton against by hand',
        value: sizes.baton / sizes.byHand,
        unit: 'times',
        most: 1,
        from: "checkpoints; Baton's library of events is beside them",
      },
    ],
  }
}

async function openBatonSwarm(baseUrl: string): Promise<SwarmThread> {
  const { turn, folder, closeCore, close } = await openBaton({ baseUrl, contextTokens: null, drawn: drawnSwarm() })
  return {
    turn: (text) => turn(text),
    async bytes() {
      await closeCore()
      return statSync(databases(folder).checkpoints).size
    },
    close,
  }
}
