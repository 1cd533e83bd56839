/** Budgets of tokens, money and seconds, of a turn, a thread and a participant: told at 80 %, ended in order at 100 %, counted on over restarts and forks. */
import { afterEach, describe, expect, it } from 'vitest'
import { builtInText } from '../../../src-shared/agents/prompts'
import { addExpense, NO_EXPENSE, spentOnCall, sumOf, type Expense } from '../../../src-shared/run/log/expense'
import { flow, type FlowBuilder } from '../../../src-shared/testing/flow-builder'
import { manualClock, type ManualClock } from '../../clock'
import { eventsOfType, openTestCore, type TestCore, type TurnReport } from '../../testing/core-bench'
import { heard } from '../../testing/heard'
import type { ServerReply } from '../../testing/model-reply'
import { startModelServer } from '../../testing/model-server'
import { yesTo } from '../../testing/say-yes'
import { spentInThread, spentInTurn } from '../state/state'

let test: TestCore
let clock: ManualClock
afterEach(async () => {
  expect(test.server.violations).toEqual([])
  await test.close()
})

/** A token costs a tenth of a cent. */
const PRICE = { input: 1000, output: 1000 }
const open = async (builder: FlowBuilder, { prices = { m1: PRICE } }: { prices?: { m1?: typeof PRICE } } = {}) => {
  clock = manualClock()
  test = await openTestCore(builder.build(), {
    strict: 'all',
    clock,
    recordsPart: true,
    connections: (baseUrl) => [{ name: 'default', baseUrl, model: 'm1', key: 'sk-1', prices }],
  })
}
/** A reply that takes so many tokens, tenths of a cent and seconds. */
const taking = (amount: number, reply: ServerReply) => () => {
  clock.advance(amount * 1000)
  return { ...reply, usage: { input: amount - 10, output: 10 } }
}
const words = (amount = 85) => taking(amount, { text: 'Well.' })
const asksTool = (amount = 85) => taking(amount, { calls: [{ name: 'clock', arguments: {} }] })

type Settings = { limits?: { [name: string]: number }; own?: { [name: string]: number } }
const tooled = ({ limits = {}, own = {} }: Settings) =>
  flow('Budget')
    .settings({ limits: { seconds: 100_000, ...limits } })
    .start('a')
    .agent('a', { name: 'Ada', prompt: 'You are Ada.', ...own })
    .builtinTool('clock')
    .use('a', 'clock')

const noted = (at: number) =>
  heard(test.server.requests.at(at)).flatMap(({ role, content }) => (role === 'note' ? [content] : []))
const limitOf = ({ events }: TurnReport) => {
  const end = events.at(-1)
  return end?.type === 'run.finished' ? end.limit : null
}
const results = async () => (await test.state()).log.flatMap((entry) => (entry.kind === 'result' ? [entry.text] : []))
const REFUSED = builtInText('en', 'budgetUsedUp')

const UNITS = {
  tokens: { most: 100, amount: '85 of 100 tokens' },
  dollars: { most: 0.1, amount: '$0.085 / $0.1' },
  seconds: { most: 100, amount: '85 of 100 seconds' },
} as const

