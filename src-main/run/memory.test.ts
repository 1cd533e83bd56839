/** What a turn leaves in memory once it has ended: nothing that grows with the number of turns. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { flow, type FlowBuilder } from '../../src-shared/testing/flow-builder'
import { openTestCore, type TestCore } from '../testing/core-bench'
import { plan, planFlow } from '../testing/plan-bench'
import { startToolServer, type ToolServer } from '../testing/tool-server'

const TURNS = 10
/** What may still be at hand of the newest turns, such as the context in which an open connection was made. */
const MOST = 4

let tools: ToolServer
let test: TestCore

beforeEach(async () => {
  tools = await startToolServer()
})
afterEach(async () => {
  expect(test.server.violations).toEqual([])
  await test.close()
  await tools.close()
})

/** Collects what nothing holds any more. */
async function collect(): Promise<void> {
  setFlagsFromString('--expose-gc')
  const gc = runInNewContext('gc') as () => void
  for (let round = 0; round < 4; round += 1) {
    await nextTurn()
    gc()
  }
}

/** How many of some turns are still in memory: a timer, a listener or a promise holds the async context in which it was made. */
async function heldTurns(turn: () => Promise<unknown>): Promise<number> {
  const within = new AsyncLocalStorage<object>()
  const begun: WeakRef<object>[] = []
  for (let count = 0; count < TURNS; count += 1) {
    const mark = { count }
    begun.push(new WeakRef(mark))
    await within.run(mark, turn)
  }
  await collect()
  return begun.filter((mark) => mark.deref() !== undefined).length
}

const open = async (drawn: FlowBuilder) => (test = await openTestCore(drawn.build()))

it('model calls and tool calls that are over hold no turn until its limit of time', async () => {
  await open(
    flow('Quick')
      .start('a')
      .agent('a', { name: 'A', prompt: 'You are A.' })
      .httpTool('price', { toolName: 'price', url: `${tools.url}/price` })
      .use('a', 'price'),
  )
  const held = await heldTurns(() => {
    test.server.reply({ calls: [{ name: 'price', arguments: {} }] }, { text: '12 euro.' })
    return test.turn('how much?')
  })
  expect(held).toBeLessThanOrEqual(MOST)
})

it('the steps of plans hold none either', async () => {
  await open(planFlow(tools))
  const held = await heldTurns(() => {
    test.server.reply({ text: plan('Search[a]', 'LLM[#E1]') }, { text: 'thought' }, { text: 'Done.' })
    return test.turn('Q')
  })
  expect(held).toBeLessThanOrEqual(MOST)
})

/** What a turn may leave in memory, in bytes: its request, which the model server of the tests keeps, and some noise. One that was held whole took 75,000. */
const LEFT_BY_TURN = 20_000
const MEASURED_TURNS = Number(process.env['BATON_SOAK'] ?? 50)

/** Bytes that are alive, also those outside of the heap. */
async function alive(): Promise<number> {
  await collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

it('what is alive does not grow with the turns', { timeout: 3_600_000 }, async () => {
  await open(flow('Quick').start('a').agent('a', { name: 'A', prompt: 'You are A.' }))
  const turns = async (count: number, thread: (index: number) => string) => {
    for (let index = 0; index < count; index += 1) {
      test.server.reply({ text: 'Hello to you, and to all who are with you.' })
      await test.turn('hello', thread(index))
    }
  }
  // What the program itself needs is there after some turns.
  await turns(25, (index) => `warm-${index}`)
  const before = await alive()
  await turns(MEASURED_TURNS, (index) => `thread-${index}`)
  expect((await alive()) - before).toBeLessThan(MEASURED_TURNS * LEFT_BY_TURN)
})
