import { expect, test } from 'vitest'
import { flowGraph } from '../../flow/graph'
import { flow } from '../../testing/flow-builder'
import { offersOf } from './offers'

const reason = { type: 'object', properties: { reason: { type: 'string', description: 'Why, in a few words' } } }

test('a supervisor is offered its tools and dialogs in order, switched off ones marked', () => {
  const graph = flowGraph(
    flow('F')
      .supervisor('lead')
      .builtinTool('clock', { toolName: 'get_time', description: 'Tells the time' })
      .builtinTool('sums', { tool: 'calculator' })
      .dialog('order', { name: 'Order', toolDescription: 'Used for ordering' })
      .dialog('profile', { toolName: 'fill_profile' })
      .node('mcp-server', 'future')
      .delegate('lead', 'order', { order: 2 })
      .delegate('lead', 'profile', { order: 1 })
      .use('lead', 'clock')
      .use('lead', 'sums', { enabled: false })
      .use('lead', 'future')
      .use('lead', 'gone')
      .build(),
  )
  const offers = offersOf(graph, 'lead')
  expect(offers.map(({ parameters: _parameters, ...offer }) => offer)).toEqual([
    { type: 'tool', name: 'get_time', description: 'Tells the time', edgeId: 'e3', target: 'clock', enabled: true },
    {
      type: 'tool',
      name: 'calculator',
      description: 'Calculates an arithmetic expression.',
      edgeId: 'e4',
      target: 'sums',
      enabled: false,
    },
    {
      type: 'dialog',
      name: 'fill_profile',
      description: 'Used for: profile',
      edgeId: 'e2',
      target: 'profile',
      enabled: true,
    },
    { type: 'dialog', name: 'order', description: 'Used for ordering', edgeId: 'e1', target: 'order', enabled: true },
  ])
  expect(offers.at(-1)?.parameters).toEqual(reason)
  expect([offersOf(graph, 'clock'), offersOf(graph, 'future'), offersOf(graph, 'nowhere')]).toEqual([[], [], []])
})

test('an agent is offered the hand-offs that its model decides, described by their condition', () => {
  const graph = flowGraph(
    flow('F')
      .agent('a', { name: 'Triage' })
      .agent('b', { name: 'Refunds & returns', description: 'Handles money.' })
      .dialog('c', { name: 'Заказ' })
      .handoff('a', 'b', { condition: 'Asks for {what}' })
      .handoff('a', 'b', { available: 'vip' })
      .handoff('a', 'c')
      .handoff('a', 'c', { by: 'context', condition: '${vip}' })
      .build(),
  )
  const offer = { type: 'handoff', parameters: reason, enabled: true }
  expect(offersOf(graph, 'a', { variables: { what: 'money' } })).toEqual([
    { ...offer, name: 'transfer_Triage_to_Refunds_returns', description: 'Asks for money', edgeId: 'e1', target: 'b' },
    {
      ...offer,
      name: 'transfer_Triage_to_Refunds_returns_2',
      description: 'Hand the conversation over to Refunds & returns: Handles money.',
      edgeId: 'e2',
      target: 'b',
    },
    {
      ...offer,
      name: 'transfer_Triage_to_Zakaz',
      description: 'Hand the conversation over to Заказ',
      edgeId: 'e3',
      target: 'c',
    },
  ])
  expect(offersOf(graph, 'a').at(0)?.description).toBe('Asks for {what}')
})
