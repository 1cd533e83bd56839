/** Who may follow whom: hand-offs to supervisors and task graphs, agents and supervisors that are brought in, dialogs and sub-flows as recipients. */
import { afterEach, describe, expect, it } from 'vitest'
import { flow, type FlowBuilder } from '../../../src-shared/testing/flow-builder'
import { openTestCore, type TestCore } from '../../testing/core-bench'
import { speakerIn } from '../../testing/heard'
import { toolCall } from '../../testing/setup-d'

let test: TestCore
afterEach(async () => {
  expect(test.server.violations).toEqual([])
  await test.close()
})

const open = async (builder: FlowBuilder) =>
  (test = await openTestCore(builder.build(), { script: () => ({ text: 'ok' }) }))
/** Who asked: by its prompt, or a check. */
const speakers = () => test.server.requests.map((request) => speakerIn(request, 'check')).join(' ')
const holders = async () => (await test.state()).frames.map(({ node }) => node)
/** What comes of turns, in the order of the model's answers. */
async function play(...turns: [message: string, ...replies: (string | ReturnType<typeof toolCall>)[]][]) {
  const played: string[][] = []
  for (const [message, ...replies] of turns) {
    test.server.reset()
    test.server.reply(...replies.map((reply) => (typeof reply === 'string' ? { text: reply } : reply)))
    const { said, outcome } = await test.turn(message)
    expect([message, outcome]).toEqual([message, { state: 'finished', limit: null }])
    played.push([speakers(), ...said])
  }
  return played
}

const agent = (builder: FlowBuilder, ...names: string[]) =>
  names.reduce(
    (drawn, name) => drawn.agent(name.toLowerCase(), { name, prompt: `You are ${name}.`, description: `does ${name}` }),
    builder,
  )
const supervisor = (builder: FlowBuilder, name: string, data = {}) =>
  builder.supervisor(name.toLowerCase(), {
    name,
    prompt: `You are ${name}. {dialogs} {tools}`,
    description: `leads ${name}`,
    ...data,
  })

describe('an agent hands over', () => {
  it('to a supervisor, who has the conversation from then on, with its dialogs', async () => {
    await open(
      supervisor(agent(flow('To a supervisor').start('ann'), 'Ann'), 'Desk')
        .handoff('ann', 'desk')
        .dialog('form', { name: 'Form', toolName: 'form', prompt: 'You are Form.' })
        .delegate('desk', 'form'),
    )
    expect(
      await play(
        ['hi', toolCall('transfer_Ann_to_Desk'), 'Desk speaks.'],
        ['a form', toolCall('form'), 'Name?'],
        ['Bob', 'False', 'Thanks.'],
        ['else', 'SELF', 'Desk again.'],
      ),
    ).toEqual([
      ['Ann Desk', 'Desk speaks.'],
      ['Desk Form', 'Name?'],
      ['check Form', 'Thanks.'],
      ['check Desk', 'Desk again.'],
    ])
    expect(await holders()).toEqual(['desk'])
  })

  it('to a supervisor that returns when done, and after work', async () => {
    const drawn = supervisor(agent(flow('And back').start('ann'), 'Ann', 'Bob'), 'Desk')
    await open(drawn.handoff('ann', 'desk', { returns: 'when-done' }).afterWork('bob', 'desk').handoff('ann', 'bob'))
    expect(await play(['hi', toolCall('transfer_Ann_to_Desk'), 'Desk speaks.'])).toEqual([['Ann Desk', 'Desk speaks.']])
    expect(await holders()).toEqual(['ann'])
    expect(await play(['hi', toolCall('transfer_Ann_to_Bob'), 'Bob speaks.', 'Desk too.'])).toEqual([
      ['Ann Bob Desk', 'Bob speaks.', 'Desk too.'],
    ])
    expect(await holders()).toEqual(['desk'])
  })

  it.each([
    ['stay', ['shop']],
    ['when-done', ['ann']],
  ] as const)('to a task graph (%s), whose worker answers', async (returns, held) => {
    await open(
      agent(flow('To a graph').start('ann'), 'Ann', 'Bob')
        .node('task-graph', 'shop', { name: 'Shop', description: 'sells' })
        .handoff('ann', 'shop', { returns })
        .edge('intent', { from: 'shop', to: 'bob' }, { intent: 'none' }),
    )
    expect(await play(['hi', toolCall('transfer_Ann_to_Shop'), 'Bob speaks.'])).toEqual([['Ann Bob', 'Bob speaks.']])
    expect(await holders()).toEqual(held)
  })
})

