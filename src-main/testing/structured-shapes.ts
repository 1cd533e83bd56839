/** Nodes that answer with an object by a JSON schema, once each, as `shapes.ts` has everything else that can be drawn. */
import { flow, type FlowBuilder } from '../../src-shared/testing/flow-builder'
import { setupD, toolCall } from './setup-d'
import { agents, PLAN, time, withClock, type Shape } from './shape-parts'
import { graph } from './shapes'

const PEOPLE = '{"people":6}'
const GIVEN = toolCall('final_answer', { people: 6 })
const output = {
  schema: { type: 'object', properties: { people: { type: 'integer' } }, required: ['people'] },
  variable: 'order',
}
const asking = (drawn: FlowBuilder) => drawn.variable('order', { type: 'json' })
const asked = (maxToolRounds = 8) =>
  asking(agents('Asked', 'a')).agent('a', { name: 'a', prompt: 'You are a.', output, maxToolRounds })

/** Each says `{"people":6}` in the end. */
export const STRUCTURED: readonly Shape[] = [
  { name: 'structured agent', draw: () => asked(), turns: ['cake'], replies: ['six', '{"people":"six"}', PEOPLE] },
  {
    name: 'structured agent with tools, which answers in words first',
    draw: () => withClock(asked(), 'a'),
    turns: ['cake'],
    replies: [time('I look.'), 'It is noon.', GIVEN],
  },
  {
    name: 'structured agent whose rounds of tools are used up',
    draw: () => withClock(asked(1), 'a'),
    turns: ['cake'],
    replies: [time(), GIVEN],
  },
  {
    name: 'structured dialog',
    draw: () => asking(setupD()).dialog('o', { name: 'ORDER', toolName: 'make_order', prompt: 'You are O.', output }),
    turns: ['a cake'],
    replies: [toolCall('make_order'), '{}', PEOPLE],
  },
  {
    name: 'structured message worker',
    draw: () => asking(graph('message-worker', { output })),
    turns: ['cake'],
    replies: ['six', PEOPLE],
  },
  {
    name: 'structured document worker',
    draw: () => asking(graph('rag-worker', { output, documents: [{ name: 'a.md', text: 'cakes' }] })),
    turns: ['cake'],
    replies: ['six [1]', PEOPLE],
  },
  {
    name: 'structured plan',
    draw: () => asking(flow('Plan').start('p').node('rewoo', 'p', { name: 'Planner', output })),
    turns: ['cake'],
    replies: [PLAN, 'found', 'six', PEOPLE],
  },
  {
    name: 'structured plan that asks for another one',
    draw: () => asking(flow('Plan').start('p').node('rewoo', 'p', { name: 'Planner', output, replans: 1 })),
    turns: ['cake'],
    replies: [PLAN, 'found', 'REPLAN: more is needed', PLAN, 'found', 'six', PEOPLE],
  },
].map((shape): Shape => ({ ...shape, asksForJson: true }))
