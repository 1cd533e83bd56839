/** Breakpoints at calls: one of a batch, one step of a plan, and what a flow does that a call runs; each call is made once, and siblings go on. */
import { afterEach, expect, it } from 'vitest'
import type { BreakpointPlace, GoOn } from '../../../src-shared/run/log/breakpoints'
import { flow, type FlowBuilder } from '../../../src-shared/testing/flow-builder'
import { openPlanBench, plan, planFlow, toolNode, type PlanBench } from '../../testing/plan-bench'
import type { ToolServer } from '../../testing/tool-server'

let bench: PlanBench
let flowId = ''
afterEach(async () => {
  expect(bench.server.violations).toEqual([])
  await bench.close()
})

async function open(draw: (server: ToolServer) => FlowBuilder, ...places: BreakpointPlace[]) {
  bench = await openPlanBench((server) => {
    const drawn = draw(server)
    flowId = drawn.build().id
    return drawn
  })
  for (const place of places) set(place)
}
const breakpoints = () => bench.core().services.breakpoints
const set = (place: BreakpointPlace) => breakpoints().set(flowId, { place, condition: '', from: 1, isOn: true })
const before = (node: string): BreakpointPlace => ({ on: 'node', node, side: 'before' })
const tool = (name: string): BreakpointPlace => ({ on: 'tool', tool: name })
const forget = () =>
  breakpoints().remove(
    flowId,
    breakpoints()
      .ofFlow(flowId)
      .map(({ id }) => id),
  )

function paused() {
  const questions = bench.core().services.runner.waiting('t1')
  return questions.flatMap(({ id, node, question }) =>
    question.kind === 'breakpoint' ? [{ id, at: `${question.verb} ${node} [${question.calls.join()}]` }] : [],
  )
}
const where = () => paused().map(({ at }) => at)
const go = (is: Exclude<GoOn['is'], 'to'>) => bench.answer(paused()[0]?.id ?? '', { kind: 'breakpoint', go: { is } })
const said = (...inputs: string[]) => ({
  calls: inputs.map((input) => ({ name: input.split(' ')[0] ?? '', arguments: { input } })),
})

const shop = (server: ToolServer) =>
  flow('Shop')
    .start('a')
    .agent('a', { name: 'A', prompt: 'You are A.' })
    .httpTool('find', toolNode(server, 'find'))
    .httpTool('look', toolNode(server, 'look'))
    .httpTool('mail', toolNode(server, 'mail', { sequential: true }))
    .httpTool('pay', toolNode(server, 'pay', { sequential: true }))
    .use('a', 'find')
    .use('a', 'look')
    .use('a', 'mail')
    .use('a', 'pay')
const inputs = () => bench.tools.calls.map(({ input }) => input)

it('pauses before that call of a batch: siblings finish, those that keep their order behind it wait, and results keep theirs', async () => {
  await open(shop, tool('look'), before('mail'))
  bench.server.reply(said('mail 1', 'find 1', 'pay 1', 'look 1', 'look 2'), { text: 'Done.' })
  await bench.turn('go')
  expect([where(), inputs()]).toEqual([['act a [mail]'], ['find 1']])
  await bench.restart()
  await go('continue')
  expect([where(), inputs()]).toEqual([['act a [look]'], ['find 1', 'mail 1', 'pay 1']])
  await go('continue')
  expect([where(), inputs().slice(3)]).toEqual([['act a [look]'], ['look 1']])
  const last = await go('continue')
  expect([last.said, await results()]).toEqual([
    ['Done.'],
    ['m(mail 1)', 'f(find 1)', 'p(pay 1)', 'l(look 1)', 'l(look 2)'],
  ])
})

const results = async () => (await bench.state()).log.flatMap((entry) => (entry.kind === 'result' ? [entry.text] : []))
const NOT_BEGUN = 'Error: the turn was ended before this call was begun, so it did not run.'

