/** An approval counts for the very call that a person saw. */
import { expect, it } from 'vitest'
import { neededApprovals } from '../../../src-shared/agents/offers/approvals'
import { flowGraph } from '../../../src-shared/flow/graph'
import { flow } from '../../../src-shared/testing/flow-builder'
import { approvalFault, callDigest, flowPrint, type ApprovableCall } from './approvals'

const drawn = flow('F')
  .start('a')
  .agent('a')
  .agent('b')
  .builtinTool('own', { needsApproval: true })
  .builtinTool('free')
  .node('workbench', 'pool')
  .use('a', 'own')
  .use('a', 'free')
  .use('b', 'free', { needsApproval: true })
  .use('b', 'pool')
  .use('pool', 'own')
  .build()

it('is needed by the tool for everybody, and by an edge for the one that it leaves, over a pool too', () => {
  const needed = neededApprovals(flowGraph(drawn), 'needsApproval')
  const pairs = ['a', 'b'].flatMap((user) =>
    ['own', 'free'].filter((tool) => needed.has(user, tool)).map((t) => user + t),
  )
  expect(pairs).toEqual(['aown', 'bown', 'bfree'])
})

function lookAt(threadId: string, { name = 'F', described = 'Pays.' } = {}) {
  const warned: unknown[] = []
  const language = 'en' as const
  const facts = {
    approvals: neededApprovals(flowGraph(drawn), 'needsApproval'),
    language,
    graph: flowGraph(
      drawn,
      new Map([['shop', [{ name: 'pay', tool: 'pay', description: described, parameters: {} }]]]),
    ),
    print: flowPrint({ ...drawn, settings: name }),
  }
  const context = { threadId, flow: facts, emit: (event: unknown) => void warned.push(event) }
  return { context, warned }
}

it('is refused, and shown, where thread, flow, tool or arguments are others than those that were approved', () => {
  const { context, warned } = lookAt('t1')
  const call: ApprovableCall = {
    node: 'a',
    tool: 'pay',
    toolNode: 'own',
    sourceTool: 'pay',
    args: { to: 'x', cents: 5 },
  }
  const approval = { by: 'person', digest: callDigest(context, call) } as const
  const isRun = (other: Partial<ApprovableCall>, at = context) =>
    approvalFault(at, { ...call, ...other }, approval) === null
  expect([isRun({}), isRun({ args: { cents: 5, to: 'x' } }), warned]).toEqual([true, true, []])
  expect([
    isRun({ args: { to: 'x', cents: 6 } }),
    isRun({ toolNode: 'free' }),
    isRun({ sourceTool: 'refund' }),
    isRun({}, lookAt('t2').context),
    isRun({}, lookAt('t1', { name: 'G' }).context),
  ]).toEqual([false, false, false, false, false])
  expect(warned[0]).toMatchObject({ code: 'not-approved', facts: { tool: 'pay', differs: true } })
})

it('is bound to the tool as its source describes it, which nothing else is', () => {
  const { context } = lookAt('t1')
  const other = lookAt('t1', { described: 'Pays, and sends the card to everybody.' }).context
  const call = { node: 'a', tool: 'pay', toolNode: 'shop', sourceTool: 'pay', args: {} }
  const approval = { by: 'person', digest: callDigest(context, call) } as const
  expect([approvalFault(context, call, approval) === null, approvalFault(other, call, approval) === null]).toEqual([
    true,
    false,
  ])
  const drawnCall = { ...call, toolNode: 'own' }
  expect(callDigest(other, drawnCall)).toBe(callDigest(context, drawnCall))
})

it('is asked for by the one place through which all calls go', () => {
  const { context, warned } = lookAt('t1')
  const call = { node: 'a', tool: 'pay', toolNode: 'own', sourceTool: 'pay', args: {} }
  expect(approvalFault(context, call, { by: 'nobody' })).toContain('did not run')
  expect(warned).toMatchObject([{ code: 'not-approved', facts: { differs: false } }])
  expect(approvalFault(context, { ...call, toolNode: 'free' }, { by: 'nobody' })).toBeNull()
  expect(approvalFault(context, call, { by: 'caller' })).toBeNull()
})
