/** DefaultWorker 1 to 11 and 16 in depth, through the core and the real model server: prompts, odd answers, limits, failures. */
import { afterEach, describe, expect, it } from 'vitest'
import { estimateTokens } from '../../../src-shared/agents/texts/tokens'
import { checkFlow } from '../../../src-shared/flow/checks/check'
import { saveFlow } from '../../../src-shared/flow/editing/save'
import { flow, type FlowBuilder } from '../../../src-shared/testing/flow-builder'
import { openTestCore, type TestCore } from '../../testing/core-bench'
import { askerOf, defaultWorkerOnly, setupA, threeWorkers, workersAnswer } from '../../testing/setup-a'
import { shownDecisions } from '../../testing/shown-decisions'

let test: TestCore
afterEach(async () => {
  expect(test.server.violations).toEqual([])
  await test.close()
})
async function open(builder: FlowBuilder): Promise<void> {
  test = await openTestCore(builder.build())
  workersAnswer(test.server)
}
const order = () => test.server.requests.map(askerOf).join(' ')
const picks = (...answers: string[]) => test.server.reply(...answers.map((text) => ({ text })))
const errors = (builder: FlowBuilder) =>
  checkFlow(builder.build()).flatMap(({ severity, code }) => (severity === 'error' ? [code] : []))

describe('DefaultWorker 1: two ways in', () => {
  it('drawn as the worker of an intent, or taken where none fits; a task graph without one asks the present worker again', async () => {
    await open(setupA().edge('intent', { from: 'g', to: 'd' }, { intent: 'odd things' }))
    picks('1', 'RAGWorker')
    expect((await test.turn('something odd')).said).toEqual(['RAGWorker:ok'])
    picks('others', 'SearchWorker')
    expect((await test.turn('news')).said).toEqual(['SearchWorker:ok'])
    expect(order()).toBe('intent pick RAGWorker intent pick SearchWorker')
    await test.close()
    await open(
      threeWorkers(flow('None').start('g').node('task-graph', 'g', { name: 'Shop' })).edge(
        'intent',
        { from: 'g', to: 'r' },
        { intent: 'asks about products' },
      ),
    )
    picks('1')
    await test.turn('cakes?')
    picks('others')
    expect((await test.turn('hm')).said).toEqual(['RAGWorker:ok'])
    expect(order()).toBe('intent RAGWorker intent RAGWorker')
  })
})

describe('DefaultWorker 3: history and task', () => {
  it('the prompt has both, and the newest message, from the first turn on', async () => {
    await open(setupA())
    for (const message of ['one', 'two', 'three']) {
      picks('RAGWorker')
      await test.turn(message)
    }
    const prompt = test.server.requests[4]?.user ?? ''
    for (const part of ['help the guest', 'User: one', 'RAGWorker: RAGWorker:ok', 'User: two', 'User: three'])
      expect(prompt).toContain(part)
  })
})

