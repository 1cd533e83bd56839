/** A planner with pools: it reads all of their tools, or of large ones those that fit its question. */
import { afterEach, expect, test } from 'vitest'
import { flow } from '../../../src-shared/testing/flow-builder'
import { openPlanBench, plan, stepStates, type PlanBench } from '../../testing/plan-bench'

let bench: PlanBench
afterEach(() => bench.close())

/** A planner over a pool of calculators that differ in their words. */
function largePool(tools: number) {
  let drawn = flow('Large').start('p').node('rewoo', 'p', { name: 'Planner' }).node('workbench', 'w', { name: 'Pool' })
  drawn = drawn.use('p', 'w')
  for (let index = 0; index < tools; index += 1) {
    const isRight = index === tools - 1
    const description = isRight ? 'Adds up the price of an order of cakes' : `Deals with warehouse shelf ${index}`
    const data = { tool: 'calculator', toolName: isRight ? 'cake_price' : `shelf_${index}`, description }
    drawn = drawn.node('builtin-tool', `t${index}`, { name: `Tool ${index}`, ...data }).use('w', `t${index}`)
  }
  return drawn
}

const offered = (prompt: string) => [...new Set(prompt.match(/\b(?:shelf_\d+|cake_price)\b/g))]

test('of more than a hundred tools the best hundred are shown, and a plan may use the others too', async () => {
  bench = await openPlanBench(() => largePool(150))
  const steps = plan('cake_price[2 + 3]', 'shelf_3[1 + 1]')
  const report = await bench.ask('What is the price of my order of cakes?', steps, 'Five, and two.')
  const names = offered(bench.prompt(1))
  expect([names.length, names.includes('cake_price')]).toEqual([100, true])
  expect(stepStates(report).filter((line) => line.endsWith('done'))).toEqual(['E1 done', 'E2 done'])
})

test('all tools of a small pool are shown, in drawn order', async () => {
  bench = await openPlanBench(() => largePool(4))
  await bench.ask('What is the price?', plan('cake_price[2 + 3]'), 'Five.')
  expect(offered(bench.prompt(1))).toEqual(['shelf_0', 'shelf_1', 'shelf_2', 'cake_price'])
})
