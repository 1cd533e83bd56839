/** Small flows that between them come through every kind of step, with a model that answers each of their prompts. */
import type { Flow } from '../../src-shared/flow/records'
import { flow, type FlowBuilder } from '../../src-shared/testing/flow-builder'
import type { ServerReply } from './model-reply'
import type { RecordedRequest } from './model-server'
import { plan } from './plan-bench'

/** What a model is asked, as far as scenes look at it. */
export type AskedModel = { text: string; toolResults: number; toolNames: readonly string[] }

/** `said`: words that stream into a conversation. */
export type SceneReply =
  | { said: string }
  | { text: string }
  | { call: string; arguments?: object }
  | { calls: { name: string; arguments: object }[] }

export type Scene = {
  name: string
  /** `shop`: the address of a server that answers everything with a price. */
  draw: (shop: string) => FlowBuilder
  answer: (asked: AskedModel) => SceneReply
  /** Messages that come first, each a turn that ends well. */
  before?: readonly string[]
  message: string
}

/** What of a request scenes look at. */
export function askedOf({ messages, toolNames }: RecordedRequest): AskedModel {
  const text = messages.map(({ content }) => content ?? '').join('\n')
  const last = messages.findLastIndex(({ role }) => role === 'user')
  const toolResults = messages.slice(last).filter(({ role }) => role === 'tool').length
  return { text, toolResults, toolNames }
}

/** What the server of a test says for it. */
export function replyOf(reply: SceneReply): ServerReply {
  if ('calls' in reply) return { calls: reply.calls }
  if ('call' in reply) return { calls: [{ name: reply.call, arguments: reply.arguments ?? {} }] }
  return { text: 'said' in reply ? reply.said : reply.text }
}

/** The flow of a scene. `modelCalls`: the limit of its turns. */
export function drawScene(scene: Scene, shop: string, modelCalls = 50): Flow {
  const drawn = scene.draw(shop).build()
  const limits = { ...LIMITS, modelCalls }
  return { ...drawn, settings: { ...drawn.settings, limits } }
}

const LIMITS = { hops: 20, rounds: 20, seconds: 300, tokens: null }

const OBSERVED = '{description} {history} {message} {reply}'

const dialogs: Scene = {
  name: 'a dialog with checks before and after its replies, and one of the whole flow',
  draw: () =>
    flow('Dialogs')
      .start('s')
      .supervisor('s', {
        name: 'Host',
        prompt: 'MARK-S {dialogs} {tools}',
        switchPrompt: 'MARK-X {description} {message} {names}',
      })
      .dialog('d', { name: 'ORDER', toolName: 'make_order', toolDescription: 'Used for orders', prompt: 'MARK-D' })
      .observer('g', { name: 'Guard', type: 'guard', prompt: `MARK-G ${OBSERVED}` })
      .observer('f', { name: 'Finished', type: 'finished', prompt: `MARK-F ${OBSERVED}` })
      .observer('v', { name: 'Overseer', type: 'guard', when: 'after', replies: 'show', prompt: `MARK-V ${OBSERVED}` })
      .builtinTool('sums', { tool: 'calculator' })
      .delegate('s', 'd')
      .observe('start', 'v')
      .use('d', 'sums')
      .observe('d', 'g')
      .observe('d', 'f'),
  before: ['a cake'],
  message: 'add it up',
  answer({ text, toolResults }) {
    if (text.includes('MARK-X')) return { text: 'False' }
    if (text.includes('MARK-G') || text.includes('MARK-V')) return { text: 'ok' }
    if (text.includes('MARK-F')) return { text: 'no' }
    if (text.includes('MARK-S')) return { call: 'make_order' }
    const wantsSum = text.includes('add it up') && toolResults === 0
    return wantsSum ? { call: 'calculator', arguments: { expression: '1 + 1' } } : { said: 'For when?' }
  },
}

