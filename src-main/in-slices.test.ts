/** Long work in slices: who else has a turn between them, and that compiling a large flow is such work. */
import { EmptyChannelError, MemorySaver, StateGraph, type BaseChannel } from '@langchain/langgraph'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { checkingFlow } from '../src-shared/flow/checks/check'
import { openingFlow } from '../src-shared/flow/editing/open'
import type { Flow } from '../src-shared/flow/records'
import { saveFlow } from '../src-shared/flow/editing/save'
import type { Slices } from '../src-shared/slices'
import { flow } from '../src-shared/testing/flow-builder'
import { readingItems } from './consent/keys'
import { compileFlow } from './engine/compile/compile'
import type { EngineServices } from './engine/contract/runtime'
import { BatonAnnotation } from './engine/state/state'
import { StepChannel } from './engine/compile/step-channel'
import { freezingText } from './flows/freeze'
import { createBreather, inSlices } from './in-slices'
import { openTestCore } from './testing/core-bench'

function* count(slices: number): Slices<string> {
  for (let done = 0; done < slices; done += 1) yield
  return 'done'
}

it('lets others in between slices once they took their time together, and not before', async () => {
  let time = 0
  const order: string[] = []
  const breather = createBreather(() => (time += 5))
  setImmediate(() => order.push('other'))
  expect(await inSlices(count(2), breather)).toBe('done')
  order.push('short')
  expect(await inSlices(count(9), breather)).toBe('done')
  order.push('long')
  expect(order).toEqual(['short', 'other', 'long'])
})

it('a failure in the middle of the work is the failure of the whole', async () => {
  const failing = function* (): Slices<never> {
    yield
    throw new Error('broken')
  }
  await expect(inSlices(failing())).rejects.toThrow('broken')
})

/** A chain of agents, each of which can hand over to the next. */
function chain(length: number): string {
  const nodes: { [id: string]: object } = { start: { kind: 'start', name: 'Start', data: {} } }
  const edges: { [id: string]: object } = {
    first: { kind: 'next', from: { node: 'start' }, to: { node: 'a0', port: 'in' } },
  }
  for (let index = 0; index < length; index += 1) {
    nodes[`a${index}`] = { kind: 'agent', name: `Agent ${index}`, data: {} }
    if (index > 0)
      edges[`h${index}`] = { kind: 'handoff', from: { node: `a${index - 1}` }, to: { node: `a${index}`, port: 'in' } }
  }
  return JSON.stringify({ format: 'baton/flow', version: 1, id: 'chain', name: 'Chain', nodes, edges })
}

/** Does the work, and says into how many slices it is cut. */
function sliced<Result>(work: Slices<Result>): { result: Result; slices: number } {
  for (let slices = 1; ; slices += 1) {
    const step = work.next()
    if (step.done === true) return { result: step.value, slices }
  }
}

it('opening, checking and compiling a flow is cut into slices, the more the larger it is', () => {
  const opened = sliced(openingFlow(chain(600)))
  if (!opened.result.ok) throw new Error(opened.result.error.message)
  expect(opened.slices).toBeGreaterThan(3)
  expect(sliced(checkingFlow(opened.result.flow))).toMatchObject({ result: [], slices: 9 })
  const services = {} as EngineServices
  const { result, slices } = sliced(compileFlow(opened.result.flow, services, new MemorySaver()))
  expect(slices).toBeGreaterThan(600)
  // Every step of every agent is a node of the one graph, whichever slice it came in.
  const nodes = Object.keys(result.graph.nodes)
  expect(nodes.filter((name) => name.startsWith('think.'))).toHaveLength(600)
  expect(
    new Set(nodes.map((name) => result.graph.channels[`branch:to:${name}`] !== undefined || name === '__start__')),
  ).toEqual(new Set([true]))
})

function opened(text: string): Flow {
  const { result } = sliced(openingFlow(text))
  if (!result.ok) throw new Error(result.error.message)
  return result.flow
}

/** How often all edges are gone through while a chain is checked and compiled. */
function passes(length: number): number {
  const flow = opened(chain(length))
  const seen = { passes: 0 }
  const ownKeys = (edges: Flow['edges']) => {
    seen.passes += 1
    return Reflect.ownKeys(edges)
  }
  const watched = { ...flow, edges: new Proxy(flow.edges, { ownKeys }) }
  sliced(checkingFlow(watched))
  sliced(compileFlow(watched, {} as EngineServices, new MemorySaver()))
  return seen.passes
}

