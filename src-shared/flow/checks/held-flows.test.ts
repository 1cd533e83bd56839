import { inEnglish } from '../../testing/in-english'
import { expect, test } from 'vitest'
import { flow, type FlowBuilder } from '../../testing/flow-builder'
import type { Json } from '../records'
import { checkFlow } from './check'

const top = (inner: Json) =>
  flow('Top').start('s').node('subflow', 's', { name: 'Sub', description: 'x', flow: inner }).build()
const said = (inner: Json) =>
  checkFlow(top(inner)).map(({ severity, code, node, field, message }) => [
    severity,
    code,
    node,
    field,
    inEnglish(message),
  ])
const one = (code: string, message: string) => [['error', code, 's', 'flow', message]]
const fine = () => flow('Inner').start('a').agent('a')

test('a flow that is written out is checked as a whole, on the node that holds it', () => {
  expect(said(fine().file())).toEqual([])
  const deep = flow('Middle')
    .start('t')
    .node('subflow', 't', { name: 'Deep', flow: fine().agent('b', { name: 'A' }).handoff('a', 'b').file() })
  expect(said(deep.file())).toEqual(
    one(
      'inner-problem',
      'In “Middle”: “Deep”: In “Inner”: “A”: Another node is called “A” too. Give this one a name of its own.',
    ),
  )
  expect(said(flow('Inner').agent('a').file())[0]?.[4]).toBe(
    'In “Inner”: The flow has no start. Add a Start node and lead it to the step that speaks first.',
  )
  expect(said(flow('Inner').start('e').end('e').file())).toEqual(
    one(
      'inner-problem',
      'In “Inner”: Start leads to nobody who can speak. Draw an edge from it to a supervisor or an agent.',
    ),
  )
})

test('a flow that is missing, broken or holds itself', () => {
  expect(said('')).toEqual(one('no-flow', 'No flow is chosen. Choose the one that is to run here.'))
  expect(said('elsewhere')).toEqual([])
  expect(said('top')).toEqual(one('flow-nesting', 'The flow “top” would run inside itself. Choose another flow.'))
  const around = flow('Inner').start('t').node('subflow', 't', { name: 'Deep', flow: 'top' })
  expect(said(around.file())[0]?.[4]).toContain('would run inside itself')
  expect(said({ format: 'other' })[0]?.slice(0, 4)).toEqual(['error', 'not-a-flow', 's', 'flow'])
})

test('flows nest 8 deep and no deeper', () => {
  const nested = (depth: number): FlowBuilder =>
    depth === 0
      ? fine()
      : flow(`F${depth}`)
          .start('s')
          .node('subflow', 's', { name: 'Sub', flow: nested(depth - 1).file() })
  expect(checkFlow(nested(8).build())).toEqual([])
  expect(inEnglish(checkFlow(nested(9).build())[0]?.message)).toContain('nested more than 8 deep')
})

test('variables of the flows round it are declared inside', () => {
  const inner = flow('Inner').start('a').agent('a').agent('b').handoff('a', 'b', { available: 'vip' })
  const drawn = flow('Top')
    .variable('vip', { type: 'boolean' })
    .start('s')
    .node('subflow', 's', { name: 'Sub', flow: inner.file() })
  expect(checkFlow(drawn.build())).toEqual([])
  expect(said(inner.file())[0]?.[1]).toBe('inner-problem')
})