describe('a supervisor brings in', () => {
  const withAgents = (data = {}, edge = {}) =>
    agent(supervisor(flow('Brings in').start('desk'), 'Desk', data), 'Ann', 'Bob')
      .delegate('desk', 'ann', edge)
      .delegate('desk', 'bob')

  it('an agent, which keeps the conversation until the supervisor finds that the user wants something else', async () => {
    await open(withAgents())
    expect(
      await play(
        ['hi', toolCall('Ann'), 'Ann speaks.'],
        ['more', 'False', 'Ann again.'],
        ['bob!', 'Bob', toolCall('Bob'), 'Bob speaks.'],
        ['you', 'SELF', 'Desk speaks.'],
      ),
    ).toEqual([
      ['Desk Ann', 'Ann speaks.'],
      ['check Ann', 'Ann again.'],
      ['check Desk Bob', 'Bob speaks.'],
      ['check Desk', 'Desk speaks.'],
    ])
    expect(await holders()).toEqual(['desk'])
    // One conversation: the supervisor has read all of it, each word once.
    const read =
      test.server.requests
        .at(-1)
        ?.messages.map(({ content }) => content)
        .join('\n') ?? ''
    for (const words of ['Ann speaks.', 'Ann again.', 'Bob speaks.']) expect(read.split(words).length).toBe(2)
  })

  it('an agent that gives the baton back when it has answered', async () => {
    await open(withAgents({}, { returns: 'when-done' }))
    expect(await play(['hi', toolCall('Ann'), 'Ann speaks.'], ['more', 'Desk speaks.'])).toEqual([
      ['Desk Ann', 'Ann speaks.'],
      ['Desk', 'Desk speaks.'],
    ])
  })

  it('an agent, to which it goes at once where it routes directly', async () => {
    await open(withAgents({ routeDirectly: true }))
    expect(await play(['hi', toolCall('Ann'), 'Ann speaks.'], ['bob!', 'Bob', 'Bob speaks.'])).toEqual([
      ['Desk Ann', 'Ann speaks.'],
      ['check Bob', 'Bob speaks.'],
    ])
    expect(await holders()).toEqual(['desk', 'bob'])
  })

  it('an agent that hands off: whoever took over is a guest too', async () => {
    await open(agent(withAgents(), 'Cy').handoff('ann', 'cy'))
    expect(
      await play(
        ['hi', toolCall('Ann'), toolCall('transfer_Ann_to_Cy'), 'Cy speaks.'],
        ['more', 'False', 'Cy again.'],
        ['you', 'SELF', 'Desk speaks.'],
      ),
    ).toEqual([
      ['Desk Ann Cy', 'Cy speaks.'],
      ['check Cy', 'Cy again.'],
      ['check Desk', 'Desk speaks.'],
    ])
  })

  it('an agent with observers: its reply is held, what it interrupts goes back to the supervisor, what it finishes too', async () => {
    const question = (prompt: string, then: string, answer = 'go') => ({
      type: 'question',
      prompt: `${prompt} {description} {reply} {history}`,
      outcomes: [{ answer, then }],
    })
    await open(
      withAgents()
        .observer('g', { type: 'guard', when: 'after', prompt: 'Guard {reply} {history}' })
        .observer('i', { ...question('Leave?', 'interrupt'), when: 'before' })
        .observer('f', question('Finished?', 'finish'))
        .observe('ann', 'i', { order: 1 })
        .observe('ann', 'g', { order: 2 })
        .observe('ann', 'f', { order: 3 }),
    )
    expect(
      await play(
        // Interrupted before, guarded and finished after: each asks in the order of its edge.
        ['hi', toolCall('Ann'), 'stay', 'Secret.', 'Not that.', 'stay'],
        ['more', 'False', 'go', 'Desk speaks.'],
        ['again', toolCall('Ann'), 'stay', 'Ann speaks.', 'ok', 'go'],
        ['and now?', 'Desk again.'],
      ),
    ).toEqual([
      ['Desk check Ann check check', 'Not that.'],
      ['check check Desk', 'Desk speaks.'],
      ['Desk check Ann check check', 'Ann speaks.'],
      ['Desk', 'Desk again.'],
    ])
    expect(await holders()).toEqual(['desk'])
  })

  it('a supervisor with dialogs of its own: a message goes up by the check of each', async () => {
    await open(
      supervisor(supervisor(flow('Two of them').start('desk'), 'Desk'), 'Sub')
        .delegate('desk', 'sub')
        .dialog('form', { name: 'Form', toolName: 'form', prompt: 'You are Form.' })
        .delegate('sub', 'form'),
    )
    expect(
      await play(
        ['hi', toolCall('Sub'), toolCall('form'), 'Name?'],
        ['Ann', 'False', 'Thanks.'],
        ['other', 'SELF', 'False', 'Sub speaks.'],
        ['you', 'SELF', 'Desk speaks.'],
      ),
    ).toEqual([
      ['Desk Sub Form', 'Name?'],
      ['check Form', 'Thanks.'],
      ['check check Sub', 'Sub speaks.'],
      ['check Desk', 'Desk speaks.'],
    ])
  })
})