describe('DefaultWorker 4: the chat is cut, the worker list never', () => {
  const long = () => setupA({}, { model: { contextTokens: 500 } })
  const isWhole = (prompt: string) =>
    [
      'MessageWorker: delivers a message\nRAGWorker: answers from company files\nSearchWorker: answers from the web',
      'MessageWorker, RAGWorker, SearchWorker',
      'help the guest',
    ].every((part) => prompt.includes(part))

  it('after hundreds of messages, also on the second try; the whole prompt fits the context', async () => {
    await open(long())
    picks('nobody', 'SearchWorker')
    const history = Array.from({ length: 500 }, (_, index) => ({
      role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
      text: `message number ${index}`,
    }))
    const { runner, threads } = test.core().services
    const { id } = threads.createThread({ flowId: 'setup-a', id: 't1' })
    const turn = { flowId: 'setup-a', flowText: saveFlow(long().build()), revision: null, threadId: id, history }
    await (
      await runner.start({ ...turn, text: 'and now?' })
    ).done
    expect(order()).toBe('pick pick SearchWorker')
    for (const prompt of test.server.requests.slice(0, 2).map(({ user }) => user)) {
      expect(isWhole(prompt)).toBe(true)
      expect(estimateTokens(prompt)).toBeLessThanOrEqual(510)
      expect([prompt.includes('message number 499'), prompt.includes('message number 9\n')]).toEqual([true, false])
    }
    expect(test.server.requests[1]?.user).toContain('Your previous answer was "nobody"')
  })

  it('where one message alone is too long, its end is kept', async () => {
    await open(
      setupA({ prompt: '{workers_info}\n{workers_name}\n{task}\n{formatted_chat}' }, { model: { contextTokens: 300 } }),
    )
    picks('RAGWorker')
    await test.turn(`${'words '.repeat(2000)} the end`)
    const prompt = test.server.requests[0]?.user ?? ''
    expect([isWhole(prompt), prompt.endsWith('the end'), estimateTokens(prompt) < 320]).toEqual([true, true, true])
  })
})

describe('DefaultWorker 5: tries', () => {
  it('each further try has the same prompt and one line with the bad answer and the names', async () => {
    await open(setupA({ tries: 3 }))
    picks('Payment\nWorker', '', 'SearchWorker')
    const { events } = await test.turn('x')
    expect(order()).toBe('pick pick pick SearchWorker')
    const [first = '', second = '', third = ''] = test.server.requests.map(({ user }) => user)
    expect([second.startsWith(`${first}\n\n`), third.startsWith(`${first}\n\n`)]).toEqual([true, true])
    expect(second.slice(first.length)).toContain('"Payment Worker"')
    expect(third.slice(first.length)).not.toContain('Payment')
    expect(second.slice(first.length).match(/MessageWorker, RAGWorker, SearchWorker/g)).toHaveLength(1)
    expect(shownDecisions(events).map(({ decision }) => decision.tries)).toEqual([1, 2, 3])
  })

  it('one try goes to the base choice at once; a kill between two tries pays for the second alone', async () => {
    await open(setupA({ tries: 1 }))
    picks('nobody')
    expect((await test.turn('x')).said).toEqual(['MessageWorker:ok'])
    expect(order()).toBe('pick MessageWorker')
    await test.close()
    await open(setupA())
    test.server.reply({ text: 'nobody' }, { hang: true })
    const left = test.turn('x')
    await test.server.waitForRequest(2)
    await test.restart()
    await left
    picks('RAGWorker')
    expect((await test.resume()).said).toEqual(['RAGWorker:ok'])
    expect(order()).toBe('pick pick pick RAGWorker')
    expect(test.server.requests[2]?.user).toContain('Your previous answer was "nobody"')
  })
})

describe('DefaultWorker 6: reading the answer', () => {
  it.each([
    ['"SearchWorker".', 'SearchWorker', 'exact'],
    ['**searchworker**', 'SearchWorker', 'exact'],
    ['{"worker":"RAGWorker"}', 'RAGWorker', 'whole-word'],
    ['FaissRAGWorker', 'FaissRAGWorker', 'exact'],
    ['I take the FaissRAGWorker, it reads files.', 'FaissRAGWorker', 'whole-word'],
    ['RAGWorkers', null, 'no-match'],
    ['not MessageWorker but SearchWorker', null, 'ambiguous'],
    ['RAGWorker or FaissRAGWorker', null, 'ambiguous'],
    ['Я выбираю SearchWorker!', 'SearchWorker', 'whole-word'],
    ['我选SearchWorker。', 'SearchWorker', 'whole-word'],
    ['DefaultWorker', null, 'no-match'],
  ])('%j', async (answer, name, rule) => {
    await open(
      setupA()
        .node('message-worker', 'f', {
          name: 'FaissRAGWorker',
          prompt: 'Work of FaissRAGWorker. {value} {formatted_chat}',
        })
        .edge('candidate', { from: 'd', to: 'f' }),
    )
    test.server.on({ user: 'Work of FaissRAGWorker.' }, { text: 'FaissRAGWorker:ok' })
    picks(answer, ...(name === null ? ['MessageWorker'] : []))
    const { said, events } = await test.turn('x')
    expect(said).toEqual([`${name ?? 'MessageWorker'}:ok`])
    expect(shownDecisions(events)[0]?.decision).toMatchObject({ rule, choice: name ?? 'rejected', tries: 1 })
  })
})

