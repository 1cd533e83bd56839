import { expect, it } from 'vitest'
import { flowGraph } from '../../src-shared/flow/graph'
import { flow } from '../../src-shared/testing/flow-builder'
import { answerOf, draftOf, toolsOnOffer, type PlanToApprove } from './plan-draft'

const step = (id: string, tool: string, input: string) => ({ id, plan: `do ${id}`, tool, input })
const steps = [step('E1', 'Search', 'tea'), step('E2', 'Calc', '#E1')]
const planned = steps.map((one, index) => ({ ...one, deps: [], toolNode: null, level: index + 1 }))
const question = { kind: 'approve-plan', round: 1, steps: planned, problem: null } as const
const asked: PlanToApprove = { node: 'p', question, given: null }

it('a draft that is as it was asked is a plain approval; an edited one is the plan as it is to run', () => {
  const draft = draftOf(asked)
  expect(answerOf(asked, draft)).toEqual({ kind: 'approve-plan', approved: true })
  const edited = draft.map((one) => (one.id === 'E2' ? { ...one, isRemoved: true } : { ...one, input: 'rice' }))
  expect(answerOf(asked, edited)).toEqual({
    kind: 'approve-plan',
    approved: true,
    steps: [step('E1', 'Search', 'rice')],
  })
})

it('after an answer that could not be taken, its edits are there to be mended', () => {
  const given = { kind: 'approve-plan' as const, approved: true, steps: [step('E2', 'Fax', '1')] }
  expect(draftOf({ ...asked, given })).toEqual([
    { ...step('E1', 'Search', 'tea'), isRemoved: true },
    { ...step('E2', 'Fax', '1'), isRemoved: false },
  ])
})

it('the tools on offer are the drawn ones and the model’s own step; none are known of what is not drawn', () => {
  const drawn = flow('Plans')
    .start('p')
    .node('rewoo', 'p', { name: 'Planner' })
    .builtinTool('sums', { tool: 'calculator' })
    .use('p', 'sums')
  const graph = flowGraph(drawn.build())
  expect([toolsOnOffer(graph, 'p'), toolsOnOffer(graph, 'desk~p')]).toEqual([['calculator', 'LLM'], []])
})
