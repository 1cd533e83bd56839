/** A turn of a process that is offline: a model server elsewhere is not asked, one on this machine is; tools reach this machine alone. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { flow } from '../../../src-shared/testing/flow-builder'
import { eventsOfType, openTestCore, type TestCore } from '../../testing/core-bench'
import { heard } from '../../testing/heard'

let test: TestCore
beforeEach(() => vi.stubEnv('BATON_OFFLINE', '1'))
afterEach(async () => {
  vi.unstubAllEnvs()
  await test.close()
})

const ELSEWHERE = 'https://models.example/v1'

it('asks the model server of this machine where the other one is not reached', async () => {
  test = await openTestCore(flow('One').start('a').agent('a', { name: 'A' }).build(), {
    connections: (baseUrl) => [
      { name: 'default', baseUrl: ELSEWHERE, model: 'm1', key: 'sk-1', fallbacks: ['Here'] },
      { name: 'Here', baseUrl, model: 'm2', key: 'sk-2' },
    ],
  })
  test.server.reply({ text: 'I am here.' })
  const turn = await test.turn('hi')
  expect([turn.said, eventsOfType(turn.events, 'model.fallback').map(({ why }) => why)]).toEqual([
    ['I am here.'],
    ['unreachable'],
  ])
})

it('tells the model why a tool did not reach its server, and says so itself where nobody is left to ask', async () => {
  test = await openTestCore(
    flow('One')
      .start('a')
      .agent('a', { name: 'A' })
      .httpTool('weather', { name: 'weather', url: 'https://weather.example/today', method: 'GET' })
      .use('a', 'weather')
      .build(),
  )
  test.server.reply({ calls: [{ name: 'weather', arguments: '{}' }] })
  test.server.reply({ text: 'I cannot see it.' })
  const turn = await test.turn('hi')
  const result = heard(test.server.requests[1]).find(({ role }) => role === 'tool')
  expect([turn.said, result?.content]).toEqual([
    ['I cannot see it.'],
    expect.stringContaining('Baton is offline, so it did not connect to weather.example. Use a server on this machine'),
  ])
})

it('a turn that only a server elsewhere could answer fails at once, with what to do', async () => {
  test = await openTestCore(flow('One').start('a').agent('a', { name: 'A' }).build(), {
    connections: () => [{ name: 'default', baseUrl: ELSEWHERE, model: 'm1', key: 'sk-1' }],
  })
  const { events } = await test.turn('hi')
  const error = eventsOfType(events, 'run.failed')[0]?.error
  expect(error?.code).toBe('model-refused')
  expect(error?.message).toContain('start Baton without --offline')
})
