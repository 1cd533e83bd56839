/** What flows that run as tools spend, where they ask people: counted when they ask, once, and not against themselves when they go on. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { JsonObject } from '../../../src-shared/flow/records'
import { spentInThread, spentInTurn } from '../state/state'
import { EMPTY_THREAD } from '../../../src-shared/run/fold/fold-view'
import { foldEvents } from '../../../src-shared/run/fold/fold'
import { flow, type FlowBuilder } from '../../../src-shared/testing/flow-builder'
import { eventsOfType, openTestCore, type TestCore, type TurnReport } from '../../testing/core-bench'
import type { ServerReply } from '../../testing/model-reply'
import { plan, planFlow, toolNode } from '../../testing/plan-bench'
import { tellingAgent } from '../../testing/telling-agents'
import { startToolServer, type ToolServer } from '../../testing/tool-server'

let tools: ToolServer
let test: TestCore
beforeEach(async () => (tools = await startToolServer()))
afterEach(async () => {
  expect(test.server.violations).toEqual([])
  await test.close()
  await tools.close()
})

const APPROVE = { kind: 'approve-call', decision: { is: 'approve' } } as const
/** Each model call takes 100 tokens. */
const reply = (said: ServerReply): ServerReply => ({ ...said, usage: { input: 90, output: 10 } })
const call = (name: string, input: object) => reply({ calls: [{ name, arguments: input }] })

/** An agent whose tool is a flow, whose tool is a flow that pays and asks a person before. */
async function open(limits: JsonObject = {}): Promise<void> {
  const clerk = flow('Clerk')
    .start('a')
    .agent('a', tellingAgent('Clerk'))
    .httpTool('pay', toolNode(tools, 'pay', { needsApproval: true }))
    .httpTool('look', toolNode(tools, 'look'))
    .use('a', 'pay')
    .use('a', 'look')
  const office = flow('Office')
    .start('a')
    .agent('a', tellingAgent('Office'))
    .node('flow-tool', 't', { name: 'clerk', description: 'Pays', flow: clerk.file() })
    .use('a', 't')
  const desk = flow('Desk')
    .start('a')
    .agent('a', tellingAgent('Desk'))
    .node('flow-tool', 't', { name: 'office', description: 'Pays', flow: office.file() })
    .use('a', 't')
    .settings({ limits })
  test = await openTestCore(desk.build())
  const inner = (name: string) => call(name, { message: 'pay' })
  test.server.on({ system: 'I am Desk' }, inner('office'), reply({ text: 'Done.' }))
  test.server.on({ system: 'I am Office' }, inner('clerk'), reply({ text: 'Told.' }))
  const pays = [call('look', { input: '1' }), call('pay', { input: '2' }), call('pay', { input: '3' })]
  test.server.on({ system: 'I am Clerk' }, ...pays, reply({ text: 'Paid.' }))
}

/** A flow whose one agent pays twice, each time after a person was asked: four model calls with its last words. */
const payer = () =>
  flow('Clerk')
    .start('a')
    .agent('a', tellingAgent('Clerk'))
    .httpTool('pay', toolNode(tools, 'pay', { needsApproval: true }))
    .use('a', 'pay')
const payTwice = [call('pay', { input: '1' }), call('pay', { input: '2' }), reply({ text: 'Paid.' })]

const TO_OFFICE = { kind: 'approve-call', decision: { is: 'edit', arguments: { message: 'pay' } } } as const

/** The payer as a step of a plan, and as the tool that replies for a nested chat: each with the calls round it before it asks, and after. */
const PLACES: readonly { where: string; draw: () => FlowBuilder; before: number; after: number; node: string }[] = [
  {
    where: 'a step of a plan',
    draw: () =>
      planFlow(tools, { prompts: { planner: 'MARK-PLAN {tool_description}', solver: 'MARK-SOLVE {worker_log}' } })
        .node('flow-tool', 't', { name: 'Office', toolName: 'Office', flow: payer().file() })
        .use('p', 't'),
    before: 1,
    after: 1,
    node: 'p',
  },
  {
    where: 'a reply by a tool',
    draw: () =>
      flow('Nested')
        .start('w')
        .agent('w', tellingAgent('Writer'))
        .agent('r', tellingAgent('Reader'))
        .node('nested-chat', 'n', { name: 'Nested' })
        .node('flow-tool', 't', { name: 'Office', toolName: 'Office', flow: payer().file() })
        .handoff('w', 'n')
        .edge('recipient', { from: 'n', to: 'r' }, { message: 'Look', order: 0 })
        .edge('use', { from: 'n', to: 't', port: 'reply' }, { needsApproval: true }),
    before: 1,
    after: 1,
    node: 'n',
  },
]