describe.each(['tokens', 'dollars', 'seconds'] as const)('a budget of %s', (unit) => {
  const { most, amount } = UNITS[unit]
  const named = `${unit.charAt(0).toUpperCase()}${unit.slice(1)}`

  it.each([
    ['of a turn', { limits: { [unit]: most } }, unit, 'this turn'],
    ['of a participant', { own: { [`budget${named}`]: most } }, `node${named}`, 'your part of this turn'],
  ])(
    '%s is told at 80 %%, ends the turn before a call is made, and begins anew',
    async (_what, given, limit, scope) => {
      await open(tooled(given))
      test.server.reply(asksTool(), asksTool())
      const turn = await test.turn('go')
      expect([noted(0), noted(1)]).toEqual([[], [expect.stringMatching(/^85 % of the budget is used/)]])
      expect(noted(1)[0]).toContain(`(${scope}: ${amount})`)
      expect(limitOf(turn)).toMatchObject({ limit, most, ...(limit === unit ? {} : { name: 'Ada' }) })
      // The second call of the tool has a result, and was not made.
      expect((await results()).map((text) => text === REFUSED)).toEqual([false, true])
      expect(eventsOfType(turn.events, 'tool.finished')).toHaveLength(1)
      test.server.reply(words())
      const next = await test.turn('more')
      expect([next.said, noted(2), test.server.calls]).toEqual([['Well.'], [], 3])
    },
  )

  if (unit !== 'seconds')
    it.each([
      ['of a turn', { limits: { [unit]: most } }, 'turn'],
      ['of a thread', { limits: { [`thread${named}`]: most } }, 'thread'],
      ['of a participant', { own: { [`budget${named}`]: most } }, 'node'],
      ['of a participant in a thread', { own: { [`budgetThread${named}`]: most } }, 'nodeThread'],
    ])(
      '%s that the last call of a turn goes over is told once, when the turn has ended in order',
      async (_what, given, of) => {
        const over = ({ events }: TurnReport) =>
          eventsOfType(events, 'warning').flatMap(({ code, facts }) => (code === 'over-budget' ? [facts] : []))
        await open(tooled(given))
        // All that a thread has is used up by two turns together.
        test.server.reply(...(of.toLowerCase().endsWith('thread') ? [words(60), words(50)] : [words(100), words(110)]))
        const exact = await test.turn('one')
        expect([limitOf(exact), over(exact)]).toEqual([null, []])
        const last = await test.turn('two')
        const used: unknown = unit === 'tokens' ? 110 : expect.closeTo(0.11, 6)
        expect([limitOf(last), last.said, over(last)]).toEqual([
          null,
          ['Well.'],
          [{ of, unit, name: 'Ada', used, most }],
        ])
      },
    )

  it('of a thread counts all turns, and then ends each at once until it is raised', async () => {
    const limits = { [`thread${named}`]: most }
    await open(tooled({ limits }))
    test.server.reply(words(), asksTool())
    await test.turn('one')
    const second = await test.turn('two')
    expect(noted(1)[0]).toContain(`(this whole conversation: ${amount})`)
    expect(limitOf(second)).toMatchObject({ limit: `thread${named}`, most })
    expect(second.outcome).toMatchObject({ state: 'finished', after: 'raise-thread' })
    const third = await test.turn('three')
    expect([limitOf(third)?.limit, test.server.calls, await results()]).toEqual([`thread${named}`, 2, [REFUSED]])
  })

  it('of a participant in a thread counts all its turns, also in a fork and over a restart, and ends those that come to it', async () => {
    await open(
      tooled({ own: { [`budgetThread${named}`]: most } })
        .agent('b', { name: 'Bob', prompt: 'You are Bob.' })
        .handoff('a', 'b', { condition: 'Always' })
        .handoff('b', 'a', { condition: 'Always' }),
    )
    const limit = { limit: `nodeThread${named}`, most, name: 'Ada' }
    const handOver = (amount: number, tool: string) => taking(amount, { calls: [{ name: tool, arguments: {} }] })
    test.server.reply(words(15), handOver(70, 'transfer_Ada_to_Bob'), words(500))
    const first = await test.turn('one')
    await test.turn('two')
    await test.restart()
    test.server.reply(words(500), handOver(500, 'transfer_Bob_to_Ada'), asksTool(16))
    await test.turn('three')
    expect(noted(-1)).toEqual([])
    const second = await test.turn('four')
    // What others spent is not counted to it, and it is told before it is at the end.
    expect(noted(-1)[0]).toContain(`(your part of this whole conversation: ${amount})`)
    expect(limitOf(second)).toMatchObject(limit)
    expect(second.outcome).toMatchObject({ state: 'finished', after: 'raise-node-thread' })
    const calls = test.server.calls
    expect([limitOf(await test.turn('five')), test.server.calls]).toMatchObject([limit, calls])
    const { runId, seq } = first.events.at(-1) ?? { runId: '', seq: 0 }
    const fork = await test.core().services.runner.forkAt({ threadId: 't1', runId, seq, decisions: [] })
    test.server.reply(words(85))
    expect(limitOf(await test.turn('other', fork))).toBeNull()
    expect(limitOf(await test.turn('more', fork))).toMatchObject(limit)
    await test.core().services.runner.rebuild('t1')
    // The baton begins anew with Ada, who has spent what she has.
    expect([limitOf(await test.turn('six')), (await test.state()).spentBefore['a']]).toMatchObject([
      limit,
      { calls: 3, input: 71, output: 30 },
    ])
  })

  it('counts on when a turn goes on after a restart in its middle', async () => {
    await open(tooled({ limits: { [unit]: most } }))
    test.server.reply(asksTool(), { hang: true })
    const running = test.turn('go')
    await test.server.waitForRequest(2)
    await test.restart()
    expect((await running).outcome.state).toBe('left')
    test.server.reply(asksTool())
    const resumed = await test.resume()
    expect(noted(2)[0]).toContain(amount)
    expect(limitOf(resumed)).toMatchObject({ limit: unit, most })
    expect((await results()).at(-1)).toBe(REFUSED)
  })

  it('counts on in a fork from what its beginning took', async () => {
    await open(tooled({ limits: { [`thread${named}`]: most } }))
    test.server.reply(words(), words(14))
    const first = await test.turn('one')
    await test.turn('two')
    const { runId, seq } = first.events.at(-1) ?? { runId: '', seq: 0 }
    const fork = await test.core().services.runner.forkAt({ threadId: 't1', runId, seq, decisions: [] })
    test.server.reply(asksTool())
    const turn = await test.turn('other', fork)
    expect(noted(2)[0]).toContain(amount)
    expect(limitOf(turn)).toMatchObject({ limit: `thread${named}` })
  })
})

