/** A drawing with everything that can be cut short or wait for a person, and a model that does something of it with each request. */
import type { Flow } from '../../src-shared/flow/records'
import { flow } from '../../src-shared/testing/flow-builder'
import type { ServerReply } from './model-reply'
import type { RecordedRequest } from './model-server'
import { plan, toolNode } from './plan-bench'
import type { Dice } from './random'
import { tellerOf, tellingAgent } from './telling-agents'
import type { ToolServer } from './tool-server'

const COUNT =
  'export function run(args, baton) { baton.set("n", baton.variables.n + 1); return String(baton.variables.n) }'

/** Agents with tools that ask, are looked at, set a variable or are flows; chats side by side and one within another; a plan. */
export function drawHostile(tools: ToolServer): Flow {
  const office = flow('Office')
    .start('o')
    .agent('o', tellingAgent('Office'))
    .httpTool('pay', toolNode(tools, 'pay', { needsApproval: true, method: 'POST' }))
    .httpTool('look', toolNode(tools, 'look'))
    .use('o', 'pay')
    .use('o', 'look')
  return flow('Hostile')
    .variable('n', { type: 'number', default: 0 })
    .settings({ limits: { modelCalls: 14, hops: 8, rounds: 4, threadTokens: 40_000 } })
    .start('l')
    .agent('l', tellingAgent('Lead'))
    .agent('a', tellingAgent('A'))
    .agent('b', tellingAgent('B'))
    .agent('c', tellingAgent('C'))
    .node('nested-chat', 'x', { name: 'Both', async: true })
    .node('nested-chat', 'y', { name: 'Inner' })
    .node('rewoo', 'p', {
      name: 'Planner',
      approvePlan: true,
      prompts: { planner: 'MARK-PLAN {tool_description}', solver: 'MARK-SOLVE {question} {worker_log}' },
    })
    .httpTool('pay', toolNode(tools, 'pay', { needsApproval: true, method: 'POST' }))
    .httpTool('look', toolNode(tools, 'look'))
    .httpTool('find', toolNode(tools, 'find', { holdResult: true, method: 'POST' }))
    .node('code-tool', 'count', {
      name: 'count',
      toolName: 'count',
      description: 'Counts',
      parameters: { type: 'object', properties: { input: { type: 'string' } } },
      code: COUNT,
    })
    .node('flow-tool', 'office', { name: 'office', description: 'Pays', flow: office.file() })
    .use('l', 'pay')
    .use('l', 'look')
    .use('l', 'find')
    .use('l', 'count')
    .use('l', 'office')
    .use('a', 'pay')
    .use('a', 'find')
    .use('b', 'look')
    .use('b', 'count')
    .use('c', 'pay')
    .use('p', 'look')
    .handoff('l', 'x', { returns: 'when-done' })
    .handoff('l', 'p', { returns: 'when-done' })
    .edge('recipient', { from: 'x', to: 'a' }, { message: 'ask A', chatId: 'A', order: 0 })
    .edge('recipient', { from: 'x', to: 'b' }, { message: 'ask B', chatId: 'B', order: 1 })
    .handoff('b', 'y')
    .edge('recipient', { from: 'y', to: 'c' }, { message: 'ask C', order: 0 })
    .build()
}

export type HostileModel = {
  reply: (request: RecordedRequest) => ServerReply
  /** From now on everybody only speaks. */
  calm: () => void
  /** The next request fails. */
  fail: () => void
}

/** Each call has an input that no other call has, so that whoever gets one twice was called twice. */
export function hostileModel(dice: Dice): HostileModel {
  let isCalm = false
  let fails = false
  return {
    calm() {
      isCalm = true
      fails = false
    },
    fail: () => void (fails = true),
    reply(request) {
      if (fails) {
        fails = false
        return { status: 400 }
      }
      const { system, toolNames, messages, index } = request
      if (system.includes('MARK-PLAN')) return { text: plan(`look[p${index}]`, `look[q${index} #E1]`) }
      if (system.includes('MARK-SOLVE')) return { text: 'Solved.' }
      const last = messages.findLastIndex(({ role }) => role === 'user')
      const results = messages.slice(last).filter(({ role }) => role === 'tool').length
      const says = { text: `${tellerOf(system) ?? 'Somebody'} says ${index}.` }
      if (isCalm || toolNames.length === 0 || results >= 2 || dice.chance(0.15)) return says
      const count = 1 + dice.roll(3)
      const calls = Array.from({ length: count }, (_, place) => {
        const name = dice.pick(toolNames) ?? ''
        const input = `${request.index}-${place}`
        return {
          name,
          arguments: name === 'office' ? { message: input } : name.startsWith('transfer') ? {} : { input },
        }
      })
      return dice.chance(0.5) ? { calls } : { ...says, calls }
    },
  }
}
