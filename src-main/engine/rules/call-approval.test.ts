/** Calls on which a person decides: each for itself, stored before it is carried out, and compared with what runs right before. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { saveFlow } from '../../../src-shared/flow/editing/save'
import { flow, type FlowBuilder } from '../../../src-shared/testing/flow-builder'
import type { Answer, CallDecision } from '../../../src-shared/run/log/questions'
import { eventsOfType, openTestCore, type TestCore, type TurnReport } from '../../testing/core-bench'
import type { ServerReply } from '../../testing/model-reply'
import { toolNode } from '../../testing/plan-bench'
import { tellingAgent } from '../../testing/telling-agents'
import { startToolServer, type ToolServer } from '../../testing/tool-server'

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

const NAMES = ['pay', 'refund', 'mail', 'book'] as const
/** An agent with four tools that need approval, the last one over its edge, and one that does not. */
function shop(): FlowBuilder {
  const asking = NAMES.slice(0, 3).reduce(
    (builder, name) => builder.httpTool(name, toolNode(tools, name, { needsApproval: true })).use('a', name),
    flow('Shop').start('a').agent('a', tellingAgent('A')),
  )
  return asking
    .httpTool('book', toolNode(tools, 'book'))
    .use('a', 'book', { needsApproval: true })
    .httpTool('look', toolNode(tools, 'look'))
    .use('a', 'look')
}
const open = async (builder = shop()) => (test = await openTestCore(builder.build()))
const calls = (...names: string[]) => ({ calls: names.map((name) => ({ name, arguments: { input: `${name} 1` } })) })
const called = () => tools.calls.map(({ input }) => input)
const decide = (decision: CallDecision): Answer => ({ kind: 'approve-call', decision })
const APPROVE = decide({ is: 'approve' })
const questionsOf = ({ events }: TurnReport) => eventsOfType(events, 'question')
const idOf = (report: TurnReport, tool: string) => {
  const asked = questionsOf(report).find(({ question }) => question.kind === 'approve-call' && question.tool === tool)
  return asked?.id ?? ''
}
const results = (report: TurnReport) =>
  eventsOfType(report.events, 'entry').flatMap(({ entry }) => (entry.kind === 'result' ? [entry.text] : []))

it('asks about each call of a reply at once, and carries each out as it was decided; one that needs nobody runs at once', async () => {
  await open()
  test.server.reply(calls('pay', 'look', 'refund', 'mail', 'book'))
  const asked = await test.turn('go')
  expect([asked.outcome.state, questionsOf(asked).length, called()]).toEqual(['finished', 4, ['look 1']])
  expect(test.core().services.threads.read('t1').state).toBe('waiting')
  const refused = await test.answer(idOf(asked, 'pay'), decide({ is: 'refuse', reason: 'Too dear.' }))
  expect([refused.outcome, called()]).toMatchObject([{ state: 'finished', questions: [{}, {}, {}] }, ['look 1']])
  await test.restart()
  await test.answer(idOf(asked, 'mail'), APPROVE)
  await test.answer(idOf(asked, 'refund'), decide({ is: 'edit', arguments: { input: 'refund 2' } }))
  expect(called()).toEqual(['look 1', 'mail 1', 'refund 2'])
  test.server.reply({ text: 'Done.' })
  const last = await test.answer(idOf(asked, 'book'), decide({ is: 'answer', text: 'Booked by hand.' }))
  expect([last.said, called(), results(last)]).toEqual([
    ['Done.'],
    ['look 1', 'mail 1', 'refund 2'],
    [
      'Error: a person refused this call, so it did not run. The reason: Too dear.',
      'l(look 1)',
      'A person changed the arguments of this call before it ran, to {"input":"refund 2"}. What it gave with these:\nr(refund 2)',
      'm(mail 1)',
      'Booked by hand.',
    ],
  ])
  expect(test.core().services.runner.waiting('t1')).toEqual([])
})

