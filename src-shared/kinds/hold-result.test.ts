/** Where results can be held. */
import { expect, it } from 'vitest'
import { checkFlow } from '../flow/checks/check'
import { flow, type FlowBuilder } from '../testing/flow-builder'

it('is a problem where the one who calls cannot wait, and where no tool answers', () => {
  const codes = (builder: FlowBuilder) =>
    checkFlow(builder.build()).flatMap(({ code, field }) => (code === 'not-yet' ? [field ?? 'tool'] : []))
  const planner = (edge: { holdResult?: boolean }, tool: { holdResult?: boolean } = {}) =>
    flow('P').start('p').node('rewoo', 'p', { name: 'P' }).builtinTool('t', tool).use('p', 't', edge)
  expect(codes(planner({ holdResult: true }))).toEqual(['holdResult'])
  expect(codes(planner({}, { holdResult: true }))).toEqual(['tool'])
  expect(codes(flow('A').start('a').agent('a').agent('b').use('a', 'b', { holdResult: true }))).toEqual(['holdResult'])
  expect(codes(flow('A').start('a').agent('a').builtinTool('t').use('a', 't', { holdResult: true }))).toEqual([])
})
