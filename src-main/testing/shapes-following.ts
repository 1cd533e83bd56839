/** Shapes of who may follow whom: asked as a tool, handed over to, brought in, or asked in a nested chat. */
import { flow } from '../../src-shared/testing/flow-builder'
import type { ServerReply } from './model-reply'
import { setupD, toolCall } from './setup-d'
import { agents, handOff, PLAN, time, withClock, type Shape } from './shape-parts'

const question = (...names: string[]): ServerReply => ({
  calls: names.map((name) => ({ name: `ask_${name}`, arguments: { message: `What of ${name}?` } })),
})

const toNested = toolCall('transfer_a_to_nested_chat_a_1')

export const FOLLOWING: readonly Shape[] = [
  {
    name: 'a list that is worked on item by item, by two in a row',
    draw: () =>
      withClock(
        flow('Mapped')
          .variable('list', { type: 'json', default: ['x', 'y', ''] })
          .start('m')
          .node('map', 'm', { name: 'Each', items: '${list}', maxParallel: 1 })
          .agent('a', { name: 'a', prompt: 'You are a.' })
          .agent('b', { name: 'b', prompt: 'You are b.' })
          .agent('c', { name: 'c', prompt: 'You are c. {results}' }),
        'a',
      )
        .edge('next', { from: 'm', to: 'a', port: 'each' })
        .next('a', 'b')
        .edge('next', { from: 'm', to: 'c', port: 'out' }),
    turns: ['hi', 'more'],
    replies: [time('I look.'), 'a says', 'b says', 'a says', 'b says', 'a says', 'b says', 'c says'],
  },
  {
    name: 'an agent hands over to a supervisor, which brings in an agent and is gone back to',
    draw: () =>
      setupD()
        .agent('a', { name: 'a', prompt: 'You are a.' })
        .agent('b', { name: 'b', prompt: 'You are b.' })
        .use('b', 'time')
        .handoff('b', 'a')
        .delegate('s', 'b')
        .supervisor('t', { name: 'Desk', prompt: 'You are T. {dialogs} {tools}' })
        .handoff('a', 't'),
    turns: ['hi', 'more', 'and?', 'you'],
    replies: [
      toolCall('b'),
      time('I look.'),
      'b says',
      'False',
      handOff('b', 'a'),
      handOff('a', 'Desk'),
      'T says',
      'False',
      'T again',
      'SELF',
      'S says',
    ],
  },
  {
    name: 'a dialog and a sub-flow as recipients',
    draw: () =>
      withClock(agents('Recipients', 'a'), 'a')
        .node('nested-chat', 'n', { name: 'Inner' })
        .handoff('a', 'n', { condition: 'always' })
        .dialog('d', { name: 'FORM', prompt: 'You are D.' })
        .node('subflow', 's', {
          name: 'Desk',
          description: 'does it',
          flow: agents('In', 'x', 'y').handoff('x', 'y').file(),
        })
        .edge('recipient', { from: 'n', to: 'd' }, { message: 'Look', order: 1, maxTurns: 2 })
        .edge('recipient', { from: 'n', to: 's' }, { message: 'Check', order: 2, maxTurns: 1 }),
    turns: ['hi'],
    replies: [time(), toNested, 'D asks', 'a answers', 'D says', handOff('x', 'y', 'I am X.'), 'y says', 'a says'],
  },
  {
    name: 'others who are asked as tools, at once and in a chain',
    draw: () =>
      setupD()
        .agent('a', { name: 'a', prompt: 'You are a.' })
        .use('a', 'time')
        .agent('b', { name: 'b', prompt: 'You are b.' })
        .use('s', 'a')
        .use('s', 'b')
        .use('b', 'a'),
    turns: ['hi', 'more'],
    replies: [question('a'), time('I look.'), 'noon', question('b'), question('a'), 'one', 'two', 'S says'],
  },
  {
    name: 'a dialog and a plan that are asked, and a hand-off beside',
    draw: () =>
      agents('Asked', 'a', 'b')
        .dialog('d', { name: 'FORM', prompt: 'You are D.' })
        .node('rewoo', 'p', { name: 'Planner' })
        .handoff('a', 'b')
        .use('a', 'd')
        .use('a', 'p'),
    turns: ['hi', 'more'],
    replies: [
      question('FORM'),
      'a form',
      question('Planner'),
      PLAN,
      'found',
      'because',
      handOff('a', 'b', 'One moment.'),
    ],
  },
]
