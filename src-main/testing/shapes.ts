/** Everything that can be drawn, once each: a small flow, what its user says, and what models answer in order. */
import type { JsonObject } from '../../src-shared/flow/records'
import { flow } from '../../src-shared/testing/flow-builder'
import { setupA } from './setup-a'
import { setupD, toolCall } from './setup-d'
import { agents, clock, handOff, PLAN, time, withClock, type Shape } from './shape-parts'
import { FOLLOWING } from './shapes-following'

const nested = (async = false, maxTurns: number | null = 1) =>
  agents('Nested', 'a', 'x', 'y')
    .node('nested-chat', 'n', { name: 'Inner', async, carryover: { summaryMethod: 'last_msg' } })
    .handoff('a', 'n', { condition: 'always' })
    .edge('recipient', { from: 'n', to: 'x' }, { message: 'Look into it', order: 1, maxTurns, chatId: 'one' })
    .edge('recipient', { from: 'n', to: 'y' }, { message: 'Check it', order: 2, maxTurns: 1, chatId: 'two' })
const toNested = toolCall('transfer_a_to_nested_chat_a_1')
export const graph = (kind: string, data: JsonObject = {}) =>
  flow('Graph')
    .start('g')
    .node('task-graph', 'g', { name: 'Shop' })
    .node(kind, 'w', { name: 'Worker', prompt: 'Work. {value} {context} {formatted_chat}', ...data })
    .edge('intent', { from: 'g', to: 'w' }, { intent: 'none' })
const SLOTS = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] }
/** When an observer looks, where that is not after a reply. */
const WHEN: { readonly [type: string]: string } = { guard: 'before' }
const watched = (type: string, data: JsonObject = {}) =>
  setupD()
    .observer('f', { type, ...data })
    .observe('p', 'f')

const code = (body: string) => ({ code: `export function run(args, baton) { ${body} }`, timeout: 20_000 })

/** What an MCP server may ask for: an old draft, a choice at the top, a list of anything, names of any script. */
const ODD = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  type: 'object',
  additionalProperties: false,
  properties: {
    номер: { type: ['integer', 'null'], enum: [4, 5], exclusiveMinimum: 3 },
    'filter[id]': { type: 'array', items: { $ref: '#/definitions/Id' } },
    among: { type: 'array' },
  },
  definitions: { Id: { oneOf: [{ type: 'string' }, { type: 'integer' }] } },
  anyOf: [{ required: ['номер'] }, { required: ['among'] }],
}

const LONG = 'a long answer that takes its room '.repeat(12)