const managed: Scene = {
  name: 'agents with a manager',
  draw: () =>
    flow('Managed')
      .settings({ swarm: { pattern: 'manager', managerPrompt: 'MARK-M {agentlist}', managerModel: { model: 'm' } } })
      .start('a')
      .agent('a', { name: 'Ann', prompt: 'MARK-A' })
      .agent('b', { name: 'Bob', prompt: 'MARK-B' })
      .handoff('a', 'b'),
  message: 'hello',
  answer({ text }) {
    if (text.includes('MARK-M')) return { text: text.includes('bob spoke') ? 'USER' : 'Bob' }
    return { said: text.includes('MARK-B') ? 'bob spoke' : 'ann spoke' }
  },
}

const queued: Scene = {
  name: 'a nested chat of two turns, with what is carried into it and what it comes to',
  draw: () =>
    flow('Queued')
      .start('w')
      .agent('w', { name: 'Writer', prompt: 'MARK-W' })
      .agent('a', { name: 'A', prompt: 'MARK-A' })
      .node('nested-chat', 'n', {
        name: 'Polish',
        carryover: { summaryMethod: 'reflection_with_llm', summaryArgs: { summaryPrompt: 'MARK-CARRY' } },
      })
      .handoff('w', 'n')
      .edge(
        'recipient',
        { from: 'n', to: 'a' },
        {
          message: 'Polish it',
          maxTurns: 2,
          summaryMethod: 'reflection_with_llm',
          summaryArgs: { summaryPrompt: 'MARK-SUM' },
        },
      ),
  message: 'go',
  answer({ text, toolNames }) {
    if (text.includes('MARK-CARRY')) return { text: 'what was said' }
    if (text.includes('MARK-SUM')) return { text: 'polished words' }
    if (text.includes('MARK-A')) return { said: 'shinier' }
    // Within the chat the caller has no tools: it answers its recipient.
    if (toolNames.length === 0) return { said: 'once more' }
    return text.includes('polished words') ? { said: 'Done.' } : { call: 'transfer_Writer_to_nested_chat_Writer_1' }
  },
}

const replied: Scene = {
  name: 'a nested chat that a tool replies for',
  draw: (shop) =>
    flow('Replied')
      .start('w')
      .agent('w', { name: 'Writer', prompt: 'MARK-W' })
      .agent('a', { name: 'A', prompt: 'MARK-A' })
      .node('nested-chat', 'n', { name: 'Ask' })
      .httpTool('price', { toolName: 'price', url: shop, method: 'POST' })
      .handoff('w', 'n')
      .edge('recipient', { from: 'n', to: 'a' }, { message: 'ask A' })
      .edge('use', { from: 'n', to: 'price', port: 'reply' }),
  message: 'go',
  answer: ({ text }) =>
    text.includes('12 euro') ? { said: 'Done.' } : { call: 'transfer_Writer_to_nested_chat_Writer_1' },
}

const sideBySide: Scene = {
  name: 'chats side by side',
  draw: () =>
    flow('Side by side')
      .start('w')
      .agent('w', { name: 'Writer', prompt: 'MARK-W' })
      .agent('a', { name: 'A', prompt: 'MARK-A' })
      .agent('b', { name: 'B', prompt: 'MARK-B' })
      .node('nested-chat', 'n', { name: 'Ask both', async: true })
      .handoff('w', 'n')
      .edge('recipient', { from: 'n', to: 'a' }, { message: 'ask A', chatId: 'A', order: 1 })
      .edge('recipient', { from: 'n', to: 'b' }, { message: 'ask B', chatId: 'B', order: 2 }),
  message: 'go',
  answer({ text }) {
    if (text.includes('MARK-A')) return { said: 'from A' }
    if (text.includes('MARK-B')) return { said: 'from B' }
    return text.includes('from B') ? { said: 'Done.' } : { call: 'transfer_Writer_to_nested_chat_Writer_1' }
  },
}

const SLOTS = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }

const graph = (): FlowBuilder =>
  flow('Graph')
    .start('g')
    .node('task-graph', 'g', {
      name: 'Shop',
      prompt: 'MARK-INTENT {intents} {formatted_chat} {message}',
      slots: SLOTS,
      slotsPrompt: 'MARK-SLOTS {slots} {formatted_chat} {message}',
    })
    .node('message-worker', 'm', { name: 'Desk', prompt: 'MARK-DESK {value} {formatted_chat}' })
    .edge('intent', { from: 'g', to: 'm' }, { intent: 'buy' })