it('a turn that is stopped there keeps what its calls came to, and models are told which did not run', async () => {
  await open(shop, tool('look'))
  bench.server.reply(said('find 1', 'look 1', 'find 2'))
  await bench.turn('go')
  expect((await go('stop')).outcome).toEqual({ state: 'finished', limit: null })
  expect([await results(), inputs()]).toEqual([
    ['f(find 1)', NOT_BEGUN, 'f(find 2)'],
    ['find 1', 'find 2'],
  ])
  forget()
  bench.server.reply({ text: 'Done.' })
  expect((await bench.turn('and?')).said).toEqual(['Done.'])
  expect(JSON.stringify(bench.server.requests.at(-1)?.messages)).toContain('f(find 1)')
  expect(await results()).toHaveLength(3)
})

it('so does a stack that waits there while another one ends the turn by a limit', async () => {
  await open(
    (server) =>
      flow('Both')
        .settings({ limits: { modelCalls: 3 } })
        .start('l')
        .agent('l', { name: 'L', prompt: 'You are L.' })
        .agent('a', { name: 'A', prompt: 'You are A.' })
        .agent('b', { name: 'B', prompt: 'You are B.' })
        .node('nested-chat', 'x', { name: 'Both', async: true })
        .httpTool('find', toolNode(server, 'find'))
        .httpTool('look', toolNode(server, 'look'))
        .use('a', 'find')
        .use('a', 'look')
        .use('b', 'find')
        .handoff('l', 'x', { returns: 'when-done' })
        .edge('recipient', { from: 'x', to: 'a' }, { message: 'ask A', chatId: 'A', order: 0 })
        .edge('recipient', { from: 'x', to: 'b' }, { message: 'ask B', chatId: 'B', order: 1 }),
    tool('look'),
  )
  bench.server.on({ system: 'You are L' }, { calls: [{ name: 'transfer_L_to_nested_chat_L_1', arguments: {} }] })
  bench.server.on({ system: 'You are A' }, said('find 1', 'look 1'))
  bench.server.on({ system: 'You are B' }, said('find 2'), said('find 3'))
  const { outcome } = await bench.turn('go')
  expect(outcome).toMatchObject({ state: 'finished', limit: expect.stringContaining('3') as string })
  expect(paused()).toEqual([])
  expect((await results()).toSorted()).toEqual([
    NOT_BEGUN,
    'The conversation was handed to Both.',
    'f(find 1)',
    'f(find 2)',
  ])
})

it('who steps over a call comes to the next one, and out of the batch to what follows; a count of hits counts calls', async () => {
  await open(shop, before('a'))
  bench.server.reply(said('find 1', 'look 1', 'find 2'), { text: 'Done.' })
  await bench.turn('go')
  const seen: string[] = []
  forget()
  while (paused().length > 0) {
    seen.push(`${where().join()} ${inputs().length}`)
    await go('over')
  }
  expect(seen).toEqual(['think a [] 0', 'act a [find] 0', 'act a [look] 1', 'act a [find] 2', 'think a [] 3'])
  breakpoints().set(flowId, { place: tool('find'), condition: '', from: 3, isOn: true })
  bench.server.reply(said('find 3', 'find 4', 'find 5', 'look 2'), { text: 'Done.' })
  await bench.turn('again')
  expect([where(), inputs().slice(3).toSorted()]).toEqual([['act a [find]'], ['find 3', 'find 4', 'look 2']])
  expect((await go('continue')).said).toEqual(['Done.'])
})

it('shows what a call has written right behind it, before the next one of its batch', async () => {
  const code = (name: string, more = '') => ({
    name,
    code: `export const run = (_, baton) => { baton.set('${name}', 1); ${more} }`,
  })
  await open(
    () =>
      flow('Writing')
        .variable('x', { type: 'number', default: 0 })
        .variable('y', { type: 'number', default: 0 })
        .start('a')
        .agent('a', { name: 'A' })
        .node('code-tool', 'x', code('x'))
        .node('code-tool', 'y', code('y'))
        .use('a', 'x')
        .use('a', 'y'),
    { on: 'variable', variable: 'x' },
  )
  bench.server.reply(said('x', 'y'), { text: 'Done.' })
  await bench.turn('go')
  const { variables } = await bench.state()
  expect([where(), variables]).toEqual([['act a [y]'], { x: 1, y: 0 }])
  expect((await go('continue')).said).toEqual(['Done.'])
})