it('lets later calls run where a person said so, for a thread or its flow, until it is taken back or the tool is drawn otherwise', async () => {
  await open()
  const rules = () => test.core().services.callRules
  const flowId = shop().build().id
  /** Whether a call of `pay` is asked about, which is then let run. */
  const asks = async (thread: string, remember?: 'thread' | 'flow') => {
    test.server.reply(calls('pay'), { text: 'Done.' })
    const before = called().length
    const turn = await test.turn('go', thread)
    const id = idOf(turn, 'pay')
    if (id === '') {
      expect(eventsOfType(turn.events, 'decision').map(({ decision }) => decision.rule)).toContainEqual({
        by: 'remembered',
        tool: 'pay',
      })
    } else await test.answer(id, decide({ is: 'approve', ...(remember === undefined ? {} : { remember }) }), thread)
    expect(called().length - before).toBe(1)
    return id !== ''
  }
  expect([await asks('t1', 'thread'), await asks('t1'), await asks('t2'), await asks('t2', 'flow')]).toEqual([
    true,
    false,
    true,
    true,
  ])
  await test.restart()
  expect([await asks('t2'), await asks('t3')]).toEqual([false, false])
  // Another tool of the same agent is asked about as before.
  test.server.reply(calls('mail'))
  expect(idOf(await test.turn('go', 't4'), 'mail')).not.toBe('')
  expect(rules().ofFlow(flowId)).toMatchObject([
    { node: 'a', tool: 'pay', threadTitle: null },
    { node: 'a', tool: 'pay', threadTitle: 'go' },
  ])

  const flowText = saveFlow(shop().build()).replaceAll('{input}', 'all of {input}')
  test.server.reply(calls('pay'))
  const { runner } = test.core().services
  const turn = { flowId, flowText, revision: null, threadId: 't5', text: 'go' }
  test.core().services.threads.createThread({ flowId, id: 't5' })
  expect(await (await runner.start(turn)).done).toMatchObject({ question: { question: { tool: 'pay' } } })

  for (const { id } of rules().ofFlow(flowId)) rules().revoke('another', id)
  expect(await asks('t3')).toBe(false)
  for (const { id } of rules().ofFlow(flowId)) rules().revoke(flowId, id)
  expect([await asks('t1'), await asks('t3')]).toEqual([true, true])
})

it('takes the first of two answers to one question, and says so to the other', async () => {
  await open()
  test.server.reply(calls('pay'), { text: 'Paid.' })
  const asked = await test.turn('go')
  const id = idOf(asked, 'pay')
  const both = await Promise.allSettled([
    test.answer(id, APPROVE),
    test.answer(id, decide({ is: 'refuse', reason: '' })),
  ])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const lost = both.find(({ status }) => status === 'rejected')
  expect(lost?.status === 'rejected' && lost.reason).toMatchObject({ code: 'nothing-to-resume' })
  expect(called().length + results(await fulfilled(both)).filter((text) => text.includes('refused')).length).toBe(1)
})

async function fulfilled(both: readonly PromiseSettledResult<TurnReport>[]): Promise<TurnReport> {
  const won = both.find((one) => one.status === 'fulfilled')
  if (won === undefined) throw new Error('nobody was first')
  return Promise.resolve(won.value)
}

it('takes an answer while another call runs, and goes on with it by itself', async () => {
  await open()
  let release = (): void => undefined
  tools.on('pay', () => ({ text: 'paid', gate: new Promise<void>((resolve) => (release = resolve)) }))
  test.server.reply(calls('pay', 'mail'), { text: 'Both.' })
  const asked = await test.turn('go')
  const first = test.answer(idOf(asked, 'pay'), APPROVE)
  await tools.waitForCalls(1)
  const second = test.answer(idOf(asked, 'mail'), APPROVE)
  expect(
    test
      .core()
      .services.runner.waiting('t1')
      .map(({ id }) => id),
  ).toEqual([idOf(asked, 'mail')])
  await expect.poll(() => test.core().services.runner.waiting('t1')).toEqual([])
  release()
  expect([(await first).said, called()]).toEqual([['Both.'], ['pay 1', 'mail 1']])
  expect((await second).outcome).toEqual({ state: 'finished', limit: null })
})

it('does not run a call again of which nobody knows whether it ran, but asks', async () => {
  await open()
  let isFirst = true
  tools.on('pay', () => {
    const answer = isFirst ? ({ hang: true } as const) : 'paid'
    isFirst = false
    return answer
  })
  test.server.reply(calls('pay'))
  const asked = await test.turn('go')
  const cut = test.answer(idOf(asked, 'pay'), APPROVE)
  await tools.waitForCalls(1)
  await test.restart()
  expect((await cut).outcome).toEqual({ state: 'left' })
  const again = await test.resume()
  expect(questionsOf(again).map(({ question }) => question)).toMatchObject([{ tool: 'pay', mayHaveRun: true }])
  expect(called()).toEqual(['pay 1'])
  test.server.reply({ text: 'Well.' })
  const last = await test.answer(idOf(again, 'pay'), decide({ is: 'answer', text: 'It was paid.' }))
  expect([last.said, called(), results(last)]).toEqual([['Well.'], ['pay 1'], ['It was paid.']])
})

it('asks once more where changed arguments do not fit the tool', async () => {
  await open()
  test.server.reply(calls('pay'))
  const asked = await test.turn('go')
  const again = await test.answer(idOf(asked, 'pay'), decide({ is: 'edit', arguments: { amount: 3 } }))
  expect(questionsOf(again).map(({ question }) => question.problem)).toEqual([expect.stringContaining('input')])
  expect(called()).toEqual([])
  test.server.reply({ text: 'Fine.' })
  expect((await test.answer(idOf(again, 'pay'), decide({ is: 'edit', arguments: { input: 'x' } }))).said).toEqual([
    'Fine.',
  ])
  expect(called()).toEqual(['x'])
})

