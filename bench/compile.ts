/** Part `compile`: what the first run of a flow costs by its size, and how long others wait meanwhile. */
import { MemorySaver } from '@langchain/langgraph'
import { checkingFlow } from '../src-shared/flow/checks/check'
import { openingFlow } from '../src-shared/flow/editing/open'
import type { Slices } from '../src-shared/slices'
import { compileFlow } from '../src-main/engine/compile/compile'
import type { EngineServices } from '../src-main/engine/contract/runtime'
import { busyMs, median, type Figure, type Report } from './figures'

export type CompileSizes = { sizes: readonly number[]; rounds: number }

/** Compiling asks for no service. */
const NO_SERVICES = {} as EngineServices

/** Agents in a chain, and a drawn hand-off from the first to every other one, which is what offers and checks grow with. */
function drawing(agents: number, isStar: boolean): string {
  const nodes: { [id: string]: object } = { start: { kind: 'start', name: 'Start', data: {} } }
  const edges: { [id: string]: object } = { first: { kind: 'next', from: { node: 'start' }, to: { node: 'a0' } } }
  for (let index = 0; index < agents; index += 1) {
    nodes[`a${index}`] = { kind: 'agent', name: `Agent ${index}`, data: { prompt: `You are agent ${index}.` } }
    const from = `a${isStar ? 0 : index - 1}`
    if (index > 0) edges[`h${index}`] = { kind: 'handoff', from: { node: from }, to: { node: `a${index}` } }
  }
  return JSON.stringify({ format: 'baton/flow', version: 1, id: 'large', name: 'Large', nodes, edges })
}

type Cost = { ms: number; longest: number }

/** Does the slices, and says what all of them and the longest one cost. */
function timed<Result>(work: Slices<Result>, cost: Cost): Result {
  for (;;) {
    const begun = busyMs()
    const step = work.next()
    const ms = busyMs() - begun
    cost.ms += ms
    cost.longest = Math.max(cost.longest, ms)
    if (step.done === true) return step.value
  }
}

function costOf(text: string): Cost {
  const cost: Cost = { ms: 0, longest: 0 }
  const opened = timed(openingFlow(text), cost)
  if (!opened.ok) throw new Error(opened.error.message)
  timed(checkingFlow(opened.flow), cost)
  timed(compileFlow(opened.flow, NO_SERVICES, new MemorySaver()), cost)
  return cost
}

/** Opens, checks and compiles chains and stars of agents. */
export function measureCompile({ sizes, rounds }: CompileSizes): Report {
  const figures = [false, true].flatMap((isStar) => figuresOf(isStar ? 'star' : 'chain', { sizes, rounds, isStar }))
  return {
    title: 'The first run of a flow: opened, checked and compiled',
    setting: `agents in a chain, or one that can hand over to all others; time of the thread alone, medians of ${rounds}`,
    figures,
  }
}

function figuresOf(shape: string, { sizes, rounds, isStar }: CompileSizes & { isStar: boolean }): Figure[] {
  const costs = sizes.map((agents) => {
    const text = drawing(agents, isStar)
    // The first time is that of a program that is not warm yet.
    costOf(text)
    const tries = Array.from({ length: rounds }, () => costOf(text))
    return { agents, ms: median(tries.map(({ ms }) => ms)), longest: median(tries.map(({ longest }) => longest)) }
  })
  const lines = costs.flatMap(({ agents, ms, longest }): Figure[] => [
    { what: `${shape} of ${agents}`, value: ms, unit: 'ms', ...(agents === 5000 ? { most: 3000 } : {}) },
    { what: `${shape} of ${agents}: longest slice`, value: longest, unit: 'ms', most: 50 },
  ])
  const [small, large] = costs
  if (small === undefined || large === undefined) return lines
  const most = (large.agents / small.agents) * 1.5
  const ratio = `${shape}: ${large.agents} against ${small.agents}`
  return [...lines, { what: ratio, value: large.ms / small.ms, unit: 'times', most }]
}