const SWARMS: readonly Shape[] = [
  { name: 'plain agent', draw: () => agents('Plain', 'a'), turns: ['hi', 'and?'], replies: [] },
  {
    name: 'agent with tools, hand-off without words, and back again',
    draw: () => withClock(agents('Tools', 'a', 'b').handoff('a', 'b').handoff('b', 'a'), 'a'),
    turns: ['hi', 'more', 'and?'],
    replies: [time(), handOff('a', 'b'), 'b speaks', handOff('b', 'a'), 'a again'],
  },
  {
    name: 'words beside a hand-off and beside tools',
    draw: () => withClock(agents('Words', 'a', 'b', 'c').handoff('a', 'b').handoff('b', 'c'), 'a', 'b'),
    turns: ['hi', 'more'],
    replies: [time('Let me see.'), handOff('a', 'b', 'I am Ann.'), handOff('b', 'c', 'I am Bob.'), 'c speaks'],
  },
  {
    name: 'after-work',
    draw: () => withClock(agents('After', 'a', 'b').afterWork('a', 'b'), 'a', 'b'),
    turns: ['hi', 'more'],
    replies: ['a says', time(), 'b says'],
  },
  {
    name: 'context hand-off',
    draw: () =>
      agents('Context', 'a', 'b')
        .handoff('a', 'b', { by: 'context', condition: '${vip}' })
        .variable('vip', { type: 'boolean', default: true }),
    turns: ['hi', 'more'],
    replies: [],
  },
  ...(['round-robin', 'random'] as const).map((pattern): Shape => ({
    name: pattern,
    draw: () => agents('Circle', 'a', 'b', 'c').settings({ swarm: { pattern, order: ['a', 'b', 'c'] } }),
    turns: ['hi', 'more'],
    replies: [],
  })),
  {
    name: 'manager that is asked twice',
    draw: () => agents('Managed', 'a', 'b').settings({ swarm: { pattern: 'manager', managerModel: { model: 'm' } } }),
    turns: ['hi'],
    replies: ['a says', 'what?', 'b', 'b says', 'USER'],
  },
  {
    name: 'stay',
    draw: () => withClock(agents('Stay', 'a'), 'a').settings({ swarm: { afterWork: 'stay' }, limits: { rounds: 3 } }),
    turns: ['hi', 'more'],
    replies: ['one', time(), 'two'],
  },
  {
    name: 'rounds of tools used up, then the next message',
    draw: () => withClock(agents('Rounds', 'a').agent('a', { name: 'a', prompt: 'You are a.', maxToolRounds: 1 }), 'a'),
    turns: ['hi', 'more'],
    replies: [time(), time('Once more.'), 'well'],
  },
  {
    name: 'a tool that nobody has, with a name that no tool can have',
    draw: () => withClock(agents('Wrong', 'a', 'b').handoff('a', 'b'), 'a'),
    turns: ['hi'],
    replies: [
      {
        calls: [
          { name: 'functions.get time', arguments: '{"half' },
          { name: 'get_time', id: null },
        ],
      },
      handOff('a', 'b'),
    ],
  },
  {
    name: 'a tool with a name, parameters and call ids that servers refuse',
    draw: () =>
      withClock(agents('Odd', 'a', 'b').handoff('a', 'b'), 'b')
        .node('code-tool', 'odd', {
          name: 'Odd',
          toolName: '2fa_check',
          description: '',
          parameters: ODD,
          ...code('return args["номер"] + args["filter[id]"].length'),
        })
        .use('a', 'odd'),
    turns: ['hi', 'more'],
    replies: [
      {
        calls: [
          { name: 't_2fa_check', arguments: { value: 4, filter_id: [1, 2] }, id: `functions.2fa:${'0'.repeat(40)}` },
        ],
      },
      handOff('a', 'b'),
      'b says',
    ],
  },
  {
    name: 'speaks first, also later',
    draw: () => withClock(agents('Open', 'a'), 'a'),
    turns: [null, null, 'hi', null],
    replies: [time(), 'welcome'],
  },
  {
    name: 'a long history, cut',
    draw: () =>
      withClock(agents('Long', 'a', 'b').afterWork('a', 'b'), 'a', 'b').settings({ model: { contextTokens: 256 } }),
    turns: Array.from({ length: 5 }, (_, index) => `message number ${index} ${'which takes its room '.repeat(20)}`),
    replies: [
      time('I look.'),
      time(),
      LONG,
      'b says',
      ...Array.from({ length: 4 }, () => [time('I look.'), time(), LONG]).flat(),
    ],
  },
]

