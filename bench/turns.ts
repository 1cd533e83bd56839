/** Part `turns`: what a turn costs on Baton and on the same graph written by hand, a turn of one after a turn of the other. */
import { openBaton, type Contender } from './baton-thread'
import { median, type Figure, type Report } from './figures'
import { openLangGraph } from './langgraph-thread'
import type { ModelServer } from './processes'
import { words } from './words'

/** Characters of a message, each way. */
const LENGTH = 300
/** Both send the model the whole history. */
const EVERYTHING = 10_000_000

type Pair = { baton: Contender; langgraph: Contender }
/** Milliseconds by turn, from turn 1. */
type Times = { baton: number[]; langgraph: number[] }

export type TurnSizes = { rounds: number; middle: number; late: number }

/** Short threads come several times, because ten turns are soon over; the long one once, since it costs minutes. */
export async function measureTurns(server: ModelServer, { rounds, middle, late }: TurnSizes): Promise<Report> {
  await converse(server, 15)
  const short: Times[] = []
  for (let round = 0; round < rounds; round += 1) short.push(await converse(server, 15))
  const long = await converse(server, late + 10)
  const early = {
    baton: short.flatMap(({ baton }) => baton.slice(5)),
    langgraph: short.flatMap(({ langgraph }) => langgraph.slice(5)),
  }
  return {
    title: 'A turn of Baton against the same graph written by hand on LangGraph with SqliteSaver',
    setting: `${LENGTH} characters each way, whole history sent, streamed over loopback HTTP at zero delay; turns of both in alternation`,
    figures: [
      ...figuresAt(10, early, 1.25),
      ...figuresAt(middle, windowAt(long, middle)),
      ...figuresAt(late, windowAt(long, late), late < 500 ? undefined : 0.3),
    ],
  }
}

function windowAt({ baton, langgraph }: Times, turn: number): Times {
  return { baton: baton.slice(turn - 10, turn + 10), langgraph: langgraph.slice(turn - 10, turn + 10) }
}

function figuresAt(turn: number, { baton, langgraph }: Times, most?: number): Figure[] {
  const [ours, theirs] = [median(baton), median(langgraph)]
  const from = `median of ${baton.length} turns`
  return [
    { what: `turn ${turn}: Baton`, value: ours, unit: 'ms', from },
    { what: `turn ${turn}: by hand`, value: theirs, unit: 'ms', from },
    { what: `turn ${turn}: ratio`, value: ours / theirs, unit: 'times', ...(most === undefined ? {} : { most }) },
    {
      what: `turn ${turn}: ratio of neighbours`,
      value: median(baton.map((ms, index) => ms / (langgraph[index] ?? Number.NaN))),
      unit: 'times',
      from: 'median over pairs of turns; steadier when the machine has other work',
    },
  ]
}

/** A conversation of so many turns on both, each in a thread and a database of its own. */
async function converse(server: ModelServer, turns: number): Promise<Times> {
  const baseUrl = server.baseUrl(LENGTH)
  const pair: Pair = {
    baton: await openBaton({ baseUrl, contextTokens: EVERYTHING }),
    langgraph: openLangGraph({ baseUrl }),
  }
  const times: Times = { baton: [], langgraph: [] }
  try {
    for (let turn = 1; turn <= turns; turn += 1) {
      const text = words(LENGTH, turn)
      // Who goes first alternates too: what one leaves to the garbage collector, the other must not always pay.
      const order = turn % 2 === 0 ? (['baton', 'langgraph'] as const) : (['langgraph', 'baton'] as const)
      for (const name of order) times[name].push(await pair[name].turn(text))
    }
  } finally {
    await pair.baton.close()
    await pair.langgraph.close()
  }
  return times
}
