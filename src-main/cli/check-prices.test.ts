/** `baton check` of a budget of money: which calls it cannot count, by the connections of the data folder. */
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connectionInputSchema } from '../../src-shared/rpc/connection'
import { flow } from '../../src-shared/testing/flow-builder'
import { createCore } from '../core'
import { nodePlatform } from '../platform/node'
import { openTerminal, type Terminal } from './testing/terminal'

let terminal: Terminal
beforeEach(() => {
  terminal = openTerminal()
})
afterEach(() => terminal.close())

const price = { input: 1, output: 2 }

test('a budget of money whose models have no price is a warning, of the flow with what is inside of it and of a participant', async () => {
  const inner = flow('Inner')
    .start('i')
    .agent('i', { model: { model: 'deep' } })
  const budget = flow('Budget')
    .settings({ limits: { threadDollars: 1 } })
    .start('a')
    .agent('a', { name: 'Ada', budgetThreadDollars: 0.5, model: { model: 'dear' } })
    .agent('b', { name: 'Bob', budgetDollars: 0.5 })
    .agent('d', { name: 'Dry', budgetDollars: 0.5, model: { connection: 'dry' } })
    .agent('g', { name: 'Gone', budgetDollars: 0.5, model: { connection: 'gone' } })
    .node('flow-tool', 'f', { name: 'Inner', toolName: 'inner', description: 'helps', flow: { ...inner.build() } })
    .use('a', 'f')
  for (const to of ['b', 'd', 'g']) budget.handoff('a', to, { condition: 'Always' })
  const file = terminal.file(budget.build())
  const check = async () => {
    const { code, out } = await terminal.baton(['check', file])
    return [code, out.split('\n').filter((line) => line.includes('[unknown-price'))]
  }
  // Nothing is known of any connection where there is no data folder, and none is made.
  expect(await check()).toEqual([0, []])
  const dataDir = path.join(terminal.folder, 'data')
  const core = await createCore({ dataDir, platform: nodePlatform({ host: 'cli', dataDir }) })
  const { connections } = core.services
  const save = (input: object) => connections.save(connectionInputSchema.parse(input))
  const own = { name: 'default', baseUrl: 'http://127.0.0.1:9', model: 'small' }
  await save(own)
  await save({ name: 'dry', provider: 'rehearsal' })
  const said = (where: string, models: string, field: string) =>
    `warning: ${where}No price is known for ${models}, so these calls are not counted. Set a price in Settings, Connections. [unknown-price, ${field}]`
  expect(await check()).toEqual([
    0,
    [
      said('', 'dear, small, deep', 'settings.limits.threadDollars'),
      said('“Ada”: ', 'dear', 'budgetThreadDollars'),
      said('“Bob”: ', 'small', 'budgetDollars'),
    ],
  ])
  await save({ ...own, prices: { small: price, deep: price } })
  expect(await check()).toEqual([
    0,
    [said('', 'dear', 'settings.limits.threadDollars'), said('“Ada”: ', 'dear', 'budgetThreadDollars')],
  ])
  await save({ ...own, prices: { small: price, deep: price, dear: price } })
  expect(await check()).toEqual([0, []])
  await core.close()
})
