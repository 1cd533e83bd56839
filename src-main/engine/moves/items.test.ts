/** Lists that are worked on item by item, through the core and against the real model server. */
import { afterEach, describe, expect, it } from 'vitest'
import type { Json } from '../../../src-shared/flow/records'
import { flow, type FlowBuilder } from '../../../src-shared/testing/flow-builder'
import { eventsOfType, openTestCore, type TestCore } from '../../testing/core-bench'
import type { RecordedRequest } from '../../testing/model-server'
import { toolCall } from '../../testing/setup-d'

let test: TestCore
afterEach(async () => {
  expect(test.server.violations).toEqual([])
  await test.close()
})

const open = async (builder: FlowBuilder, limits = {}) =>
  (test = await openTestCore(builder.settings({ limits: { rounds: 50, ...limits } }).build(), {
    script: () => ({ text: 'ok' }),
  }))
const drawn = (list: Json, data: { [field: string]: Json } = {}) =>
  flow('Items')
    .variable('list', { type: 'json', default: list })
    .start('m')
    .node('map', 'm', { name: 'Each', items: '${list}', ...data })
    .agent('a', { name: 'Ann', prompt: 'You are Ann on {item} at {index}.' })
    .agent('z', { name: 'Zoe', prompt: 'You are Zoe.' })
    .edge('next', { from: 'm', to: 'a', port: 'each' })
    .edge('next', { from: 'm', to: 'z', port: 'out' })
const itemOf = ({ system }: RecordedRequest) => /on (.*) at/.exec(system)?.[1] ?? '?'
const results = async () => (await test.state()).variables['results']
/** Ann says the item in capitals. */
const work = () => test.server.on({ system: 'You are Ann' }, (request) => ({ text: itemOf(request).toUpperCase() }))