const guess = ({ text }: AskedModel): SceneReply => {
  if (text.includes('MARK-SLOTS')) return { text: '{"city":"Rome"}' }
  if (text.includes('MARK-INTENT')) return { text: 'others' }
  if (text.includes('MARK-PICK')) return { text: 'Handbook' }
  if (text.includes('Must something be looked up')) return { text: text.includes('look it up') ? 'yes' : 'no' }
  return { said: 'On Fridays.' }
}

const withDefault = (): FlowBuilder =>
  graph()
    .node('default-worker', 'd', {
      name: 'Anybody',
      prompt: 'MARK-PICK {workers_info} {workers_name} {formatted_chat}',
    })
    .node('rag-worker', 'r', {
      name: 'Handbook',
      when: 'if-needed',
      prompt: 'MARK-RAG {context} {formatted_chat}',
      documents: [{ name: 'delivery.md', text: '# Delivery\n\nWe deliver on Fridays.' }],
    })
    .edge('delegate', { from: 'g', to: 'd', port: 'default' })
    .edge('candidate', { from: 'd', to: 'r' })
    .edge('candidate', { from: 'd', to: 'm' })

const reading: Scene = {
  name: 'a task graph, its default worker and a document worker that looks things up',
  draw: withDefault,
  message: 'look it up',
  answer: guess,
}

const plainly: Scene = {
  name: 'a document worker that need not look things up',
  draw: withDefault,
  message: 'thanks',
  answer: guess,
}

const answering: Scene = {
  name: 'a task graph that answers by itself',
  draw: graph,
  message: 'hello',
  answer: guess,
}

const planning: Scene = {
  name: 'a plan that is approved',
  draw: (shop) =>
    flow('Planning')
      .start('p')
      .node('rewoo', 'p', {
        name: 'Planner',
        approvePlan: true,
        prompts: { planner: 'MARK-PLAN {tool_description}', solver: 'MARK-SOLVE {question} {worker_log}' },
      })
      .httpTool('price', { toolName: 'price', url: shop })
      .use('p', 'price'),
  message: 'what is it worth?',
  answer({ text }) {
    if (text.includes('MARK-PLAN')) return { text: plan('LLM[think]', 'price[#E1]') }
    return text.includes('MARK-SOLVE') ? { said: 'It is worth 12 euro.' } : { text: 'a thought' }
  },
}

const reusing: Scene = {
  name: 'a pool that is searched, a flow as a tool and a sub-flow',
  draw: () =>
    flow('Reusing')
      .start('o')
      .agent('o', { name: 'Outer', prompt: 'MARK-O', toolUse: 'search' })
      .node('flow-tool', 't', {
        name: 'desk',
        description: 'Books trips',
        flow: flow('Desk').start('i').agent('i', { name: 'Inner', prompt: 'MARK-I' }).file(),
      })
      .node('workbench', 'w', { name: 'Pool' })
      .builtinTool('sums', { tool: 'calculator' })
      .node('subflow', 's', {
        name: 'Sub',
        flow: flow('Sub')
          .start('q')
          .agent('q', { name: 'Last', prompt: 'MARK-Q' })
          .observer('y', { name: 'Door', type: 'guard', prompt: `MARK-Y ${OBSERVED}` })
          .observe('start', 'y')
          .file(),
      })
      .use('o', 't')
      .use('o', 'w')
      .use('w', 'sums')
      .handoff('o', 's'),
  message: 'book it',
  answer({ text, toolResults }) {
    if (text.includes('MARK-I')) return { text: 'Booked.' }
    if (text.includes('MARK-Y')) return { text: 'ok' }
    if (text.includes('MARK-Q')) return { said: 'All is done.' }
    if (toolResults === 0) return { call: 'get_tool_names_for_query', arguments: { query: 'sums' } }
    if (toolResults === 1) return { call: 'desk', arguments: { message: 'Rome' } }
    return { call: 'transfer_Outer_to_Sub' }
  },
}

