/** What is wrong with approvals, and what they fill. */
import { expect, it } from 'vitest'
import { checkFlow } from '../flow/checks/check'
import type { JsonObject } from '../flow/records'
import { flow, type FlowBuilder, type NodeFields } from '../testing/flow-builder'

const asking = (data: NodeFields): FlowBuilder =>
  flow('F')
    .variable('size', { type: 'number', default: 1 })
    .start('q')
    .node('approval', 'q', { name: 'Q', message: 'Go on?', ...data })
    .agent('a')
    .edge('next', { from: 'q', to: 'a', port: 'approved' })
const problems = (builder: FlowBuilder) =>
  checkFlow(builder.build()).flatMap(({ node, code, severity, field = '' }) =>
    node === 'q' ? [[code, severity, field].join(' ').trim()] : [],
  )
const fields = (properties: JsonObject) => ({ form: { type: 'object', properties } })

it('needs a question, and fields that can be kept as variables', () => {
  expect(problems(asking({}))).toEqual([])
  expect(problems(asking({ message: '  ' }))).toEqual(['no-question error message'])
  expect(problems(asking({ message: 'Take {thing}?' }))).toEqual(['undeclared-variable warning message'])
  expect(problems(asking(fields({ 'two words': {} })))).toEqual(['bad-slot error form'])
  expect(problems(asking(fields({ size: { type: 'string' } })))).toEqual(['slot-type error form'])
  expect(problems(asking(fields({ size: { type: 'integer' }, note: { type: 'string' } })))).toEqual([])
})

it('says which way leads nowhere, and which is never taken; a refusal needs none', () => {
  const open = flow('F').start('q').node('approval', 'q', { name: 'Q', message: 'Go on?' })
  expect(problems(open)).toEqual(['branch-leads-nowhere warning'])
  expect(problems(asking({ timeout: 5 }))).toEqual(['branch-leads-nowhere warning'])
  const late = (data: NodeFields) => asking(data).edge('next', { from: 'q', to: 'a', port: 'timeout' })
  expect([problems(late({})), problems(late({ timeout: 5 }))]).toEqual([['no-timeout warning timeout'], []])
})

it('fills the variables of its form, so that nobody has to declare them', () => {
  const said = asking(fields({ note: { type: 'string' } }))
    .agent('b', { prompt: 'Note: {note}' })
    .next('a', 'b')
  expect(checkFlow(said.build()).filter(({ code }) => code === 'undeclared-variable')).toEqual([])
})