it('goes on in a fork of a waiting turn without making finished calls again, and asks anew what is bound to the other thread', async () => {
  await open()
  test.server.reply(calls('pay', 'look'))
  const asked = await test.turn('go')
  expect(called()).toEqual(['look 1'])
  const fork = await test.core().services.runner.fork({ threadId: 't1', turn: 2 })
  const again = await test.resume(fork)
  expect([questionsOf(again).length, called()]).toEqual([1, ['look 1']])
  const digests = [asked, again].map((report) =>
    questionsOf(report).map(({ question: asks }) => (asks.kind === 'approve-call' ? asks.digest : '')),
  )
  expect(digests[0]).not.toEqual(digests[1])
  test.server.reply({ text: 'Done.' })
  const last = await test.answer(idOf(again, 'pay'), APPROVE, fork)
  expect([last.said, called(), results(last)]).toEqual([['Done.'], ['look 1', 'pay 1'], ['p(pay 1)', 'l(look 1)']])
  expect(test.core().services.threads.read('t1').state).toBe('waiting')
})

it('keeps a rule once, however many calls of one reply it was given with', async () => {
  await open()
  test.server.reply(calls('pay', 'pay'))
  const asked = await test.turn('go')
  const ids = questionsOf(asked).map(({ id }) => id)
  test.server.reply({ text: 'Done.' })
  for (const id of ids) await test.answer(id, decide({ is: 'approve', remember: 'thread' }))
  expect(called()).toEqual(['pay 1', 'pay 1'])
  expect(test.core().services.callRules.ofFlow(shop().build().id)).toHaveLength(1)
})

const payNode = () => toolNode(tools, 'pay', { needsApproval: true })
/** Who wants to pay, somewhere within what `A` began; what begins it, and what is said once it is paid. */
const DEPTHS: [string, string, () => FlowBuilder, ServerReply[], ServerReply[]][] = [
  [
    'a nested chat',
    'b',
    () =>
      flow('Chats')
        .start('a')
        .agent('a', tellingAgent('A'))
        .agent('b', tellingAgent('B'))
        .node('nested-chat', 'n', { name: 'N' })
        .httpTool('pay', payNode())
        .use('b', 'pay')
        .handoff('a', 'n')
        .edge('recipient', { from: 'n', to: 'b' }, { message: 'Pay' }),
    [{ calls: [{ name: 'transfer_A_to_nested_chat_A_1', arguments: {} }] }],
    [{ text: 'Paid.' }, { text: 'Done.' }],
  ],
  [
    'a sub-flow',
    'f~c',
    () =>
      flow('Around')
        .start('f')
        .node('subflow', 'f', {
          name: 'Sub',
          flow: flow('Inner')
            .start('c')
            .agent('c', tellingAgent('C'))
            .httpTool('pay', payNode())
            .use('c', 'pay')
            .file(),
        }),
    [],
    [{ text: 'Done.' }],
  ],
  [
    'a question to another participant',
    'd',
    () =>
      flow('Asking')
        .start('a')
        .agent('a', tellingAgent('A'))
        .agent('d', tellingAgent('D'))
        .httpTool('pay', payNode())
        .use('a', 'd')
        .use('d', 'pay'),
    [{ calls: [{ name: 'ask_D', arguments: { message: 'pay' } }] }],
    [{ text: 'Paid.' }, { text: 'Done.' }],
  ],
]

const flowTool = (inner: FlowBuilder, name: string) => ({ name, description: 'Pays', flow: inner.file() })
const clerk = () => flow('Clerk').start('c').agent('c', tellingAgent('C')).httpTool('pay', payNode()).use('c', 'pay')
const office = () =>
  flow('Office')
    .start('m')
    .agent('m', tellingAgent('M'))
    .node('flow-tool', 'u', flowTool(clerk(), 'clerk'))
    .use('m', 'u')
const deskOf = (inner: FlowBuilder, name: string) =>
  flow('Desk').start('a').agent('a', tellingAgent('A')).node('flow-tool', 't', flowTool(inner, name)).use('a', 't')
const told = (name: string) => ({ calls: [{ name, arguments: { message: 'pay' } }] })
DEPTHS.push(
  [
    'a flow that is a tool',
    't~c',
    () => deskOf(clerk(), 'clerk'),
    [told('clerk')],
    [{ text: 'Paid.' }, { text: 'Done.' }],
  ],
  [
    'a flow within a flow that is a tool',
    't~u~c',
    () => deskOf(office(), 'office'),
    [told('office'), told('clerk')],
    [{ text: 'Paid.' }, { text: 'Told.' }, { text: 'Done.' }],
  ],
)

it.each(DEPTHS)('asks within %s, and goes on there', async (_title, who, draw, ...[before, after]) => {
  await open(draw())
  test.server.reply(...before, calls('pay'))
  const asked = await test.turn('go')
  expect([questionsOf(asked).map(({ node }) => node), called()]).toEqual([[who], []])
  await test.restart()
  test.server.reply(...after)
  await test.answer(idOf(asked, 'pay'), decide({ is: 'edit', arguments: { input: 'less' } }))
  expect([called(), test.core().services.runner.waiting('t1')]).toEqual([['less'], []])
  expect(JSON.stringify(test.server.requests.map(({ messages }) => messages))).toContain('p(less)')
})
