/** Failed turns that are tried again with the flow as it is now: at the step that failed, or from their message where the flow has changed under them. */
import { afterEach, describe, expect, it } from 'vitest'
import { ENGLISH } from '../../src-shared/languages/translate'
import { flow, type FlowBuilder } from '../../src-shared/testing/flow-builder'
import { eventsOfType, openTestCore, type TestCore } from '../testing/core-bench'
import { toolCall } from '../testing/setup-d'
import { warningWords } from '../../src-shared/run/words/warnings'
import { shownDecisions } from '../testing/shown-decisions'

let test: TestCore
afterEach(async () => {
  expect(test.server.violations).toEqual([])
  await test.close()
})
const open = async (builder: FlowBuilder) => (test = await openTestCore(builder.build()))
const retry = (now: FlowBuilder) => test.resume('t1', now.build())
const lost = { status: 400 }
const said = (index: number) =>
  test.server.requests[index]?.messages.flatMap(({ role, content }) =>
    role === 'system' ? [] : [`${role}: ${content}`],
  )
const notes = (events: Parameters<typeof eventsOfType>[0]) =>
  eventsOfType(events, 'warning').map((warning) => warningWords(warning, ENGLISH).replace(/^.*had failed: /, ''))

const one = (prompt: string) =>
  flow('One')
    .start('a')
    .agent('a', { name: 'Ann', prompt })
    .builtinTool('sums', { tool: 'calculator' })
    .use('a', 'sums')
const pair = () =>
  flow('Pair')
    .start('a')
    .agent('a', { name: 'Ann', prompt: 'I am Ann.' })
    .agent('b', { name: 'Bob', prompt: 'I am Bob.' })
    .handoff('a', 'b')
const alone = () => flow('Pair').start('a').agent('a', { name: 'Ann', prompt: 'I am Ann.' })

describe('at the step that failed', () => {
  it('uses the flow as it is now, and runs no finished step again', async () => {
    await open(one('First.'))
    test.server.reply(toolCall('calculator', { expression: '1 + 1' }), lost, { text: 'Two.' })
    await test.turn('1 + 1?')
    const { said: words, events } = await retry(one('Second.'))
    expect([words, notes(events), test.server.calls]).toEqual([['Two.'], [], 3])
    expect(test.server.requests.map(({ system }) => system)).toEqual(['First.', 'First.', 'Second.'])
    expect(said(2)).toEqual(said(1))
  })

  it('a tool that passed the baton to nobody is called again, as it is now', async () => {
    const drawn = (name: string) =>
      pair()
        .node('code-tool', 'c', {
          toolName: 'route',
          code: `export const run = (args, baton) => baton.handOff('${name}')`,
        })
        .use('a', 'c')
    await open(drawn('Rob'))
    test.server.reply(toolCall('route'), { text: 'Bob here.' })
    expect((await test.turn('help')).outcome).toMatchObject({ state: 'failed' })
    expect((await retry(drawn('Rob'))).outcome).toMatchObject({ state: 'failed' })
    const { said: words, events } = await retry(drawn('Bob'))
    expect([words, notes(events), test.server.calls]).toEqual([['Bob here.'], [], 2])
    expect((await test.state()).log.filter(({ kind }) => kind === 'result')).toHaveLength(1)
  })

  it('counts what was set since, and a value that a tool set before stays', async () => {
    const drawn = () =>
      flow('Set')
        .variable('who', { default: 'nobody' })
        .variable('n', { type: 'number', default: 0 })
        .start('a')
        .agent('a', { name: 'Ann', prompt: 'For {who}, {n}.' })
        .node('code-tool', 'c', {
          toolName: 'up',
          code: 'export function run(args, baton) { baton.set("n", 2); return "ok" }',
        })
        .use('a', 'c')
    await open(drawn())
    test.server.reply(toolCall('up'), lost, { text: 'Hello.' }, { text: 'Bye.' })
    await test.turn('hi')
    const { runner } = test.core().services
    await runner.setVariables({
      threadId: 't1',
      flowText: JSON.stringify(drawn().file()),
      changes: { who: 'Ann' },
      reset: [],
    })
    expect((await test.resume()).said).toEqual(['Hello.'])
    await test.turn('bye')
    expect(test.server.requests.map(({ system }) => system)).toEqual([
      'For nobody, 0.',
      'For nobody, 2.',
      'For Ann, 2.',
      'For Ann, 2.',
    ])
  })
})

