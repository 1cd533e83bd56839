/** Sub-flows that are named by their id: found in the library, frozen with the turn, refused with the node and the reason. */
import { afterEach, describe, expect, it } from 'vitest'
import { saveFlow } from '../../src-shared/flow/save'
import { flow, type FlowBuilder } from '../../src-shared/testing/flow-builder'
import { openTestCore, type TestCore } from '../testing/core-bench'
import { orderOf, tellingAgent } from '../testing/telling-agents'

let test: TestCore
afterEach(async () => {
  expect(test.server.violations).toEqual([])
  await test.close()
})

const open = async (builder: FlowBuilder) => (test = await openTestCore(builder.build()))
const pair = () => flow('Pair').start('a').agent('a', tellingAgent('A')).agent('b', tellingAgent('B')).next('a', 'b')

describe('named by its id', () => {
  const top = (id: string) => flow('Top').start('s').node('subflow', 's', { name: 'Sub', flow: id })
  const failure = async (builder: FlowBuilder) => {
    await open(builder)
    return (id: string) =>
      test.core().services.runner.start({
        flowId: id,
        flowText: saveFlow(builder.build()),
        revision: null,
        threadId: null,
        text: 'x',
      })
  }

  it('the library has it; what a turn began with is what it goes on with', async () => {
    await open(top('pair'))
    const { library } = test.core().services
    const stored = library.importText({ text: saveFlow(pair().build()) })
    expect(stored.id).toBe('pair')
    test.server.reply({ text: 'A!' }, { status: 400, body: 'no' })
    expect((await test.turn('one')).outcome.state).toBe('failed')
    const changed = flow('Pair').start('c').agent('c', tellingAgent('C')).build()
    library.save({ id: 'pair', baseRevision: stored.revision, text: saveFlow({ ...changed, id: 'pair' }) })
    test.server.reply({ text: 'B!' })
    expect((await test.resume()).said).toEqual(['B!'])
    test.server.reply({ text: 'C!' })
    expect((await test.turn('two')).said).toEqual(['C!'])
    expect(orderOf(test.server)).toBe('A B B C')
  })

  it('a flow that is missing, that holds itself or that has errors is refused with the node and the reason', async () => {
    const start = await failure(top('nowhere'))
    await expect(start('top')).rejects.toMatchObject({
      code: 'flow-has-problems',
      message: expect.stringContaining('"Sub": The flow "nowhere" was not found.') as string,
      details: { node: 's' },
    })
    await test.close()

    const again = await failure(top('other'))
    test
      .core()
      .services.library.importText({ text: saveFlow(top('top').build()).replace('"id": "top"', '"id": "other"') })
    await expect(again('top')).rejects.toMatchObject({
      message: expect.stringContaining('would run inside itself') as string,
      details: { node: 's' },
    })
    await test.close()

    const broken = await failure(top('broken'))
    const noOne = flow('Broken').start('a').agent('a', tellingAgent('A')).agent('b', { name: 'A' }).handoff('a', 'b')
    test.core().services.library.importText({ text: saveFlow(noOne.build()) })
    await expect(broken('top')).rejects.toMatchObject({
      message:
        'The flow cannot run yet: "Sub": In "Broken": "A": Another node is called "A" too. Give this one a name of its own.',
      details: { node: 's' },
    })
    expect(test.core().services.threads.list('top')).toEqual([])
  })
})