const asking: Scene = {
  name: 'two others who are asked as tools, one of whom asks a third',
  draw: () =>
    flow('Asking')
      .start('l')
      .supervisor('l', { name: 'Lead', prompt: 'MARK-L {dialogs} {tools}' })
      .agent('a', { name: 'A', prompt: 'MARK-A' })
      .agent('b', { name: 'B', prompt: 'MARK-B' })
      .agent('c', { name: 'C', prompt: 'MARK-C' })
      .use('l', 'a')
      .use('l', 'b')
      .use('b', 'c'),
  message: 'go',
  answer({ text, toolResults }) {
    if (text.includes('MARK-A')) return { said: 'from A' }
    if (text.includes('MARK-C')) return { said: 'from C' }
    if (text.includes('MARK-B'))
      return toolResults > 0 ? { said: 'from B' } : { call: 'ask_C', arguments: { message: 'and you?' } }
    if (toolResults > 0) return { said: 'Done.' }
    return {
      calls: [
        { name: 'ask_A', arguments: { message: 'what?' } },
        { name: 'ask_B', arguments: { message: 'when?' } },
      ],
    }
  },
}

const repeating: Scene = {
  name: 'an agent that is asked again until a condition holds',
  draw: () =>
    flow('Repeating')
      .variable('tries', { type: 'number', default: 0 })
      .start('c')
      .node('condition', 'c', { name: 'Enough', branches: [{ name: 'not yet', when: '${tries} < 2' }] })
      .node('set-variables', 'v', { name: 'Count', set: [{ name: 'tries', value: '${tries} + 1' }] })
      .agent('a', { name: 'A', prompt: 'MARK-A {tries}' })
      .agent('b', { name: 'B', prompt: 'MARK-B {tries}' })
      .edge('next', { from: 'c', to: 'v', port: 'not yet' })
      .edge('next', { from: 'c', to: 'b', port: 'else' })
      .next('v', 'a')
      .next('a', 'c'),
  message: 'go',
  answer: ({ text }) => ({ said: text.includes('MARK-A') ? 'once more' : 'that is enough' }),
}

const coded: Scene = {
  name: 'code that says who speaks next',
  draw(shop) {
    const asking = (answer: string) => ({
      code: `export async function run(args, baton) { await baton.fetch('${shop}', { method: 'POST' }); return ${answer} }`,
      timeout: 20_000,
      hosts: [new URL(shop).host],
    })
    const afterWorkCode = asking('args.candidates[0]')
    return flow('Coded')
      .start('a')
      .agent('a', { name: 'Ann', prompt: 'MARK-A', afterWorkCode })
      .agent('b', { name: 'Bob', prompt: 'MARK-B' })
      .handoff('a', 'b')
      .settings({ swarm: { afterWorkCode: asking(`'TERMINATE'`) } })
  },
  message: 'go',
  answer: ({ text }) => ({ said: text.includes('MARK-B') ? 'bob spoke' : 'ann spoke' }),
}

const mapping: Scene = {
  name: 'a list that is worked on item by item, two at once',
  draw: () =>
    flow('Mapping')
      .variable('list', { type: 'json', default: ['x', 'y', 'z'] })
      .start('m')
      .node('map', 'm', { name: 'Each', items: '${list}', maxParallel: 2 })
      .agent('a', { name: 'A', prompt: 'MARK-A {item}' })
      .agent('b', { name: 'B', prompt: 'MARK-B {results}' })
      .edge('next', { from: 'm', to: 'a', port: 'each' })
      .edge('next', { from: 'm', to: 'b', port: 'out' }),
  message: 'go',
  answer: ({ text }) => ({ said: text.includes('MARK-A') ? 'worked on it' : 'Done.' }),
}

/** All scenes. A new kind of step needs one that comes through it. */
export const SCENES: readonly Scene[] = [
  dialogs,
  managed,
  queued,
  replied,
  sideBySide,
  reading,
  plainly,
  answering,
  planning,
  reusing,
  repeating,
  coded,
  asking,
  mapping,
]