describe('from the message', () => {
  it('where the one that failed is gone: whoever had the message first has it again, once', async () => {
    await open(pair())
    test.server.reply(toolCall('transfer_Ann_to_Bob'), lost, { text: 'Ann here.' })
    await test.turn('help')
    const { said: words, events } = await retry(alone())
    expect([words, notes(events)]).toEqual([['Ann here.'], ['“Bob” is not drawn any more.']])
    expect(said(2)?.filter((line) => line.startsWith('user'))).toEqual(['user: help'])
    expect((await test.state()).frames.map(({ node }) => node)).toEqual(['a'])
  })

  it('where it is a node of another kind, though its steps have the same names', async () => {
    await open(pair())
    test.server.reply(toolCall('transfer_Ann_to_Bob'), lost, { text: 'Ann here.' })
    await test.turn('help')
    const { said: words, events } = await retry(alone().supervisor('b', { name: 'Bob' }))
    expect([words, notes(events)]).toEqual([['Ann here.'], ['“Bob” is a node of another kind now.']])
  })

  it('where the dialog that had the conversation is gone: whoever is below hears the message', async () => {
    const desk = () =>
      flow('Desk')
        .start('s')
        .supervisor('s', { name: 'Host', prompt: 'I am Host. {dialogs} {tools}', switchObserver: false })
    const withDialog = desk().dialog('d', { name: 'ORDER', toolName: 'order', prompt: 'I am D.' }).delegate('s', 'd')
    await open(withDialog)
    test.server.reply(toolCall('order'), { text: 'For when?' }, lost, { text: 'Host here.' })
    await test.turn('a cake')
    await test.turn('on Friday')
    const { said: words, events } = await retry(desk())
    expect([words, notes(events)]).toEqual([['Host here.'], ['“ORDER” is not drawn any more.']])
    expect(
      said(3)
        ?.filter((line) => line.startsWith('user'))
        .join(),
    ).toMatch(/a cake.*on Friday/)
  })

  it('a task graph stands where it stood when the turn began', async () => {
    const graph = (kind: 'message-worker' | 'search-worker') =>
      flow('Graph')
        .start('g')
        .node('task-graph', 'g', { name: 'Shop' })
        .node('message-worker', 'first', { name: 'First', prompt: 'Work of First. {value} {formatted_chat}' })
        .node(kind, 'second', { name: 'Second' })
        .edge('intent', { from: 'g', to: 'first' }, { intent: 'begin' })
        .edge('intent', { from: 'first', to: 'second' }, { intent: 'local' })
    await open(graph('message-worker'))
    test.server.reply({ text: '1' }, { text: 'Begun.' }, { text: '1' }, lost, { text: '1' }, { text: 'Done.' })
    await test.turn('begin')
    await test.turn('on')
    expect((await test.state()).cursors['g']?.at).toBe('second')
    const { events } = await retry(graph('search-worker'))
    expect(notes(events)).toContain('“Second” is a node of another kind now.')
    expect(shownDecisions(events)[0]?.decision.candidates.map(({ name }) => name)).toEqual(['local', 'others'])
  })

  it('a plan whose tools are not what they were is made anew', async () => {
    const planner = (tool: string) =>
      flow('Plans')
        .start('p')
        .node('rewoo', 'p', { name: 'Planner', onToolError: 'stop' })
        .builtinTool(tool, { tool: 'calculator', toolName: 'sum' })
        .use('p', tool)
    await open(planner('old'))
    const bad = 'Plan: add\n#E1 = sum[1/0]'
    test.server.reply({ text: bad }, { text: 'Plan: add\n#E1 = sum[1+1]' }, { text: 'Two.' })
    expect((await test.turn('1 + 1?')).outcome.state).toBe('failed')
    const { said: words, events } = await retry(planner('new'))
    expect([words, eventsOfType(events, 'plan.attempt').map(({ round }) => round)]).toEqual([['Two.'], [2]])
  })

  it('left in the middle of it, it goes on', async () => {
    await open(pair())
    test.server.reply(toolCall('transfer_Ann_to_Bob'), lost, { hang: true })
    await test.turn('help')
    const trying = retry(alone())
    await test.server.waitForRequest(3)
    await test.restart()
    expect((await trying).outcome).toEqual({ state: 'left' })
    test.server.reply({ text: 'Ann here.' })
    expect((await retry(alone())).said).toEqual(['Ann here.'])
  })
})

describe('the message after a failed turn', () => {
  it('has tools though the failed reply had used up its rounds', async () => {
    await open(
      flow('Rounds')
        .start('a')
        .agent('a', { name: 'Ann', maxToolRounds: 1 })
        .builtinTool('sums', { tool: 'calculator' })
        .use('a', 'sums'),
    )
    test.server.reply(toolCall('calculator', { expression: '1' }), lost, { text: 'Here.' })
    await test.turn('one')
    await test.turn('two')
    expect(test.server.requests.map(({ toolNames }) => toolNames)).toEqual([['calculator'], [], ['calculator']])
  })

  it('a pool is searched for both messages, though somebody had answered before the failure', async () => {
    const pooled = flow('Pooled')
      .start('a')
      .agent('a', { name: 'Ann', prompt: 'I am Ann.' })
      .agent('b', { name: 'Bob', prompt: 'I am Bob.' })
      .node('workbench', 'w', { name: 'Pool' })
      .builtinTool('sums', { tool: 'calculator' })
      .handoff('a', 'b')
      .handoff('b', 'a')
      .use('a', 'w')
      .use('w', 'sums')
    await open(pooled)
    const queries = (events: Parameters<typeof eventsOfType>[0]) =>
      shownDecisions(events).flatMap(({ decision }) => (decision.about === 'tools' ? [decision.prompt] : []))
    test.server.reply(toolCall('transfer_Ann_to_Bob'), lost, toolCall('transfer_Bob_to_Ann'), { text: 'Yes.' })
    await test.turn('add it up')
    expect(queries((await test.turn('are you there?')).events)).toEqual(['add it up\nare you there?'])
  })

  it('a task graph whose place is not drawn any more stands nowhere', async () => {
    const graph = (worker: string) =>
      flow('Graph')
        .start('g')
        .node('task-graph', 'g', { name: 'Shop' })
        .agent(worker, { name: worker, prompt: 'I am it.', afterWork: 'revert-to-user' })
        .edge('intent', { from: 'g', to: worker }, { intent: 'none' })
    await open(graph('old'))
    test.server.on({}, { text: 'Hello.' })
    await test.turn('one')
    const turn = {
      flowId: 'graph',
      flowText: JSON.stringify(graph('new').file()),
      revision: null,
      threadId: 't1',
      text: 'two',
    }
    const { done } = await test.core().services.runner.start(turn)
    expect(await done).toMatchObject({ state: 'finished' })
  })
})
