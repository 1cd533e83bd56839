/** `baton threads list --waiting`, and an answer from the command line while the app is open. */
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { flow } from '../../src-shared/testing/flow-builder'
import { createCore } from '../core'
import { nodePlatform } from '../platform/node'
import { startModelServer, type ModelServer } from '../testing/model-server'
import { toolNode } from '../testing/plan-bench'
import { tellingAgent } from '../testing/telling-agents'
import { startToolServer, type ToolServer } from '../testing/tool-server'
import { openTerminal, type Terminal } from './testing/terminal'

let terminal: Terminal
let models: ModelServer
let tools: ToolServer
beforeEach(async () => {
  terminal = openTerminal()
  models = await startModelServer()
  tools = await startToolServer()
})
afterEach(async () => {
  terminal.close()
  await models.close()
  await tools.close()
})

test('what waits is listed with what is asked, and one that is answered here is gone from an app that is open', async () => {
  const drawn = flow('Shop').start('a').agent('a', tellingAgent('Clerk'))
  drawn.httpTool('pay', toolNode(tools, 'pay', { needsApproval: true })).use('a', 'pay')
  const file = terminal.file(drawn.build())
  const server = ['--base-url', models.baseUrl, '--api-key', 'k', '--model', 'test-model', '--allow', 'all']
  const run = (...argv: string[]) => terminal.baton(['run', file, '--thread', 't1', ...argv, ...server])
  const waiting = async (...argv: string[]) => (await terminal.baton(['threads', 'list', '--waiting', ...argv])).out

  models.reply({ calls: [{ name: 'pay', arguments: { input: '5' } }] })
  await run('-m', 'Pay Ann')
  expect(await waiting()).toMatch(
    /^t1 {2}Pay Ann · \S+ · Clerk · 20.*\n {4}The turn waits for you to decide on a call of pay:\n {6}\{"input":"5"\}\n$/,
  )
  expect(JSON.parse(await waiting('--json', '--flow', file))).toMatchObject({
    threadId: 't1',
    question: { tool: 'pay' },
  })
  expect(await waiting('--flow', 'another')).toBe('')
  expect(await terminal.baton(['threads', 'list', '--waiting', '--text', 'pay'])).toMatchObject({ code: 2 })

  const dataDir = path.join(terminal.folder, 'data')
  const app = await createCore({ dataDir, platform: nodePlatform({ host: 'web', dataDir }) })
  const window = new AbortController()
  const shown: string[][] = []
  const follow = async (): Promise<void> => {
    for await (const { item } of app.services.inbox.follow({ signal: window.signal }))
      shown.push(item.map(({ who }) => who))
  }
  const following = follow()
  await expect.poll(() => shown).toEqual([['Clerk']])
  models.reply({ text: 'Paid.' })
  const answered = await run('--answer', 'approve')
  expect([answered.code, tools.calls.map(({ input }) => input)]).toEqual([0, ['5']])
  await expect.poll(() => shown).toEqual([['Clerk'], []])
  window.abort()
  await following
  await app.close()
  expect(await waiting()).toBe('')
})
