/** `baton threads show --cost`: who took how much of each turn and of the thread, as the app's table has it. */
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connectionInputSchema } from '../../src-shared/rpc/connection'
import { flow } from '../../src-shared/testing/flow-builder'
import { createCore } from '../core'
import { nodePlatform } from '../platform/node'
import { startModelServer, type ModelServer } from '../testing/model-server'
import { openTerminal, type Terminal } from './testing/terminal'

let terminal: Terminal
let server: ModelServer
beforeEach(async () => {
  terminal = openTerminal()
  server = await startModelServer({ key: 'sk-1' })
})
afterEach(async () => {
  await server.close()
  terminal.close()
})

test('a table for each turn and one for the thread, with the hand-off that made the context grow, and the same as JSON', async () => {
  const dataDir = path.join(terminal.folder, 'data')
  const core = await createCore({ dataDir, platform: nodePlatform({ host: 'cli', dataDir }) })
  const prices = { m1: { input: 100, output: 100 } }
  const own = { name: 'default', baseUrl: server.baseUrl, model: 'm1', key: 'sk-1', prices }
  await core.services.connections.save(connectionInputSchema.parse(own))
  await core.close()
  const file = terminal.file(
    flow('Desk')
      .start('a')
      .agent('a', { name: 'Triage' })
      .agent('b', { name: 'Billing' })
      .handoff('a', 'b', { condition: 'asks about a bill' })
      .build(),
  )
  server.reply(
    { calls: [{ name: 'transfer_Triage_to_Billing', arguments: {} }], usage: { input: 800, output: 100 } },
    { text: 'It is paid.', usage: { input: 3000, output: 200 } },
    { text: 'Bye.', usage: { input: 90, output: 10 } },
  )
  await terminal.baton(['run', file, '--thread', 't', '-m', 'My bill?', '-m', 'Thanks'])
  const { code, out } = await terminal.baton(['threads', 'show', 't', '--cost'])
  const lines = out.replaceAll(/ +[\d.]+ m?s$/gmu, '  TIME').split('\n')
  expect([code, lines]).toEqual([
    0,
    [
      'Turn 1',
      expect.stringMatching(/^ {2}Participant {2}Calls {2}Tokens {5}Cost {2,}Time$/),
      '  Billing          1   3,200    $0.32  TIME',
      '  Triage           1     900  $0.0900  TIME',
      '  Together         2   4,100    $0.41  TIME',
      '  The context grew most at the hand-off from Triage to Billing: by 2,200 tokens, to 3,000 tokens.',
      'Turn 2',
      expect.stringMatching(/^ {2}Participant /),
      '  Billing          1     100  $0.0100  TIME',
      '  Together         1     100  $0.0100  TIME',
      'Whole thread',
      expect.stringMatching(/^ {2}Participant /),
      '  Billing          2   3,300    $0.33  TIME',
      '  Triage           1     900  $0.0900  TIME',
      '  Together         3   4,200    $0.42  TIME',
      '  The context grew most at the hand-off from Triage to Billing: by 2,200 tokens, to 3,000 tokens.',
      '',
    ],
  ])
  const json = await terminal.baton(['threads', 'show', 't', '--cost', '--json'])
  const rows = json.out
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line))
  expect(rows).toMatchObject([
    { turn: 1, total: { calls: 2, input: 3800, output: 300 }, growth: { before: 800, after: 3000 } },
    { turn: 2, by: [{ node: 'b', name: 'Billing', calls: 1, input: 90, output: 10 }], growth: null },
    { turn: null, total: { calls: 3, input: 3890, output: 310 } },
  ])
  expect(await terminal.baton(['threads', 'show', 't', '--cost', '--steps'])).toMatchObject({ code: 2 })
})
