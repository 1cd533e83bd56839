/** What the timeline says of stored steps: which tools a reply called, and what each round of deciding on them did. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { StepDeed } from '../../src-shared/run/log/step-deeds'
import { flow } from '../../src-shared/testing/flow-builder'
import { eventsOfType, openTestCore, type TestCore } from '../testing/core-bench'
import { plan, planFlow, toolNode } from '../testing/plan-bench'
import { startToolServer, type ToolServer } from '../testing/tool-server'

let tools: ToolServer
let test: TestCore
beforeEach(async () => {
  tools = await startToolServer()
})
afterEach(async () => {
  await test.close()
  await tools.close()
})

const ask = (...names: string[]) => ({ calls: names.map((name) => ({ name, arguments: { input: name } })) })
function told(deed: StepDeed): string {
  if ('tools' in deed) return `${deed.did} ${deed.tools.join(' ')}`
  if (deed.did === 'plan-approved') return deed.isEdited ? 'plan-approved edited' : deed.did
  if (!('steps' in deed)) return deed.did
  const { did, steps } = deed
  return `${did} ${typeof steps === 'number' ? steps : steps.map(({ id, tool }) => `${id} ${tool}`).join(' ')}`
}

/** `think.a: called weather`, a line for each step of the thread, the oldest first. */
async function deeds(threadId = 't1'): Promise<string[]> {
  const { handlers } = test.core()
  const { signal } = new AbortController()
  const items = await handlers['threads.timeline']({ threadId, limit: 1000 }, { signal })
  const checkpointIds = items.map(({ checkpointId }) => checkpointId)
  const found = await handlers['threads.deeds']({ threadId, checkpointIds }, { signal })
  const lines = found
    .toReversed()
    .flatMap(({ steps }) =>
      steps.map(({ step, within, deeds: done }) =>
        [within === undefined ? step : `${step} ${within}`, ...done.map(told)].join(', '),
      ),
    )
  return lines
}

it('says which tools were called and answered, and each round in which people decide, also after a restart', async () => {
  test = await openTestCore(
    flow('Desk')
      .start('a')
      .agent('a', { name: 'A' })
      .agent('b', { name: 'B' })
      .httpTool('weather', toolNode(tools, 'weather', { needsApproval: true }))
      .httpTool('pay', toolNode(tools, 'pay', { needsApproval: true, holdResult: true }))
      .httpTool('look', toolNode(tools, 'look'))
      .use('a', 'weather')
      .use('a', 'pay')
      .use('a', 'look')
      .handoff('a', 'b', { condition: 'Always' })
      .build(),
  )
  test.server.reply(ask('weather'), { text: 'Sunny.' })
  const first = eventsOfType((await test.turn('go')).events, 'question')
  await test.answer(first[0]?.id ?? '', { kind: 'approve-call', decision: { is: 'approve' } })
  const one = ['think.a, called weather', 'act.a, waited weather', 'act.a, decided weather', 'act.a, answered weather']
  expect(await deeds()).toEqual([...one, 'think.a, replied'])

  test.server.reply(ask('look', 'pay'))
  const second = eventsOfType((await test.turn('and now')).events, 'question')
  await test.restart()
  const held = await test.answer(second[0]?.id ?? '', { kind: 'approve-call', decision: { is: 'approve' } })
  test.server.reply({ calls: [{ name: 'transfer_A_to_B', arguments: {} }] }, { text: 'B here.' })
  await test.answer(eventsOfType(held.events, 'question')[0]?.id ?? '', {
    kind: 'hold-result',
    decision: { is: 'keep' },
  })
  expect((await deeds()).slice(5)).toEqual([
    'think.a, called look pay',
    'act.a, waited pay',
    'act.a, answered look',
    'act.a, decided pay',
    'act.a, held pay',
    'act.a, decided pay',
    'act.a, answered look pay',
    'think.a, called transfer_A_to_B',
    'act.a, handed',
    'think.b, replied',
  ])
})

it('says what each step of a plan did, and the rounds in which people decide on them', async () => {
  test = await openTestCore(
    planFlow(tools, { approvePlan: true, replans: 1 })
      .httpTool('pay', toolNode(tools, 'Pay', { needsApproval: true, holdResult: true }))
      .use('p', 'pay')
      .build(),
  )
  tools.on('Calc', () => ({ status: 500 }))
  test.server.reply({ text: 'No plan.' }, { text: plan('Search[a]', 'Pay[#E1]', 'Calc[#E2]') })
  const open = () => test.core().services.runner.waiting('t1')[0]?.id ?? ''
  await test.turn('go')
  await test.answer(open(), { kind: 'approve-plan', approved: true })
  await test.answer(open(), { kind: 'approve-call', decision: { is: 'approve' } })
  test.server.reply({ text: 'REPLAN: not enough' }, { text: plan('Search[b]') }, { text: 'Done.' })
  await test.answer(open(), { kind: 'hold-result', decision: { is: 'keep' } })
  const [asked] = test.core().services.runner.waiting('t1')
  const steps = asked?.question.kind === 'approve-plan' ? asked.question.steps : []
  await test.answer(open(), {
    kind: 'approve-plan',
    approved: true,
    steps: steps.map((one) => ({ ...one, input: 'c' })),
  })
  expect(await deeds()).toEqual([
    'plan.p, misplanned',
    'plan.p, planned 3',
    'approve.p, plan-approved',
    'work.p, waited Pay, ran E1 Search',
    'work.p, decided Pay',
    'work.p, held Pay',
    'work.p, decided Pay',
    'work.p, ran E2 Pay, failed E3 Calc',
    'solve.p, replanned',
    'plan.p, planned 1',
    'approve.p, plan-approved edited',
    'work.p, ran E1 Search',
    'solve.p',
  ])
})

it('says of chats side by side what ran in each', async () => {
  const chats = ['a', 'b'].reduce(
    (drawn, id) =>
      drawn
        .agent(id, { name: id.toUpperCase(), prompt: `You are ${id}.` })
        .edge('recipient', { from: 'n', to: id }, { message: `ask ${id}`, chatId: id }),
    flow('Async')
      .start('w')
      .agent('w', { name: 'Writer' })
      .node('nested-chat', 'n', { name: 'Ask all', async: true })
      .httpTool('look', toolNode(tools, 'look'))
      .use('a', 'look')
      .handoff('w', 'n', { condition: 'all' }),
  )
  test = await openTestCore(chats.build())
  test.server.reply({ calls: [{ name: 'transfer_Writer_to_nested_chat_Writer_1', arguments: {} }] })
  test.server.on({ system: 'You are a.' }, ask('look'), { text: 'a!' })
  test.server.on({ system: 'You are b.' }, { text: 'b!' })
  test.server.on({}, { text: 'Done.' })
  await test.turn('go')
  expect(await deeds()).toEqual([
    'think.w, called transfer_Writer_to_nested_chat_Writer_1',
    'act.w, handed',
    'branch.e4 talk.n',
    'branch.e5 talk.n',
    'branch.e4 think.a, called look',
    'branch.e5 think.b, replied',
    'branch.e4 act.a, answered look',
    'branch.e5 talk.n',
    'branch.e4 think.a, replied',
    'branch.e4 talk.n',
    'think.w, replied',
  ])
})