it('a call that runs out of time ends the turn at the budget that ran out', async () => {
  await open(tooled({ own: { budgetSeconds: 0.2 } }))
  test.server.reply({ hang: true })
  expect(limitOf(await test.turn('go'))).toMatchObject({ limit: 'nodeSeconds', most: 0.2, name: 'Ada' })
  await test.close()
  await open(tooled({ limits: { threadSeconds: 0.2 } }))
  test.server.reply({ hang: true })
  expect(limitOf(await test.turn('go'))).toMatchObject({ limit: 'threadSeconds' })
})

it('says in the language of the flow what is used', async () => {
  await open(tooled({ limits: { tokens: 100 } }).settings({ language: 'ru' }))
  test.server.reply(asksTool(), words())
  await test.turn('давай')
  expect(noted(1)[0]).toContain('этот ход: токены: 85 из 100')
})

it('a budget of money says that calls without a price are not counted, once', async () => {
  await open(tooled({ limits: { dollars: 0.1 } }), { prices: {} })
  test.server.reply(asksTool(), asksTool(), words())
  const { events, said } = await test.turn('go')
  expect([said, test.server.calls]).toEqual([['Well.'], 3])
  const warnings = eventsOfType(events, 'warning').map(({ code, node }) => `${code} ${node ?? ''}`)
  expect(warnings).toEqual(['budget-not-counted a'])
})

it('what a flow spends that runs as a tool counts, and it may not spend more than is left round it', async () => {
  const inner = tooled({ limits: {} }).build()
  await open(
    flow('Outer')
      .settings({ limits: { tokens: 100 } })
      .start('o')
      .agent('o', { name: 'Oda', prompt: 'You are Oda.' })
      .node('flow-tool', 'f', { name: 'Inner', toolName: 'inner', description: 'helps', flow: { ...inner } })
      .use('o', 'f'),
  )
  test.server.reply(taking(50, { calls: [{ name: 'inner', arguments: { message: 'help' } }] }), asksTool(60))
  const turn = await test.turn('go')
  expect(limitOf(turn)).toMatchObject({ limit: 'tokens', most: 100 })
  // The inner agent's call was refused at the 50 tokens that were left; the outer one was not asked again.
  expect([test.server.calls, eventsOfType(turn.events, 'tool.finished').map(({ tool }) => tool)]).toEqual([
    2,
    ['inner'],
  ])
  expect(spentInTurn((await test.state()).turn)).toMatchObject({ calls: 2, input: 90, output: 20, dollars: 0.11 })
})