const DIALOGS: readonly Shape[] = [
  {
    name: 'supervisor with a tool and dialogs, interrupted and gone on with',
    draw: setupD,
    turns: ['the time', 'profile', 'Ann', 'a cake', 'profile', null],
    replies: [
      time(),
      'noon',
      toolCall('fill_profile'),
      'name?',
      'False',
      'age?',
      'SELF',
      toolCall('make_order'),
      'cake?',
      'SELF',
      { ...toolCall('fill_profile'), text: 'Back.' },
    ],
  },
  {
    name: 'supervisor that speaks first',
    draw: setupD,
    turns: [null, 'hi'],
    replies: [],
  },
  {
    name: 'nested dialogs',
    draw: () =>
      setupD().dialog('z', { name: 'SIZE', toolName: 'choose_size', prompt: 'You are Z.' }).delegate('o', 'z'),
    turns: ['a cake', 'ten', 'the time'],
    replies: [toolCall('make_order'), toolCall('choose_size'), 'how many?', 'False', 'thanks', 'SELF', 'SELF', time()],
  },
  ...Object.entries({
    finished: ['no', 'False', 'thanks', 'yes', 'S says'],
    interest: ['yes', 'False', 'age?', 'no', 'S says'],
    collect: ['{}', 'False', 'thanks', '{"name":"Ann"}', 'S says'],
    guard: ['False', 'ok', 'age?', 'False', 'Please be kind.'],
  }).map(([type, replies]): Shape => ({
    name: `observer: ${type}`,
    draw: () => watched(type, { when: WHEN[type] ?? 'after', ...(type === 'collect' ? { slots: SLOTS } : {}) }),
    ...(type === 'collect' ? { asksForJson: true } : {}),
    turns: ['profile', 'Ann', 'and?'],
    replies: [toolCall('fill_profile'), 'name?', ...replies],
  })),
  {
    name: 'observer: steer',
    draw: () => watched('steer', { when: 'before' }),
    turns: ['profile', 'Ann'],
    replies: [toolCall('fill_profile'), 'name?', 'False', 'Be brief.', 'age?'],
  },
  {
    name: 'guards of an agent and of the whole flow, before it answers and of its replies',
    draw: () =>
      withClock(agents('Guarded', 'a'), 'a')
        .observer('own', { type: 'guard' })
        .observer('all', { type: 'guard', when: 'after' })
        .observer('steer', { type: 'steer', when: 'after' })
        .observe('a', 'own')
        .observe('a', 'steer')
        .observe('start', 'all'),
    turns: ['hi', 'bad', 'more'],
    replies: ['ok', time(), 'noon', 'I cannot say.', 'Be brief.', 'Be kind.', 'ok', 'well', 'ok', 'False'],
  },
  {
    name: 'code: instruction, hand-off, who speaks next, an observer',
    draw: () =>
      agents('Coded', 'a', 'b')
        .agent('a', { name: 'a', promptCode: code(`return 'You are a.'`), afterWorkCode: code(`return 'b'`) })
        .handoff('a', 'b', { availableCode: code('return true') })
        .observer('o', { type: 'code', when: 'before', code: code(`return { then: 'steer', text: 'Be brief.' }`) })
        .observe('b', 'o'),
    turns: ['hi', 'more'],
    replies: ['a says', 'b says'],
  },
  {
    name: 'when-done: the agent is back after the dialog',
    draw: () =>
      agents('Back', 'a')
        .dialog('d', { name: 'FORM', toolName: 'form', prompt: 'You are D.' })
        .observer('f', { type: 'finished' })
        .observe('d', 'f')
        .handoff('a', 'd', { returns: 'when-done' }),
    turns: ['hi', 'Ann', 'so?'],
    replies: [handOff('a', 'FORM', 'One form.'), 'name?', 'no', 'thanks', 'yes'],
  },
]

const WORKERS: readonly Shape[] = [
  {
    name: 'plan with a retry',
    draw: () => flow('Plan').start('p').node('rewoo', 'p', { name: 'Planner' }),
    turns: ['why?', 'and?'],
    replies: ['no plan', PLAN, 'found', 'because', PLAN, 'found', 'so'],
  },
  {
    name: 'plan that is approved, and one that a message drops',
    draw: () => flow('Approved').start('p').node('rewoo', 'p', { name: 'Planner', approvePlan: true }),
    turns: ['why?', { question: '1.p.1', answer: { kind: 'approve-plan', approved: true } }, 'again', 'forget it'],
    replies: [PLAN, 'found', 'because', PLAN, PLAN],
  },
  {
    name: 'plan that asks for another one',
    draw: () => flow('Replan').start('p').node('rewoo', 'p', { name: 'Planner', replans: 1 }),
    turns: ['why?'],
    replies: [PLAN, 'found', 'REPLAN: more is needed', 'bad', PLAN, 'found', 'because'],
  },
  { name: 'default worker', draw: () => setupA(), turns: ['hi', 'more'], replies: ['nobody', 'RAGWorker', 'ok'] },
  {
    name: 'task graph with intents',
    draw: () => graph('message-worker').edge('intent', { from: 'g', to: 'w' }, { intent: 'prices' }),
    turns: ['hi', 'more'],
    replies: ['1', 'cheap', 'others'],
  },
  {
    name: 'document worker',
    draw: () => graph('rag-worker', { documents: [{ name: 'a.md', text: 'cakes' }], when: 'if-needed' }),
    turns: ['cakes?', 'thanks'],
    replies: ['yes', 'cakes [1]', 'no', 'welcome'],
  },
  {
    name: 'search worker',
    draw: () => graph('search-worker', { connection: 'web' }),
    searches: 'web',
    turns: ['cakes?', 'thanks'],
    replies: ['cakes [1]', 'welcome'],
  },
  {
    name: 'agents as workers of a task graph',
    draw: () =>
      withClock(
        flow('Agents')
          .start('g')
          .node('task-graph', 'g', { name: 'Shop' })
          .agent('a', { name: 'a', prompt: 'You are a.' })
          .agent('b', { name: 'b', prompt: 'You are b.' })
          .handoff('a', 'b')
          .edge('intent', { from: 'g', to: 'a' }, { intent: 'none' }),
        'a',
      ),
    turns: ['hi', 'more'],
    replies: [time(), handOff('a', 'b', 'I am Ann.')],
  },
]

