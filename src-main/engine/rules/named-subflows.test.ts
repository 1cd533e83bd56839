/** Sub-flows that are named by their id: found in the library, frozen with the turn, refused with the node and the reason. */
import { afterEach, describe, expect, it } from 'vitest'
import { saveFlow } from '../../../src-shared/flow/editing/save'
import { flow, type FlowBuilder } from '../../../src-shared/testing/flow-builder'
import { openTestCore, type TestCore } from '../../testing/core-bench'
import { orderOf, tellingAgent } from '../../testing/telling-agents'

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

  it('the library has it; a turn that was left goes on with what it began with, a failed one with what is there now', async () => {
    await open(top('pair'))
    const { library } = test.core().services
    const stored = library.importText({ text: saveFlow(pair().build()) })
    expect(stored.id).toBe('pair')
    test.server.reply({ text: 'A!' }, { hang: true })
    const first = test.turn('one')
    await test.server.waitForRequest(2)
    await test.restart()
    expect((await first).outcome.state).toBe('left')
    const inner = (id: string) => flow('Pair').start(id).agent(id, tellingAgent(id.toUpperCase())).build()
    const save = (baseRevision: number, id: string) =>
      test.core().services.library.save({ id: 'pair', baseRevision, text: saveFlow({ ...inner(id), id: 'pair' }) })
    const { revision } = save(stored.revision, 'c')
    test.server.reply({ text: 'B!' })
    expect((await test.resume()).said).toEqual(['B!'])
    test.server.reply({ status: 400, body: 'no' }, { text: 'D!' })
    expect((await test.turn('two')).outcome.state).toBe('failed')
    save(revision, 'd')
    expect((await test.resume()).said).toEqual(['D!'])
    expect(orderOf(test.server)).toBe('A B B C D')
  })

  it('a flow that is missing, that holds itself or that has errors is refused with the node and the reason', async () => {
    const start = await failure(top('nowhere'))
    await expect(start('top')).rejects.toMatchObject({
      code: 'flow-has-problems',
      message: expect.stringContaining('“Sub”: The flow “nowhere” was not found.') as string,
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
        'The flow cannot run yet: “Sub”: In “Broken”: “A”: Another node is called “A” too. Give this one a name of its own.',
      details: { node: 's' },
    })
    expect(test.core().services.threads.list('top')).toEqual([])
  })
})
