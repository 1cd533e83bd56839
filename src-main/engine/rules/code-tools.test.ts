/** Tools that set variables and pass the baton, through the core, against the real model server (swarm 3, 9, 10). */
import { afterEach, describe, expect, it } from 'vitest'
import { ENGLISH } from '../../../src-shared/languages/translate'
import { saveFlow } from '../../../src-shared/flow/editing/save'
import { flow, type FlowBuilder } from '../../../src-shared/testing/flow-builder'
import { eventsOfType, openTestCore, type TestCore } from '../../testing/core-bench'
import { warningWords } from '../../../src-shared/run/words/warnings'
import { shownDecisions } from '../../testing/shown-decisions'

let test: TestCore
afterEach(async () => {
  expect(test.server.violations).toEqual([])
  await test.close()
})

const agents = () =>
  flow('Desk')
    .start('a')
    .agent('a', { name: 'agent1', prompt: 'You are A.' })
    .agent('b', { name: 'agent2', prompt: 'You are B.' })
    .agent('c', { name: 'agent3', prompt: 'You are C.' })
/** A tool of agent1; `body` is the body of its `run(args, baton)`. */
const withTool = (builder: FlowBuilder, name: string, body: string) =>
  builder
    .node('code-tool', name, {
      description: name,
      code: `export function run(args: any, baton: any) { ${body} }`,
      timeout: 15_000,
    })
    .use('a', name)
const open = async (builder: FlowBuilder) => (test = await openTestCore(builder.build()))
const call = (...names: string[]) => ({ calls: names.map((name) => ({ name, arguments: {} })) })
const speakers = () => test.server.requests.map((request) => /You are (\w)/.exec(request.system)?.[1]).join(' ')
const results = async () => (await test.state()).log.flatMap((entry) => (entry.kind === 'result' ? [entry.text] : []))

describe('variables', () => {
  const adding = (n: number) => `baton.set('n', baton.variables.n + ${n}); return 'n is ' + baton.variables.n`
  const counting = () => {
    const declared = agents().variable('n', { type: 'number', default: 0 })
    return withTool(withTool(declared, 'one', adding(1)), 'hundred', adding(100))
  }

  it('NC-5: two tools in one reply add 1 and 100, each seeing what the one before set; all agents share them', async () => {
    await open(counting().handoff('a', 'b', { available: '${n} == 101' }))
    test.server.reply(call('one', 'hundred'), { text: 'Done.' })
    const { events } = await test.turn('count')
    expect(await results()).toEqual(['n is 1', 'n is 101'])
    expect((await test.state()).variables).toEqual({ n: 101 })
    expect(eventsOfType(events, 'variables').at(-1)?.changes).toEqual({ n: 101 })
    expect(test.server.requests.map((request) => request.toolNames.join(' '))).toEqual([
      'one hundred',
      'one hundred transfer_agent1_to_agent2',
    ])
    expect(JSON.stringify(test.server.requests[0]?.tools)).not.toContain('variables')
  })

  it('its code knows who calls it, what was said and its settings, as code in other places does; its console is in the trace', async () => {
    const body = `console.log(baton.sender, '->', baton.recipient, baton.messages.map(({ text }) => text))
      console.log(baton.config.data, baton.config.language, 'code' in baton.config.data)
      if (args.fail) throw new Error('odd')
      return null`
    await open(withTool(agents(), 'look', body))
    test.server.reply({
      calls: [
        { name: 'look', arguments: {} },
        { name: 'look', arguments: { fail: true } },
      ],
    })
    test.server.reply({ text: 'Done.' })
    const { events } = await test.turn('hello')
    const written = `agent1 -> look ["hello"]\n{"description":"look","timeout":15000} en false`
    expect(eventsOfType(events, 'tool.finished').map(({ isError, output }) => [isError, output])).toEqual([
      [false, written],
      [true, written],
    ])
    expect(await results()).toEqual(['null', 'Error: odd (line 3)'])
  })

  it('a value of the wrong type is an error that names variable, type and value, and changes nothing', async () => {
    const body = `baton.set('n', 'many'); baton.set('free', 1); baton.handOff('agent2'); return 'set'`
    await open(withTool(counting().handoff('a', 'b'), 'wrong', body))
    test.server.reply(call('wrong', 'one'), { text: 'Done.' })
    await test.turn('count')
    expect(await results()).toEqual(['Error: The variable "n" must be a number, and "many" is not.', 'n is 1'])
    expect((await test.state()).variables).toEqual({ n: 1 })
    expect(speakers()).toBe('A A')
  })

  it('names that nobody declared may be set; what cannot be a name may not; a tool that fails sets nothing', async () => {
    const drawn = withTool(counting(), 'free', `baton.set('fresh', { a: [1] })`)
    const bad = withTool(drawn, 'bad', `baton.set('__proto__', { n: 5 })`)
    await open(withTool(bad, 'fails', `baton.set('n', 7); throw new Error('no')`))
    test.server.reply(call('free', 'bad', 'fails'), { text: 'Done.' })
    await test.turn('count')
    expect(await results()).toEqual([
      '(no output)',
      'Error: "__proto__" cannot be the name of a variable.',
      expect.stringMatching(/^Error: no/),
    ])
    expect((await test.state()).variables).toEqual({ n: 0, fresh: { a: [1] } })
  })
})