describe('DefaultWorker 7, 9, 10: who may be picked', () => {
  it('no candidates: straight to the base choice, without a call; the check warns of nothing but the missing edge', async () => {
    const builder = defaultWorkerOnly()
      .edge('intent', { from: 'g', to: 'r' }, { intent: 'files' })
      .edge('intent', { from: 'g', to: 's' }, { intent: 'web' })
    expect(checkFlow(builder.build()).map(({ severity, code }) => [severity, code])).toEqual([
      ['warning', 'base-choice-not-drawn'],
    ])
    await open(builder)
    picks('others')
    const { said, events } = await test.turn('x')
    expect(said).toEqual(['MessageWorker:ok'])
    expect(order()).toBe('intent MessageWorker')
    expect(shownDecisions(events)[1]?.decision).toMatchObject({
      rule: 'base choice',
      choice: 'MessageWorker',
      tries: 0,
    })
  })

  it('a base choice that is not offered runs after two bad answers', async () => {
    await open(defaultWorkerOnly().edge('candidate', { from: 'd', to: 'r' }).edge('candidate', { from: 'd', to: 's' }))
    picks('MessageWorker', 'MessageWorker')
    expect((await test.turn('x')).said).toEqual(['MessageWorker:ok'])
    expect(order()).toBe('pick pick MessageWorker')
    expect(test.server.requests[0]?.user).not.toContain('MessageWorker: delivers')
  })

  it('only candidate: no call at all', async () => {
    await open(defaultWorkerOnly().edge('candidate', { from: 'd', to: 's' }))
    const { events } = await test.turn('x')
    expect(order()).toBe('SearchWorker')
    expect(shownDecisions(events).map(({ decision }) => [decision.rule, decision.tries])).toEqual([
      ['only candidate', 0],
    ])
  })

  it('what cannot work, another default worker, or nobody at all, is an error before the run', async () => {
    await open(setupA())
    expect(errors(setupA({ baseChoice: 'gone' }))).toEqual(['base-choice-missing'])
    expect(errors(setupA({ baseChoice: 'g' }))).toEqual(['not-accepted'])
    expect(errors(setupA({ baseChoice: 'd' }))).toEqual(['not-accepted'])
    expect(errors(defaultWorkerOnly({ baseChoice: null }))).toEqual(['no-candidates'])
    expect(
      errors(setupA().node('default-worker', 'e', { baseChoice: 'm' }).edge('candidate', { from: 'd', to: 'e' })),
    ).toEqual(['not-accepted'])
    expect(errors(setupA().edge('candidate', { from: 'd', to: 'm' }))).toEqual(['duplicate-edge'])
  })
})

describe('DefaultWorker 8: nobody is picked', () => {
  it('without a base choice the task graph answers from context; a supervisor’s helper answers itself', async () => {
    await open(setupA({ baseChoice: null }))
    picks('x', 'y', 'From context.')
    expect((await test.turn('hm')).said).toEqual(['From context.'])
    expect((await test.state()).log.at(-1)).toMatchObject({ author: 'g', text: 'From context.' })
    await test.close()
    await open(
      threeWorkers(
        flow('Desk')
          .start('v')
          .supervisor('v', { prompt: 'You lead. {dialogs} {tools}' })
          .node('default-worker', 'd', { name: 'Helper' }),
      )
        .edge('delegate', { from: 'v', to: 'd', port: 'default' })
        .edge('candidate', { from: 'd', to: 'r' })
        .edge('candidate', { from: 'd', to: 's' }),
    )
    test.server.reply({ calls: [{ name: 'Helper' }] }, { text: 'x' }, { text: 'y' }, { text: 'Helper here.' })
    expect((await test.turn('hm')).said).toEqual(['Helper here.'])
    const { frames, log } = await test.state()
    expect([frames.map(({ node }) => node), log.findLast(({ kind }) => kind === 'text')?.author]).toEqual([['v'], 'd'])
  })
})