it('also of those who are asked side by side the sums are those of the steps, by node, turn and thread', async () => {
  const asked = (name: string) => ({ name, arguments: { message: 'hello' } })
  await open(
    tooled({})
      .agent('b', { name: 'Bob', prompt: 'You are Bob.' })
      .agent('c', { name: 'Cid', prompt: 'You are Cid.' })
      .use('a', 'b')
      .use('a', 'c'),
  )
  test.server.on({ system: /You are Bob/ }, words(20))
  test.server.on({ system: /You are Cid/ }, words(30))
  test.server.on({ system: /You are Ada/ }, taking(40, { calls: [asked('ask_Bob'), asked('ask_Cid')] }), words(50))
  const turns = [await test.turn('one'), await test.turn('two')]
  const steps = turns.map(({ events }) => eventsOfType(events, 'model.finished'))
  const [first = [], second = []] = steps.map((events) => events.map(spentOnCall))
  const { turn } = await test.state()
  const timeless = (spent: Expense) => ({ ...spent, ms: 0 })
  const total = (of: typeof first) => timeless(of.reduce(addExpense, NO_EXPENSE))
  expect(steps.map((events) => events.length)).toEqual([4, 1])
  expect(timeless(sumOf(turn.by ?? {}))).toEqual(total(second))
  expect(timeless(spentInTurn(turn))).toEqual(total(second))
  expect(timeless(spentInThread(turn))).toEqual(total([...first, ...second]))
})

it('the thread is rebuilt with what it has spent', async () => {
  await open(tooled({ limits: { threadTokens: 100 } }))
  test.server.reply(words(), words())
  await test.turn('one')
  const before = spentInThread((await test.state()).turn)
  await test.core().services.runner.rebuild('t1')
  expect(spentInThread((await test.state()).turn)).toEqual(before)
  await test.turn('two')
  expect(noted(1)[0]).toContain('85 of 100 tokens')
})

it('a plan is not carried out when making it has used up the budget, and the next turn plans anew', async () => {
  await open(
    flow('Plan')
      .settings({ limits: { tokens: 100 } })
      .start('p')
      .node('rewoo', 'p', { name: 'Planner' })
      .builtinTool('clock')
      .use('p', 'clock'),
  )
  const plan = (amount: number) => taking(amount, { text: 'Plan: look at the clock.\n#E1 = clock[{}]' })
  test.server.reply(plan(120))
  const turn = await test.turn('what time is it?')
  expect(limitOf(turn)).toMatchObject({ limit: 'tokens', most: 100 })
  const ran = eventsOfType(turn.events, 'plan.step').filter(({ state }) => state === 'running')
  expect([ran, test.server.calls]).toEqual([[], 1])
  test.server.reply(plan(85), words(10))
  const next = await test.turn('again')
  expect([next.said, noted(2)[0]]).toEqual([['Well.'], expect.stringContaining('85 of 100 tokens')])
})

it('who answers in the place of another connection costs what that one costs', async () => {
  const other = await startModelServer({ key: 'sk-2' })
  clock = manualClock()
  test = await openTestCore(tooled({ limits: { dollars: 1 } }).build(), {
    clock,
    recordsPart: true,
    connections: (baseUrl) => [
      { name: 'default', baseUrl, model: 'm1', key: 'sk-1', prices: { m1: PRICE }, fallbacks: ['Spare'] },
      { name: 'Spare', baseUrl: other.baseUrl, model: 'm2', key: 'sk-2', prices: { m2: { input: 10_000, output: 0 } } },
    ],
  })
  test.server.reply({ status: 401 })
  other.reply(asksTool(95))
  test.server.reply(words())
  await test.turn('go')
  const spent = spentInTurn((await test.state()).turn)
  // 85 tokens at a cent each, then 85 at a tenth of one: the note of 80 % came with the second.
  expect(spent).toMatchObject({ calls: 2, unpriced: 0 })
  expect(spent.dollars).toBeCloseTo(0.935, 6)
  expect(noted(1)[0]).toContain('85 % of the budget')
  await other.close()
})

it('what a turn waits for a person is no time of it', async () => {
  await open(
    flow('Asks')
      .settings({ limits: { seconds: 100 } })
      .start('a')
      .agent('a', { name: 'Ada', prompt: 'You are Ada.' })
      .builtinTool('clock')
      .use('a', 'clock', { needsApproval: true }),
  )
  test.server.reply(asksTool(60), words(30))
  const { outcome } = await test.turn('go')
  if (outcome.state !== 'finished' || outcome.question === undefined) throw new Error('nobody was asked')
  clock.advance(1_000_000)
  const { questionId, answer } = yesTo(outcome.question)
  const { said } = await test.answer(questionId, answer)
  expect([said, noted(1)]).toEqual([['Well.'], []])
  expect(spentInTurn((await test.state()).turn).ms).toBe(90_000)
})
