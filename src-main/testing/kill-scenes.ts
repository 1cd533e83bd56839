/** What is killed: flows whose turns have all that can be cut short (batches of calls, flow tools, plans, chats side by side, hand-offs), and their models. */
import type { Flow } from '../../src-shared/flow/records'
import { flow, type FlowBuilder } from '../../src-shared/testing/flow-builder'
import type { ServerReply } from './model-reply'
import type { RecordedRequest } from './model-server'
import { plan, planFlow, toolNode } from './plan-bench'
import { tellerOf, tellingAgent } from './telling-agents'
import type { ToolServer } from './tool-server'

export const THREAD = 't'

/** Where a turn runs. */
export type KillPlace = {
  folder: string
  file: string
  flowText: string
  flowId: string
  modelUrl: string
  text: string
}

/** A flow, and what its models answer: a function of the request alone, since the same is asked again after a kill. */
export type KillScene = { draw: (tools: ToolServer) => Flow; reply: (request: RecordedRequest) => ServerReply }

type Call = { name: string; arguments: object }
const call = (name: string, input = ''): Call => ({ name, arguments: { input } })

/** A reply under the number of its request, by which the log says later whose reply it has. */
function tagged({ index }: RecordedRequest, text: string, ...calls: Call[]): ServerReply {
  return { text: `${text} [r${index}]`, ...(calls.length === 0 ? {} : { calls }) }
}

/** Whether anything that the model was sent has a text in it. */
function has({ messages }: RecordedRequest, text: string): boolean {
  return JSON.stringify(messages).includes(text)
}

const withTools = (builder: FlowBuilder, tools: ToolServer, users: readonly string[]): FlowBuilder =>
  users.reduce(
    (drawn, user) => drawn.use(user, 'pay').use(user, 'look'),
    builder.httpTool('pay', toolNode(tools, 'pay')).httpTool('look', toolNode(tools, 'look')),
  )

/** A flow that is a tool: two agents, the first of which pays and hands over. */
const trip = (tools: ToolServer) =>
  withTools(
    flow('Trip').start('c').agent('c', tellingAgent('C')).agent('d', tellingAgent('D')).handoff('c', 'd'),
    tools,
    ['c', 'd'],
  ).file()

function tripReply(request: RecordedRequest): ServerReply {
  if (tellerOf(request.system) === 'D')
    return has(request, 'l(d2)')
      ? tagged(request, 'Booked.')
      : tagged(request, '', call('pay', 'd1'), call('look', 'd2'))
  if (has(request, 'l(c2)')) return tagged(request, 'One moment.', call('transfer_C_to_D'))
  return tagged(request, '', call('pay', 'c1'), call('look', 'c2'))
}

/** Batches of calls, a flow tool among them, and a hand-off beside a call. */
const batch: KillScene = {
  draw: (tools) =>
    withTools(
      flow('Scene')
        .start('a')
        .agent('a', tellingAgent('A'))
        .agent('b', tellingAgent('B'))
        .handoff('a', 'b')
        .node('flow-tool', 'trip', { name: 'trip', description: 'Books trips', flow: trip(tools) })
        .use('a', 'trip'),
      tools,
      ['a'],
    ).build(),
  reply(request) {
    const teller = tellerOf(request.system)
    if (teller === 'B') return tagged(request, 'Done.')
    if (teller !== 'A') return tripReply(request)
    if (has(request, 'Booked.')) return tagged(request, 'Over.', call('pay', 'a3'), call('transfer_A_to_B'))
    const booking = { name: 'trip', arguments: { message: 'Rome' } }
    return tagged(request, '', call('pay', 'a1'), call('look', 'a2'), booking)
  },
}

/** A plan whose steps run side by side and use each other, with a flow tool among them. */
const planned: KillScene = {
  draw: (tools) =>
    planFlow(tools)
      .node('flow-tool', 'trip', { name: 'trip', description: 'Books trips', flow: trip(tools) })
      .use('p', 'trip')
      .build(),
  reply(request) {
    if (tellerOf(request.system) !== undefined) return tripReply(request)
    if (has(request, 'Result: ')) return tagged(request, 'Done.')
    const steps = plan('Search[p1]', 'Search[p2]', 'Calc[p3 #E1]', 'trip[Rome]', 'Calc[p5 #E2 #E3]')
    return { text: steps.replaceAll('Plan: step', `Plan: [r${request.index}] step`) }
  },
}

/** Chats side by side with calls in both, and one after them; then the agent that asked speaks. */
const nested: KillScene = {
  draw: (tools) =>
    withTools(
      flow('Scene')
        .start('w')
        .agent('w', tellingAgent('W'))
        .agent('a', tellingAgent('A'))
        .agent('b', tellingAgent('B'))
        .agent('e', tellingAgent('E'))
        .node('nested-chat', 'n', { name: 'Ask', async: true })
        .handoff('w', 'n')
        .edge('recipient', { from: 'n', to: 'a' }, { message: 'ask A', chatId: 'A', order: 1 })
        .edge('recipient', { from: 'n', to: 'b' }, { message: 'ask B', chatId: 'B', order: 2 })
        .edge(
          'recipient',
          { from: 'n', to: 'e' },
          { message: 'ask E', chatId: 'E', order: 3, prerequisites: ['A', 'B'] },
        ),
      tools,
      ['a', 'b', 'e'],
    ).build(),
  reply(request) {
    const teller = tellerOf(request.system) ?? ''
    if (teller === 'W')
      return has(request, 'from E')
        ? tagged(request, 'Done.')
        : tagged(request, '', call('transfer_W_to_nested_chat_W_1'))
    if (has(request, `l(${teller}2)`)) return tagged(request, `from ${teller}`)
    return tagged(request, '', call('pay', `${teller}1`), call('look', `${teller}2`), call('pay', `${teller}3`))
  },
}

export const KILL_SCENES: { readonly [name: string]: KillScene } = { batch, planned, nested }

/** A supervisor that brings in another one, which brings in a dialog; all of them pay, in batches, and no model is asked while a tool works. */
export const DIALOGS: KillScene = {
  draw: (tools) =>
    flow('Scene')
      .start('s')
      .supervisor('s', { name: 'S', prompt: 'I am S. {dialogs} {tools}' })
      .supervisor('i', { name: 'I', prompt: 'I am I. {dialogs} {tools}' })
      .dialog('o', { name: 'O', toolName: 'order', toolDescription: 'Orders', prompt: 'I am O.' })
      .httpTool('pay', toolNode(tools, 'pay'))
      .delegate('s', 'i')
      .delegate('i', 'o')
      .use('s', 'pay')
      .use('i', 'pay')
      .use('o', 'pay')
      .build(),
  reply(request) {
    const teller = tellerOf(request.system)
    if (teller === 'S')
      return has(request, 'p(s1)')
        ? tagged(request, '', call('I'))
        : tagged(request, '', call('pay', 's1'), call('pay', 's2'))
    if (teller === 'I')
      return has(request, 'p(i1)') ? tagged(request, '', call('order')) : tagged(request, '', call('pay', 'i1'))
    return has(request, 'p(o1)')
      ? tagged(request, 'Ordered.')
      : tagged(request, '', call('pay', 'o1'), call('pay', 's1'))
  },
}
