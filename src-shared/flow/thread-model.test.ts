/** What a thread's choice of a model changes in the flow as it runs, and what it leaves alone. */
import { expect, test } from 'vitest'
import { flow } from '../testing/flow-builder'
import { withThreadModel } from './thread-model'

test('the default model is the chosen one, with what does not depend on its server', () => {
  const drawn = flow('Desk')
    .start('a')
    .agent('a')
    .settings({ model: { connection: 'work', model: 'gpt-5', temperature: 0.2, headers: { 'x-team': 'a' } } })
    .build()
  expect(withThreadModel(drawn, { connection: 'home', model: '' }).settings['model']).toEqual({
    connection: 'home',
    temperature: 0.2,
  })
  expect(withThreadModel(drawn, { connection: 'work', model: 'gpt-5-mini' }).settings['model']).toEqual({
    connection: 'work',
    model: 'gpt-5-mini',
    temperature: 0.2,
    headers: { 'x-team': 'a' },
  })
  expect(drawn.settings['model']).toMatchObject({ connection: 'work', model: 'gpt-5' })
})

test('nodes with a model of their own keep it, and its server; others follow', () => {
  const drawn = flow('Desk')
    .start('own')
    .agent('own', { model: { connection: 'lab', model: 'small' } })
    .agent('named', { model: { model: 'gpt-5-mini' } })
    .agent('warm', { model: { temperature: 1 } })
    .agent('plain')
    .settings({ swarm: { managerModel: { model: 'boss' } } })
    .build()
  const { nodes, settings } = withThreadModel(drawn, { connection: 'rehearsal', model: '' })
  expect(Object.fromEntries(Object.entries(nodes).map(([id, node]) => [id, node.data['model']]))).toEqual({
    start: undefined,
    own: { connection: 'lab', model: 'small' },
    named: { connection: 'default', model: 'gpt-5-mini' },
    warm: { temperature: 1 },
    plain: undefined,
  })
  expect(settings).toEqual({
    model: { connection: 'rehearsal' },
    swarm: { managerModel: { connection: 'default', model: 'boss' } },
  })
})