it('pauses before that step of a plan, and who steps over it comes to the next', async () => {
  await open(planFlow, before('calc'))
  await bench.ask('Q', plan('Search[a]', 'Calc[#E1]', 'Search[b]', 'Calc[c]'))
  expect([where(), bench.toolCalls().toSorted()]).toEqual([['work p [Calc]'], ['Search a', 'Search b']])
  await bench.restart()
  await go('over')
  expect([where(), bench.toolCalls().slice(2)]).toEqual([['work p [Calc]'], ['Calc S(a)']])
  await go('over')
  expect([where(), bench.toolCalls().slice(3)]).toEqual([['solve p []'], ['Calc c']])
  bench.server.reply({ text: 'Done.' })
  expect([(await go('continue')).said, bench.toolCalls().length]).toEqual([['Done.'], 4])
})

/** A flow as a tool, whose agent has a tool of its own, of one that is called as a step of a plan or by a reply. */
const office = (server: ToolServer) =>
  flow('Office')
    .start('b')
    .agent('b', { name: 'B', prompt: 'You are B.' })
    .httpTool('pay', toolNode(server, 'pay'))
    .use('b', 'pay')
    .file()
const desk = (server: ToolServer) =>
  flow('Desk')
    .start('a')
    .agent('a', { name: 'A', prompt: 'You are A.' })
    .node('flow-tool', 't', { name: 'Office', toolName: 'office', flow: office(server) })
    .use('a', 't')
const toOffice = { calls: [{ name: 'office', arguments: { message: 'pay' } }] }
const script = () => {
  bench.server.on({ system: 'You are A' }, toOffice, { text: 'Done.' }, toOffice)
  bench.server.on({ system: 'You are B' }, said('pay 1'), { text: 'Paid.' }, said('pay 2'))
}

it('pauses in a flow that runs as a tool, at its nodes and at tools by their names, and stops the whole turn there', async () => {
  await open(desk, before('t~b'), tool('pay'))
  script()
  await bench.turn('go')
  expect(where()).toEqual(['think t~b []'])
  await bench.restart()
  await go('continue')
  expect([where(), inputs()]).toEqual([['act t~b [pay]'], []])
  expect([(await go('continue')).said, inputs()]).toEqual([['Done.'], ['pay 1']])
  await bench.turn('again')
  await go('continue')
  const stopped = await go('stop')
  expect([stopped.outcome, paused(), inputs()]).toEqual([{ state: 'finished', limit: null }, [], ['pay 1']])
})

it('who steps into a call comes into its flow and out of it again; who goes on there is let go', async () => {
  await open(desk, before('t'))
  script()
  await bench.turn('go')
  forget()
  const seen: string[] = []
  while (paused().length > 0) {
    seen.push(where().join())
    await go('into')
  }
  expect([seen, inputs()]).toEqual([
    ['act a [office]', 'think t~b []', 'act t~b [pay]', 'think t~b []', 'think a []'],
    ['pay 1'],
  ])
})

it('does so in a step of a plan', async () => {
  await open(
    (server) =>
      planFlow(server)
        .node('flow-tool', 't', { name: 'Office', toolName: 'Office', flow: office(server) })
        .use('p', 't'),
    tool('pay'),
  )
  bench.server.on({ system: 'You are B' }, said('pay 1'), { text: 'Paid.' })
  await bench.ask('Q', plan('Office[{"message":"x"}]', 'Search[a]'))
  expect([where(), inputs()]).toEqual([['act t~b [pay]'], ['a']])
  await go('out')
  expect([where(), inputs()]).toEqual([['solve p []'], ['a', 'pay 1']])
  bench.server.on({}, { text: 'Done.' })
  expect((await go('continue')).said).toEqual(['Done.'])
})