describe('a map', () => {
  it('works on its items side by side, as many at once as it may, and gathers the results in order', async () => {
    await open(drawn(['x', 'y', 'z'], { maxParallel: 2 }))
    const two = test.server.waitForRequest(2)
    // Neither of the first two is answered before both were asked, and the second is answered first.
    const second = Promise.withResolvers<null>()
    test.server.on({ system: 'You are Ann' }, (request) => {
      const item = itemOf(request)
      if (item === 'y') void two.then(() => second.resolve(null))
      return { text: item.toUpperCase(), ...(item === 'x' ? { gate: second.promise } : { gate: two }) }
    })
    const { outcome, said, events } = await test.turn('go')
    expect([outcome, said]).toEqual([{ state: 'finished', limit: null }, ['ok']])
    expect(await results()).toEqual(['X', 'Y', 'Z'])
    expect(test.server.requests.map(({ system, user }) => [system, user])).toEqual(
      expect.arrayContaining([
        ['You are Ann on x at 0.', 'x'],
        ['You are Ann on y at 1.', 'y'],
        ['You are Ann on z at 2.', 'z'],
      ]),
    )
    const { frames, branches, variables } = await test.state()
    expect([frames.map(({ node }) => node), branches, Object.keys(variables)]).toEqual([['z'], {}, ['list', 'results']])
    // The baton stays on the map while they work, then goes on.
    expect(eventsOfType(events, 'baton').map(({ node }) => node)).toEqual(['m', 'm', 'm', 'z'])
  })

  it.each([
    ['an empty list', [], []],
    ['a text that is a JSON list', '["x", {"n": 1}]', ['X', '{"N":1}']],
  ])('takes %s', async (_what, list, expected) => {
    await open(drawn(list))
    work()
    expect((await test.turn('go')).said).toEqual(['ok'])
    expect(await results()).toEqual(expected)
  })

  it('says what it was given in the place of a list', async () => {
    await open(drawn({ n: 1 }))
    const { outcome } = await test.turn('go')
    expect(outcome).toMatchObject({ state: 'failed', error: { code: 'expression' } })
    expect(outcome.state === 'failed' && outcome.error.message).toBe(
      '"Each" needs a list, and ${list} is {"n":1}. Give it a list, such as ["a", "b"].',
    )
  })

  it('a sequence works on each item: variables, conditions, tools and the way back to the map', async () => {
    await open(
      drawn([1, 2, 3], { result: '${double}', message: 'Number {index} is {item}', maxParallel: 3 })
        .variable('double', { type: 'number', default: 0 })
        .variable('count', { type: 'number', default: 0 })
        .node('condition', 'c', { name: 'Big', branches: [{ name: 'big', when: '${item} > 1' }] })
        .node('set-variables', 's', {
          name: 'Count',
          set: [
            { name: 'count', value: '${count} + 1' },
            { name: 'item', value: '${item} + 10' },
          ],
        })
        .agent('b', { name: 'Bob', prompt: 'You are Bob on {item}.' })
        .next('a', 'c')
        .edge('next', { from: 'c', to: 's', port: 'big' })
        .next('s', 'b')
        .next('b', 'm'),
    )
    const { outcome } = await test.turn('go')
    expect(outcome).toEqual({ state: 'finished', limit: null })
    const { variables } = await test.state()
    // What is set of the item is the item's own; what is set of the thread is everybody's, one after the other.
    expect([variables['count'], variables['item'], variables['results']]).toEqual([2, undefined, [0, 0, 0]])
    const told = test.server.requests.filter(({ system }) => system.includes('Bob')).map(({ system }) => system)
    expect(told.toSorted()).toEqual(['You are Bob on 12.', 'You are Bob on 13.'])
    expect(test.server.requests.some(({ user }) => user === 'Number 2 is 3')).toBe(true)
  })

  it('whoever works on an item may hand off, ask others and bring in another map', async () => {
    await open(
      drawn(['x'])
        .agent('b', { name: 'Bob', prompt: 'You are Bob.' })
        .agent('c', { name: 'Cy', prompt: 'You are Cy on {item}.' })
        .handoff('a', 'b')
        .use('b', 'c')
        .node('map', 'n', { name: 'Inner', items: '${list}', results: 'inner' })
        .next('b', 'n')
        .edge('next', { from: 'n', to: 'c', port: 'each' }),
    )
    test.server.on({ system: 'You are Ann' }, toolCall('transfer_Ann_to_Bob'))
    test.server.on({ system: 'You are Bob' }, toolCall('ask_Cy', { message: 'and you?' }), { text: 'Bob is done.' })
    test.server.on({ system: 'You are Cy' }, ({ user }) => ({ text: `Cy on ${user}` }))
    expect((await test.turn('go')).outcome).toEqual({ state: 'finished', limit: null })
    const { variables } = await test.state()
    // What the inner map gathers is said in no conversation.
    expect([variables['inner'], variables['results']]).toEqual([['Cy on x'], ['Bob is done.']])
  })

  it('an item that fails fails the turn, which is tried again at that item alone', async () => {
    await open(drawn(['x', 'y'], { maxParallel: 2 }))
    test.server.on({ system: 'You are Ann on x' }, { text: 'X' })
    test.server.on({ system: 'You are Ann on y' }, { status: 400 }, { text: 'Y' })
    expect((await test.turn('go')).outcome.state).toBe('failed')
    expect((await test.resume()).outcome).toEqual({ state: 'finished', limit: null })
    expect(await results()).toEqual(['X', 'Y'])
    expect(
      test.server.requests
        .filter(({ system }) => system.includes('Ann'))
        .map(itemOf)
        .toSorted(),
    ).toEqual(['x', 'y', 'y'])
  })

  it('where the map says so, the error of an item is its result', async () => {
    await open(drawn(['x', 'y'], { onError: 'pass-error' }))
    test.server.on({ system: 'You are Ann on x' }, { status: 400 })
    test.server.on({ system: 'You are Ann on y' }, { text: 'Y' })
    const { outcome, events } = await test.turn('go')
    expect(outcome).toEqual({ state: 'finished', limit: null })
    expect(await results()).toEqual([{ error: expect.stringContaining('400') as unknown }, 'Y'])
    expect(eventsOfType(events, 'warning').map(({ code, node }) => [code, node])).toEqual([['item-failed', 'm']])
  })

  it('killed in the middle, what an item came to is not worked on again', async () => {
    await open(drawn(['x', 'y'], { maxParallel: 1 }))
    test.server.on({ system: 'You are Ann on x' }, { text: 'X' })
    test.server.on({ system: 'You are Ann on y' }, { hang: true }, { text: 'Y' })
    const left = test.turn('go')
    await test.server.waitForRequest(2)
    await test.restart()
    await left
    expect((await test.resume()).outcome).toEqual({ state: 'finished', limit: null })
    expect([await results(), test.server.requests.map(itemOf)]).toEqual([
      ['X', 'Y'],
      ['x', 'y', 'y', '?'],
    ])
  })

  it('a limit that is reached within ends the turn in order, and the next message begins anew', async () => {
    await open(drawn(['x', 'y', 'z']), { modelCalls: 2 })
    const { outcome } = await test.turn('go')
    expect(outcome.state === 'finished' && outcome.limit).toContain('2')
    expect((await test.turn('again')).outcome.state).toBe('finished')
  })
})