describe('DefaultWorker 11: what fails', () => {
  const failure = { status: 400, body: { error: { message: 'no' } } }

  it('an agent that was picked: status incomplete, an error tied to it; the next message works and completes it', async () => {
    await open(
      setupA()
        .agent('a', { name: 'Agent', description: 'does things', prompt: 'Work of Agent.' })
        .edge('candidate', { from: 'd', to: 'a' }),
    )
    test.server.reply({ text: 'Agent' }, failure)
    const { outcome, events } = await test.turn('x')
    expect(outcome).toMatchObject({ state: 'failed', error: { code: 'model-rejected' } })
    expect(events.at(-1)).toMatchObject({ type: 'run.failed', node: 'a' })
    expect((await test.state()).cursors).toMatchObject({ g: { at: 'd', status: 'incomplete' } })
    await test.restart()
    test.server.reply({ text: 'RAGWorker' })
    expect((await test.turn('y')).said).toEqual(['RAGWorker:ok'])
    expect((await test.state()).cursors).toMatchObject({ g: { at: 'd', status: 'complete' } })
    expect((await test.state()).frames.map(({ node }) => node)).toEqual(['g'])
  })

  it('the pick itself: the same, and trying again goes on at it', async () => {
    await open(setupA())
    test.server.reply(failure)
    expect((await test.turn('x')).events.at(-1)).toMatchObject({ type: 'run.failed', node: 'd' })
    expect((await test.state()).cursors).toMatchObject({ g: { at: 'd', status: 'incomplete' } })
    picks('SearchWorker')
    expect((await test.resume()).said).toEqual(['SearchWorker:ok'])
    expect(order()).toBe('pick pick SearchWorker')
    expect((await test.state()).cursors).toMatchObject({ g: { at: 'd', status: 'complete' } })
  })

  it('the intent check: the next message works', async () => {
    await open(setupA().edge('intent', { from: 'g', to: 'r' }, { intent: 'files' }))
    test.server.reply(failure)
    expect((await test.turn('x')).events.at(-1)).toMatchObject({ type: 'run.failed', node: 'g' })
    picks('1')
    expect((await test.turn('y')).said).toEqual(['RAGWorker:ok'])
  })
})

describe('DefaultWorker 16: the trace', () => {
  it('has candidates, each raw answer, the rule, the choice and the tries', async () => {
    await open(setupA())
    picks('not MessageWorker but SearchWorker', 'none')
    const { events } = await test.turn('x')
    const candidates = [
      { name: 'MessageWorker', note: 'delivers a message' },
      { name: 'RAGWorker', note: 'answers from company files' },
      { name: 'SearchWorker', note: 'answers from the web' },
    ]
    const seen = shownDecisions(events).map(({ node, decision: { prompt: _prompt, ...rest } }) => ({
      node,
      ...rest,
    }))
    const at = { node: 'd', about: 'pick', candidates }
    expect(seen).toEqual([
      { ...at, answer: 'not MessageWorker but SearchWorker', rule: 'ambiguous', choice: 'rejected', tries: 1 },
      { ...at, answer: 'none', rule: 'no-match', choice: 'rejected', tries: 2 },
      { ...at, answer: null, rule: 'base choice', choice: 'MessageWorker', tries: 2 },
    ])
  })
})