const WITHIN: readonly Shape[] = [
  {
    name: 'nested chat',
    draw: () => nested(),
    turns: ['hi', 'more'],
    replies: [toNested, 'x says', 'y says', 'a says'],
  },
  {
    name: 'nested chat of several turns with a tool inside',
    draw: () => withClock(nested(false, 3), 'x', 'a'),
    turns: ['hi'],
    replies: [time(), toNested, time('I look.'), 'x asks', 'a answers', 'x says TERMINATE', 'y says', 'a says'],
  },
  {
    name: 'nested chat with reflection on both sides',
    draw: () =>
      withClock(agents('Reflection', 'a', 'x'), 'a', 'x')
        .node('nested-chat', 'n', { name: 'Inner', carryover: { summaryMethod: 'reflection_with_llm' } })
        .handoff('a', 'n', { condition: 'always' })
        .edge(
          'recipient',
          { from: 'n', to: 'x' },
          { message: 'Look', summaryMethod: 'reflection_with_llm', maxTurns: 1 },
        ),
    turns: ['hi', 'more'],
    replies: [time(), toNested, 'carried', time(), 'x says', 'summed up', 'a says'],
  },
  { name: 'nested chats side by side', draw: () => nested(true), turns: ['hi'], replies: [toNested] },
  {
    name: 'sub-flow with a swarm inside',
    draw: () =>
      flow('Outer')
        .start('s')
        .node('subflow', 's', {
          name: 'Desk',
          description: 'does it',
          flow: withClock(agents('Inner', 'a', 'b').handoff('a', 'b'), 'a').file(),
        })
        .agent('c', { name: 'c', prompt: 'You are c.' })
        .next('s', 'c'),
    turns: ['hi', 'more'],
    replies: [time(), handOff('a', 'b', 'I am Ann.'), 'b says', 'c says'],
  },
  {
    name: 'flow as a tool',
    draw: () =>
      agents('Uses', 'o')
        .node('flow-tool', 't', {
          name: 'desk',
          description: 'Books',
          flow: agents('Inner', 'a', 'b').handoff('a', 'b').file(),
        })
        .use('o', 't'),
    turns: ['hi'],
    replies: [toolCall('desk', { message: 'go' }), handOff('a', 'b', 'One moment.'), 'booked'],
  },
  ...(['matching', 'search', 'load'] as const).map((toolUse): Shape => ({
    name: `pool: ${toolUse}`,
    draw: () =>
      flow('Pool')
        .start('a')
        .agent('a', { name: 'a', prompt: 'You are a.', toolUse })
        .node('workbench', 'w', { name: 'Pool' })
        .use('a', 'w')
        .builtinTool('clock', clock())
        .use('w', 'clock'),
    turns: ['what time is it?', 'something else'],
    replies: [
      toolUse === 'matching' ? time() : toolCall('get_tool_names_for_query', { query: 'time' }),
      time('I look.'),
      'noon',
    ],
  })),
]

export const SHAPES: readonly Shape[] = [...SWARMS, ...DIALOGS, ...WORKERS, ...WITHIN, ...FOLLOWING]
