/** Tools that are tried and ask: each call of a flow that is a tool, however deep, a server of tools, a plan. They go on with the answer, and nothing runs twice. */
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { JsonObject } from '../../src-shared/flow/records'
import type { Answer } from '../../src-shared/run/log/questions'
import type { TrialAsks, TrialOutcome } from '../../src-shared/rpc/tool-trials'
import { flow, type FlowBuilder } from '../../src-shared/testing/flow-builder'
import { openTestCore, type TestCore } from '../testing/core-bench'
import { plan, planFlow, toolNode } from '../testing/plan-bench'
import { startToolServer, type ToolServer } from '../testing/tool-server'

const PROGRAM = path.join(import.meta.dirname, '../tools/mcp/testing/newest-server.ts')
const DATA = { transport: { type: 'stdio', command: process.execPath, args: [PROGRAM, 'newest'], env: {} } }
const context = { signal: new AbortController().signal }

let test: TestCore
let tools: ToolServer
let flowId = ''
beforeAll(async () => {
  tools = await startToolServer()
  const holding = (inner: FlowBuilder, name: string) => ({
    name,
    toolName: name,
    description: 'Works',
    flow: inner.file(),
  })
  const clerk = flow('Clerk')
    .start('a')
    .agent('a', { name: 'Clerk', prompt: 'I am Clerk.' })
    .httpTool('pay', toolNode(tools, 'pay', { needsApproval: true }))
    .use('a', 'pay')
  const office = flow('Office').start('a').agent('a', { name: 'Office', prompt: 'I am Office.' })
  office.node('flow-tool', 'c', holding(clerk, 'clerk')).use('a', 'c')
  const plans = planFlow(tools, { approvePlan: true })
  const drawn = flow('Desk')
    .start('a')
    .agent('a', { name: 'Desk' })
    .node('flow-tool', 'o', holding(office, 'office'))
    .node('flow-tool', 'p', holding(plans, 'plans'))
    .node('mcp-server', 's', { ...DATA, name: 'Door' })
    .use('a', 'o')
    .use('a', 'p')
    .use('a', 's')
  test = await openTestCore(drawn.build(), { recordsPart: true })
  flowId = (await test.core().handlers['flows.import']({ text: JSON.stringify(drawn.file()), fileName: null }, context))
    .id
})
afterAll(async () => {
  expect(test.server.violations).toEqual([])
  await test.close()
  await tools.close()
})

const attempt = (node: string, args: JsonObject, tool: string | null = null) =>
  test.core().handlers['tools.try']({ flowId, node, tool, arguments: args, variables: {} }, context)
const asking = (tried: TrialOutcome): TrialAsks => {
  if (tried.is === 'done') throw new Error(`It asks nothing: ${tried.text}`)
  return tried
}
const answer = ({ trial, questions }: TrialAsks, given: Answer, at = 0) =>
  test.core().handlers['tools.answerTrial']({ trial, question: questions[at]?.id ?? '', answer: given }, context)
const approve: Answer = { kind: 'approve-call', decision: { is: 'approve' } }

it('asks about each call two flows deep by itself, runs what was allowed as it was changed, and nothing of it twice', async () => {
  test.server.on(
    { system: 'I am Office' },
    { calls: [{ name: 'clerk', arguments: { message: 'pay' } }] },
    { text: 'Told.' },
  )
  const pay = (input: string) => ({ name: 'pay', arguments: { input } })
  test.server.on({ system: 'I am Clerk' }, { calls: [pay('5'), pay('6')] }, { text: 'Paid.' })
  const first = asking(await attempt('o', { message: 'go' }))
  expect(first.questions.map(({ who, question }) => [who, question.kind])).toEqual([
    ['Clerk', 'approve-call'],
    ['Clerk', 'approve-call'],
  ])
  expect(first.questions[0]?.question).not.toHaveProperty('ruleDigest')
  expect(tools.calls).toHaveLength(0)
  await expect(answer(first, { kind: 'hold-result', decision: { is: 'keep' } })).rejects.toMatchObject({
    code: 'bad-input',
  })
  const second = asking(await answer(first, approve))
  expect(second.questions).toHaveLength(1)
  const changed: Answer = { kind: 'approve-call', decision: { is: 'edit', arguments: { input: '7' } } }
  expect(await answer(second, changed)).toMatchObject({ is: 'done', isError: false, text: 'Told.', modelCalls: 4 })
  expect(tools.calls.map(({ input }) => input)).toEqual(['5', '7'])
  await expect(answer(second, changed)).rejects.toMatchObject({ code: 'not-found' })
  expect(await test.core().handlers['threads.list']({ flowId }, context)).toEqual([])
})

it('asks what a server of tools asks, again where the answer does not fit', async () => {
  const first = asking(await attempt('s', {}, 'ask'))
  expect(first.questions).toMatchObject([{ who: 'Door', question: { kind: 'elicitation', message: 'Who are you?' } }])
  const second = asking(await answer(first, { kind: 'elicitation', action: 'accept', values: { name: 'A' } }))
  expect(second.questions).toMatchObject([{ question: { problem: expect.stringContaining('name') as string } }])
  const done = await answer(second, { kind: 'elicitation', action: 'accept', values: { name: 'Ann' } })
  expect(done).toMatchObject({ is: 'done', text: 'Hello Ann, as asked before.' })
})

it('lets a plan be looked at, and runs it', async () => {
  test.server.on({ system: 'You plan' }, { text: plan('Search[Rome]') })
  test.server.on({}, { text: 'Sunny.' })
  const asked = asking(await attempt('p', { message: 'weather?' }))
  expect(asked.questions).toMatchObject([{ question: { kind: 'approve-plan', steps: [{ tool: 'Search' }] } }])
  expect(await answer(asked, { kind: 'approve-plan', approved: true })).toMatchObject({ is: 'done', text: 'Sunny.' })
  expect(tools.calls.map(({ tool, input }) => `${tool} ${input}`).at(-1)).toBe('Search Rome')
})