it.each(PLACES)('so it is in $where', async ({ draw, before, after, node }) => {
  test = await openTestCore(draw().build())
  test.server.on({ system: 'MARK-PLAN' }, reply({ text: plan('Office[{"message":"x"}]') }))
  test.server.on(
    { system: 'I am Writer' },
    call('transfer_Writer_to_nested_chat_Writer_1', {}),
    reply({ text: 'Written.' }),
  )
  test.server.on({ system: 'I am Clerk' }, ...payTwice)
  test.server.on({}, reply({ text: 'Solved.' }))
  let report = await test.turn('go')
  // What replies for a chat gets no message of its own, so a person gives it one.
  if (node === 'n') report = await test.answer(questionOf(report), TO_OFFICE)
  const counted = async () => (await used()).calls
  expect(await counted()).toBe(before + 1)
  await test.restart()
  report = await test.answer(questionOf(report), APPROVE)
  expect(await counted()).toBe(before + 2)
  report = await test.answer(questionOf(report), APPROVE)
  expect(report.outcome).toEqual({ state: 'finished', limit: null })
  const { turn } = await test.state()
  const calls = before + after + 3
  expect([test.server.calls, await counted(), (await used()).tokens]).toEqual([calls, calls, calls * 100])
  expect(turn.by?.[node]?.calls).toBeGreaterThanOrEqual(3)
})

const questionOf = (report: TurnReport) => eventsOfType(report.events, 'question').at(-1)?.id ?? ''
const used = async () => {
  const { turn } = await test.state()
  const { calls, input, output } = spentInTurn(turn)
  const thread = spentInThread(turn)
  return { calls, tokens: input + output, threadTokens: thread.input + thread.output, byNode: turn.by?.['a']?.calls }
}

it('is counted when it asks, and where nobody answers; budgets of the thread count it', async () => {
  await open({ threadTokens: 450 })
  await test.turn('go')
  // Desk, Office, and the clerk twice.
  expect(await used()).toEqual({ calls: 4, tokens: 400, threadTokens: 400, byNode: 4 })
  await test.restart()
  const next = await test.turn('never mind')
  expect(next.said).toEqual(['Done.'])
  expect(await used()).toMatchObject({ calls: 1, tokens: 100, threadTokens: 500 })
  const over = await test.turn('and now?')
  expect(over.outcome.state === 'finished' && over.outcome.limit).toContain('450')
})

it('is counted once, however often it asks, and what is shown is the same', async () => {
  await open({ tokens: 850 })
  let report = await test.turn('go')
  const events = [...report.events]
  for (let asked = 0; asked < 2; asked += 1) {
    report = await test.answer(questionOf(report), APPROVE)
    events.push(...report.events)
    if (asked === 0) await test.restart()
  }
  expect([report.outcome, report.said]).toEqual([{ state: 'finished', limit: null }, ['Done.']])
  expect(test.server.calls).toBe(8)
  expect(await used()).toEqual({ calls: 8, tokens: 800, threadTokens: 800, byNode: 8 })
  expect(tools.calls.map(({ input }) => input)).toEqual(['1', '2', '3'])
  const ended = eventsOfType(events, 'run.finished').at(-1)
  expect([ended?.usage, ended?.modelCalls]).toEqual([{ input: 720, output: 80 }, 8])
  const shown = foldEvents(EMPTY_THREAD, events)
  expect(shown.latest).toMatchObject({ usage: { input: 720, output: 80 } })
})