it('all edges are gone through as often for many nodes as for few, so that the work grows with the flow and no faster', () => {
  const few = passes(20)
  expect(few).toBeGreaterThan(0)
  expect(passes(80)).toBe(few)
})

/** What a channel says after each thing that LangGraph does with it. */
function played(first: BaseChannel, moves: readonly (number | 'clear' | 'restore')[]): unknown[] {
  let channel = first
  return moves.map((move) => {
    const before = read(channel)
    if (move === 'restore') channel = channel.fromCheckpoint(before === 'empty' ? undefined : before)
    const isChanged = move === 'restore' ? null : channel.update(move === 'clear' ? [] : [move, move + 1])
    return [isChanged, channel.isAvailable(), read(channel), channel.consume(), channel.finish(), channel.lc_graph_name]
  })
}

function read(channel: BaseChannel): unknown {
  try {
    expect(channel.checkpoint()).toBe(channel.get())
    return channel.get()
  } catch (cause) {
    if (!(cause instanceof EmptyChannelError)) throw cause
    return 'empty'
  }
}

it("the channel that starts a step does what LangGraph's own does, but all empty ones throw one and the same error", () => {
  const graph = new StateGraph(BatonAnnotation)
    .addNode('a', () => ({}))
    .addEdge('__start__', 'a')
    .compile()
  const own: { [name: string]: unknown } = graph.channels
  const theirs = own['branch:to:a'] as BaseChannel
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.nat(3), fc.constantFrom('clear' as const, 'restore' as const))), (moves) => {
      expect(played(new StepChannel(), moves)).toEqual(played(theirs.fromCheckpoint(), moves))
    }),
  )
  const thrown = [new StepChannel(), new StepChannel().fromCheckpoint()].map((channel) => {
    try {
      return channel.checkpoint()
    } catch (cause) {
      return cause
    }
  })
  expect(thrown[0]).toBeInstanceOf(EmptyChannelError)
  expect(thrown[1]).toBe(thrown[0])
})

it('every step of a compiled flow starts with such a channel', () => {
  const { graph } = sliced(compileFlow(opened(chain(300)), {} as EngineServices, new MemorySaver())).result
  const own: { [name: string]: unknown } = graph.channels
  const starting = Object.keys(own).filter((name) => name.startsWith('branch:to:'))
  expect(starting.length).toBeGreaterThan(600)
  expect(starting.filter((name) => !(own[name] instanceof StepChannel))).toEqual([])
})

it('so is freezing a flow that names another, and looking at what it would use', () => {
  const named = saveFlow(flow('Top').start('s').node('subflow', 's', { name: 'Sub', flow: 'chain' }).build())
  const source = (id: string) => (id === 'chain' ? chain(600) : null)
  const frozen = sliced(freezingText(named, source))
  expect(frozen.result).toContain('Agent 599')
  expect(frozen.slices).toBeGreaterThan(8)
  expect(sliced(readingItems(named, source))).toEqual({ result: [], slices: expect.any(Number) as number })
  expect(sliced(readingItems(named, source)).slices).toBeGreaterThan(8)
})

it('others have their turn while the consents and the tools of a large flow are looked at', async () => {
  const test = await openTestCore(flow('Small').start('a').agent('a').build())
  try {
    const { handlers, services } = test.core()
    const { id: flowId } = services.library.importText({ text: chain(5000) })
    const { signal } = new AbortController()
    const asked = { flowId, connect: false }
    const works: readonly (() => Promise<unknown>)[] = [
      () => handlers['consents.read']({ flowId, refused: false }, { signal }),
      () => handlers['tools.list']({ ...asked, node: 'a0' }, { signal }),
      () => handlers['tools.resources']({ ...asked, node: null }, { signal }),
    ]
    for (const work of works) {
      const order: string[] = []
      setImmediate(() => order.push('other'))
      await work()
      expect([...order, 'done']).toEqual(['other', 'done'])
    }
  } finally {
    await test.close()
  }
})
