/** What is asked for tools that nobody uses: each need once, beside what a run would be asked for. */
import { expect, it } from 'vitest'
import type { Flow } from '../flow/records'
import { flow, type FlowBuilder, type NodeFields } from '../testing/flow-builder'
import { itemsByHand, itemsOfToolByHand } from './by-hand'
import { consentItems, type ConsentItem } from './items'

const host = (name: string): NodeFields => ({ url: `https://${name}.example.com/x`, description: 'Asks.' })
const desk = (): FlowBuilder => flow('Desk').start('a').agent('a')

/** Each as `host:one.example.com of used, other`. */
function shown(items: readonly ConsentItem[]): string[] {
  return items.map(({ type, value, nodes }) => `${type}:${value} of ${nodes.map(({ id }) => id).join(', ')}`)
}

const holding = (kind: 'subflow' | 'flow-tool', id: string, inner: FlowBuilder) => (outer: FlowBuilder) =>
  outer.node(kind, id, { flow: inner.file(), description: 'Does it.' })

function asked(drawn: Flow): { inRuns: string[]; byHand: string[] } {
  return { inRuns: shown(consentItems(drawn)), byHand: shown(itemsByHand(drawn)) }
}

it('asks by hand for what no run asks for, each once with all of its tools', () => {
  const drawn = desk()
    .httpTool('used', host('one'))
    .httpTool('left', host('one'))
    .httpTool('right', host('one'))
    .httpTool('other', host('two'))
    .use('a', 'used')
    .build()
  expect(asked(drawn)).toEqual({
    inRuns: ['host:one.example.com of used'],
    byHand: ['host:one.example.com of left, right', 'host:two.example.com of other'],
  })
})

it('takes a tool whose edges are all switched off as one that nobody uses, and asks for no disabled one', () => {
  const drawn = desk()
    .httpTool('off', host('one'))
    .httpTool('disabled', { ...host('two'), enabled: false })
    .use('a', 'off', { enabled: false })
    .build()
  expect(asked(drawn)).toEqual({ inRuns: [], byHand: ['host:one.example.com of off'] })
  expect(itemsOfToolByHand(drawn, 'disabled')).toEqual([])
  expect(itemsOfToolByHand(drawn, 'nothing')).toEqual([])
  expect(itemsOfToolByHand(drawn, 'toString')).toEqual([])
})

it('asks for tools in a flow that is drawn in at the node that holds it', () => {
  const inner = desk().httpTool('used', host('one')).httpTool('left', host('two')).use('a', 'used')
  const drawn = holding('subflow', 'held', inner)(flow('Outer').start('held')).build()
  expect(asked(drawn)).toEqual({
    inRuns: ['host:one.example.com of held'],
    byHand: ['host:two.example.com of held'],
  })
})

it('asks with a flow that runs as a tool for what its runs would use, and for no more', () => {
  const inner = desk().httpTool('used', host('one')).httpTool('left', host('two')).use('a', 'used')
  const unused = holding('flow-tool', 'tool', inner)(desk()).build()
  expect(asked(unused)).toEqual({ inRuns: [], byHand: ['host:one.example.com of tool'] })
  const used = holding('flow-tool', 'tool', inner)(desk()).use('a', 'tool').build()
  expect(asked(used)).toEqual({ inRuns: ['host:one.example.com of tool'], byHand: [] })
})

it('asks for one tool as if it were in use, whether it is or not', () => {
  const inner = desk().httpTool('used', host('one')).use('a', 'used')
  const drawn = holding(
    'flow-tool',
    'tool',
    inner,
  )(desk().httpTool('other', host('two')))
    .use('a', 'tool')
    .build()
  expect(shown(itemsOfToolByHand(drawn, 'tool'))).toEqual(['host:one.example.com of tool'])
  expect(shown(itemsOfToolByHand(drawn, 'other'))).toEqual(['host:two.example.com of other'])
})

it('asks for the secrets of a tool that nobody uses, by the connection of its own flow', () => {
  const inner = desk().settings({ model: { connection: 'inner', headers: { 'x-key': '{KEY}' } } })
  const drawn = holding(
    'flow-tool',
    'tool',
    inner,
  )(desk().settings({ model: { connection: 'outer', headers: { 'x-key': '{KEY}' } } })).build()
  const { inRuns, byHand } = asked(drawn)
  expect([inRuns.length, byHand.length]).toEqual([1, 1])
  expect(inRuns[0]).toContain(' of a')
  expect(byHand[0]).toContain(' of tool')
  expect(inRuns[0]?.split(' of ')[0]).not.toBe(byHand[0]?.split(' of ')[0])
})