describe('a nested chat asks', () => {
  const nested = (recipient: (builder: FlowBuilder) => FlowBuilder, data = {}) =>
    recipient(agent(flow('Asks').start('ann'), 'Ann'))
      .node('nested-chat', 'n', { name: 'Inner' })
      .handoff('ann', 'n')
      .edge('recipient', { from: 'n', to: 'x' }, { message: 'What of it?', ...data })
  const call = toolCall('transfer_Ann_to_nested_chat_Ann_1')
  const dialog = (builder: FlowBuilder) =>
    builder.dialog('x', { name: 'X', prompt: 'You are X.', toolDescription: 'Used for x' })

  it('a dialog, which goes on in its session from turn to turn', async () => {
    await open(nested(dialog, { maxTurns: 2 }))
    expect(await play(['hi', call, 'X: which?', 'the red one', 'X: 12 euro', 'Done.'])).toEqual([
      ['Ann X Ann X Ann', 'X: 12 euro', 'Done.'],
    ])
    const last = test.server.requests[3]?.messages.map(({ role, content }) => `${role}: ${content ?? ''}`)
    expect(last).toEqual(['system: You are X.', 'user: What of it?', 'assistant: X: which?', 'user: the red one'])
  })

  it('a dialog that an observer ends before it answers: the chat is over with what was said', async () => {
    const watched = (builder: FlowBuilder) =>
      dialog(builder)
        .observer('i', { type: 'interest', prompt: 'Interested? {description} {reply} {history}' })
        .observe('x', 'i')
    await open(nested(watched, { maxTurns: 2 }))
    expect(await play(['hi', call, 'X: which?', 'never mind', 'no', 'Done.'])).toEqual([
      ['Ann X Ann check Ann', 'Done.'],
    ])
    expect(await holders()).toEqual(['ann'])
  })

  it('a sub-flow, whose agents hand off inside', async () => {
    const inner = agent(flow('In').start('bob'), 'Bob', 'Cy').handoff('bob', 'cy').file()
    await open(nested((builder) => builder.node('subflow', 'x', { name: 'X', description: 'works', flow: inner })))
    expect(await play(['hi', call, toolCall('transfer_Bob_to_Cy'), 'Cy speaks.', 'Done.'])).toEqual([
      ['Ann Bob Cy Ann', 'Cy speaks.', 'Done.'],
    ])
    expect(await holders()).toEqual(['ann'])
  })
})
