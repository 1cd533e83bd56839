/** Plans through the core, against the real model server and real tools: RW-1 to RW-9 and the rules behind them. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Json } from '../../src-shared/flow/records'
import { flow, type FlowBuilder } from '../../src-shared/testing/flow-builder'
import { eventsOfType, openTestCore, type TestCore, type TurnReport } from '../testing/core-bench'
import { startToolServer, type ToolServer } from '../testing/tool-server'

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

const query = { type: 'object', properties: { input: { type: 'string' } }, required: ['input'] }
const httpTool = (name: string) => ({
  ...{ name, toolName: name, description: `Does ${name}`, parameters: query },
  ...{ url: `${tools.url}/${name}`, query: { q: '{input}' } },
})
const drawing = (data: { [field: string]: Json } = {}) =>
  flow('Plans')
    .start('p')
    .node('rewoo', 'p', { name: 'Planner', ...data })
    .httpTool('search', httpTool('Search'))
    .httpTool('calc', httpTool('Calc'))
    .use('p', 'search')
    .use('p', 'calc')
const open = async (builder: FlowBuilder = drawing()) => (test = await openTestCore(builder.build()))
/** One turn whose model replies are given, in call order. */
const turn = async (question: string, ...replies: string[]): Promise<TurnReport> => {
  test.server.reply(...replies.map((text) => ({ text })))
  return test.turn(question)
}
const prompt = (index: number) =>
  test.server.requests[index]?.messages.map(({ content }) => content ?? '').join('\n') ?? ''
it('RW-1: one step; planner, then solver, which reads the question twice, the plan and the result', async () => {
  await open()
  const { said, outcome } = await turn('Who made it?', 'Plan: look it up\n#E1 = Search[the maker]', 'Ann.')
  expect([said, outcome]).toEqual([['Ann.'], { state: 'finished', limit: null }])
  expect([test.server.calls, tools.inputsOf('Search')]).toEqual([2, ['the maker']])
  const solver = prompt(1)
  expect(solver.split('Who made it?').length - 1).toBe(2)
  for (const part of ['look it up', 'Search[the maker]', 'S(the maker)']) expect(solver).toContain(part)
})