describe('hand-offs by tools', () => {
  it('a tool that names the next agent passes the baton over the drawn edge (swarm 3)', async () => {
    await open(
      withTool(agents().handoff('a', 'b', { by: 'context', condition: 'false' }), 'route', `baton.handOff('AGENT2')`),
    )
    test.server.reply(call('route'), { text: 'B here.' }, { text: 'B again.' })
    const { said, events } = await test.turn('hello')
    expect(said).toEqual(['B here.'])
    expect(await results()).toEqual(['The conversation was handed to agent2.'])
    expect(eventsOfType(events, 'baton').map(({ node, edge }) => [node, edge])).toEqual([
      ['a', null],
      ['b', 'e2'],
    ])
    const decision = shownDecisions(events).at(-1)?.decision
    expect(decision).toMatchObject({ about: 'handoff', choice: 'agent2', rule: 'the tool route passed the baton' })
    // The call is no transit message: the next agent sees it, with its one result.
    expect(test.server.requests[1]?.messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'tool'])
    await test.turn('more')
    expect(speakers()).toBe('A B B')
  })

  it('NC-6: an unknown name fails the run with these words, without a further model call', async () => {
    await open(withTool(agents().handoff('a', 'b'), 'route', `baton.handOff('agent9')`))
    test.server.reply(call('route'), { text: 'never' })
    const { outcome, events } = await test.turn('hello')
    const message = "No agent found with the name 'agent9'. Ensure the agent exists in the swarm."
    expect(outcome).toMatchObject({ state: 'failed', error: { message } })
    expect(events.at(-1)).toMatchObject({ type: 'run.failed', node: 'a', error: { message } })
    expect(test.server.calls).toBe(1)
  })

  it('a known node without a drawn edge, or behind one that is not available, is refused; the turn goes on', async () => {
    const drawn = agents()
      .variable('ok', { type: 'boolean', default: false })
      .handoff('a', 'c', { available: 'ok' })
      .afterWorkOption('a', 'terminate')
    const two = withTool(drawn, 'undrawn', `baton.handOff('agent2'); return 'looked'`)
    const three = withTool(two, 'shut', `baton.handOff('agent3')`)
    await open(withTool(three, 'opens', `baton.set('ok', true); baton.handOff('agent3'); return 'opened'`))
    test.server.reply(call('undrawn', 'shut'), call('opens'), { text: 'C here.' })
    const { said, events } = await test.turn('hello')
    expect(said).toEqual(['C here.'])
    expect(speakers()).toBe('A A C')
    const texts = await results()
    expect(texts.map((text) => text.slice(0, 30))).toEqual([
      'Refused: no hand-off to agent2',
      'Refused: no hand-off to agent3',
      'opened',
    ])
    expect(texts[0]).toMatch(/\nlooked$/)
    expect(eventsOfType(events, 'warning').map(({ code }) => code)).toEqual(['refused-call', 'refused-call'])
  })

  it('several hand-offs in one reply: the last wins whoever asks, or the first; losers are named, each call has one result', async () => {
    const drawn = () => {
      const base = agents().handoff('a', 'b').handoff('a', 'c')
      return withTool(base, 'route', `baton.handOff('agent3'); return 'routed'`)
    }
    const both = call('route', 'transfer_agent1_to_agent2')
    await open(drawn())
    test.server.reply(both, { text: 'B here.' })
    const { said, events } = await test.turn('x')
    expect(said).toEqual(['B here.'])
    expect(await results()).toEqual([
      'routed\nNot carried out: this reply asked for several hand-offs, and the conversation went to agent2.',
      'The conversation was handed to agent2.',
    ])
    const warned = eventsOfType(events, 'warning')
    expect(
      warned.map((warning) => ({ node: warning.node, code: warning.code, words: warningWords(warning, ENGLISH) })),
    ).toEqual([
      {
        node: 'a',
        code: 'several-handoffs',
        words:
          'agent1 asked for 2 hand-offs in one reply; the last was carried out: transfer_agent1_to_agent2 (to agent2). Not carried out: route (to agent3).',
      },
    ])
    await test.close()
    await open(drawn().settings({ swarm: { severalHandoffs: 'first' } }))
    test.server.reply(both, { text: 'C here.' })
    expect((await test.turn('x')).said).toEqual(['C here.'])
    expect(await results()).toEqual([
      'routed',
      'Not carried out: this reply asked for several hand-offs, and the conversation went to agent3.',
    ])
  })

  it('a tool may ask for an after-work option (swarm 3)', async () => {
    await open(withTool(withTool(agents(), 'stop', `baton.handOff('TERMINATE')`), 'stay', `baton.handOff('stay')`))
    test.server.reply(call('stay'), call('stop'), { text: 'A again.' })
    const { said, outcome } = await test.turn('x')
    expect([said, outcome]).toEqual([[], { state: 'finished', limit: null }])
    expect((await test.turn('y')).said).toEqual(['A again.'])
    expect(speakers()).toBe('A A A')
  })

  it('a tool may call a nested chat by its name as the agent calls it; then the agent speaks again', async () => {
    const drawn = agents()
      .node('nested-chat', 'n', { name: 'Review' })
      .handoff('a', 'n')
      .edge('recipient', { from: 'n', to: 'b' }, { message: 'Check it', maxTurns: 1 })
    await open(withTool(drawn, 'route', `baton.handOff('nested_chat_agent1_1')`))
    test.server.reply(call('route'), { text: 'Checked.' }, { text: 'All is well.' })
    expect((await test.turn('x')).said.at(-1)).toBe('All is well.')
    expect(speakers()).toBe('A B A')
  })

  it("a supervisor's tool brings in a dialog over its delegate edge", async () => {
    await open(
      flow('Shop')
        .start('a')
        .supervisor('a', { name: 'Host' })
        .dialog('d', { name: 'Orders', prompt: 'You are D.', toolDescription: 'Used for orders' })
        .delegate('a', 'd')
        .node('code-tool', 'route', { code: `export const run = (args, baton) => baton.handOff('Orders')` })
        .use('a', 'route'),
    )
    test.server.reply(call('route'), { text: 'D here.' })
    expect((await test.turn('hello')).said).toEqual(['D here.'])
    expect((await test.state()).frames.map(({ node }) => node)).toEqual(['a', 'd'])
  })
})

describe('the sandbox in a run', () => {
  it('a stop reaches code that never ends', async () => {
    const drawn = withTool(agents(), 'forever', 'for (;;);')
    await open(drawn)
    test.server.reply(call('forever'))
    const { runner } = test.core().services
    const started = Promise.withResolvers<string>()
    const { runId, done } = await runner.start({
      flowId: drawn.build().id,
      flowText: saveFlow(drawn.build()),
      revision: null,
      threadId: null,
      text: 'go',
      listen: ({ type }) => (type === 'tool.started' ? started.resolve(type) : undefined),
    })
    await started.promise
    await runner.stop(runId)
    expect(await done).toEqual({ state: 'stopped' })
  })

  it('opening, saving and checking a flow runs nothing; without a host in its list code reaches none', async () => {
    const built = withTool(agents(), 'reach', `return baton.fetch('http://127.0.0.1:1/')`)
    await open(built)
    test.server.reply(call('reach'), { text: 'Ok.' })
    await test.turn('x')
    expect((await results())[0]).toMatch(
      /^Error: baton.fetch may not reach 127.0.0.1:1: it is not among the tool's hosts. It names none./,
    )
  })
})
