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

type PerName = { readonly [N in Name]: number[] }
/** Milliseconds by turn, and the bytes that each has stored in the end. */
type ConversationResult = { times: PerName; bytes: { [N in Name]: number } }

/** Short threads come several times; the long one shows what growing costs. */
export async function measureSwarm(
  server: ModelServer,
  { rounds, turns }: { rounds: number; turns: number },
): Promise<Report> {
  const baseUrl = server.baseUrl(LENGTH, 'swarm')
  await converse(baseUrl, SHORT)
  const short: ConversationResult[] = []
  for (let round = 0; round < rounds; round += 1) short.push(await converse(baseUrl, SHORT))
  const long = await converse(baseUrl, turns)
  return {
    title: 'A turn with two hand-offs between three agents',
    setting: `${LENGTH} characters each way, streamed over loopback HTTP at zero delay, SQLite; all three in alternation`,
    figures: [
      ...figuresOf(`turns 6 to ${SHORT}`, { talks: short, skip: 5, turns: SHORT }),
      ...figuresOf(`the last turns of ${turns}`, { talks: [long], skip: Math.floor(turns * 0.9), turns }),
    ],
  }
}

const SHORT = 15

type ConversationMeasurement = { talks: readonly ConversationResult[]; skip: number; turns: number }

function figuresOf(when: string, { talks, skip, turns }: ConversationMeasurement): Figure[] {
  const ms = (name: Name): number => median(talks.flatMap(({ times }) => times[name].slice(skip)))
  const bytes = (name: Name): number => median(talks.map((talk) => talk.bytes[name]))
  return [
    ...NAMES.map((name): Figure => ({ what: `${when}: ${LABELS[name]}`, value: ms(name), unit: 'ms' })),
    { what: `${when}: Baton against by hand`, value: ms('baton') / ms('byHand'), unit: 'times', most: 1.25 },
    { what: `${when}: Baton against langgraph-swarm`, value: ms('baton') / ms('library'), unit: 'times', most: 1 },
    ...NAMES.map((name): Figure => ({
      what: `stored a turn of ${turns}: ${LABELS[name]}`,
      value: bytes(name) / turns / 1024,
      unit: 'KB',
    })),
    {
      what: 'stored: Baton against by hand',
      value: bytes('baton') / bytes('byHand'),
      unit: 'times',
      most: 1,
      from: "checkpoints; Baton's library of events is beside them",
    },
  ]
}

/** All three go through the same turns, one after the other; who goes first changes. */
async function converse(baseUrl: string, turns: number): Promise<ConversationResult> {
  const threads: { readonly [N in Name]: SwarmThread } = {
    baton: await openBatonSwarm(baseUrl),
    byHand: openHandWritten(baseUrl),
    library: openLibrarySwarm(baseUrl),
  }
  const times: PerName = { baton: [], byHand: [], library: [] }
  const bytes = { baton: 0, byHand: 0, library: 0 }
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
    for (const name of NAMES) bytes[name] = await threads[name].bytes()
  } finally {
    for (const name of NAMES) await threads[name].close()
  }
  return { times, bytes }
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
