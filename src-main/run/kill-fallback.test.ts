/**
 * Kill -9 while a connection fails and the one that it names for that answers: nothing is lost, and nothing that was finished is done again.
 * By default at the first and the last call of the turn; `BATON_KILLS=200` kills at all of them.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { saveFlow } from '../../src-shared/flow/editing/save'
import { connectionInputSchema } from '../../src-shared/rpc/connection'
import { flow } from '../../src-shared/testing/flow-builder'
import { createCore } from '../core'
import { nodePlatform } from '../platform/node'
import { faultsOf, storedEvents, storedLog } from '../testing/kill-campaign'
import { buildProgram, kill, runBaton, startBaton } from '../testing/killable'
import { startModelServer, type ModelServer } from '../testing/model-server'
import { toolNode } from '../testing/plan-bench'
import { startToolServer, type ToolServer } from '../testing/tool-server'

/** Whether the programs are killed at the call of the turn with this index. */
const isKilledAt = (index: number) => process.env['BATON_KILLS'] !== undefined || index !== 1

let folder = ''
let first: ModelServer
let second: ModelServer
let tools: ToolServer

beforeAll(buildProgram, 120_000)
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'baton-kill-fallback-'))
  first = await startModelServer()
  second = await startModelServer()
  tools = await startToolServer()
  const core = await createCore({ dataDir: folder, platform: nodePlatform({ host: 'cli', dataDir: folder }) })
  for (const connection of [
    { name: 'default', baseUrl: first.baseUrl, model: 'm1', fallbacks: ['Spare'] },
    { name: 'Spare', baseUrl: second.baseUrl, model: 'm2' },
  ])
    await core.services.connections.save(connectionInputSchema.parse(connection))
  await core.close()
})
afterEach(async () => {
  expect([...first.violations, ...second.violations]).toEqual([])
  await first.close()
  await second.close()
  await tools.close()
  rmSync(folder, { recursive: true, force: true })
})

it('at model calls of a turn, while the first one is silent and while the second one answers', async () => {
  const drawn = flow('Fallback')
    .start('a')
    .agent('a', { name: 'A', prompt: 'You are A.' })
    .agent('b', { name: 'B', prompt: 'You are B.' })
    .handoff('a', 'b')
    .httpTool('pay', toolNode(tools, 'pay'))
    .use('a', 'pay')
    .build()
  const file = path.join(folder, 'f.flow.json')
  writeFileSync(file, saveFlow(drawn))
  const place = { folder, file, baseUrl: null }
  const call = (name: string, input = {}) => ({ text: 'One moment.', calls: [{ name, arguments: input }] })
  const replies = [call('pay', { input: 'once' }), call('transfer_A_to_B'), { text: 'Paid, says B.' }]
  let child = startBaton(place, ['-m', 'go'])
  let asked = { first: 0, second: 0 }
  for (const [index, reply] of replies.entries()) {
    if (!isKilledAt(index)) {
      first.reply({ status: 401 })
      second.reply(reply)
      asked = { first: asked.first + 1, second: asked.second + 1 }
      continue
    }
    // The killed program waits for the first one, or has been refused by it.
    first.reply({ hang: true }, { status: 401 }, { status: 401 })
    await first.waitForRequest(asked.first + 1)
    await kill(child)
    second.reply({ text: 'Lost in the mid', hangAfter: 1 })
    child = startBaton(place, [])
    await second.waitForRequest(asked.second + 1)
    await kill(child)
    second.reply(reply)
    if (index === replies.length - 1) break
    child = startBaton(place, [])
    await second.waitForRequest(asked.second + 2)
    asked = { first: asked.first + 3, second: asked.second + 2 }
  }
  expect(await runBaton(place, [])).toBe('Paid, says B.\n')
  // A call at which programs were killed was asked of the first one three times, of the second one twice, and answered once.
  const killedAt = replies.filter((_reply, index) => isKilledAt(index)).length
  expect([first.calls, second.calls, tools.calls.length]).toEqual([3 + 2 * killedAt, 3 + killedAt, 1])
  const shown = second.requests.map(({ messages }) => JSON.stringify(messages))
  expect(new Set(shown).size).toBe(3)
  expect(shown.join()).not.toContain('Lost in the')
  const events = await storedEvents({ folder, flowId: drawn.id })
  const log = await storedLog({ folder }, events)
  expect(faultsOf(events, log)).toEqual([])
  const answered = events.flatMap((event) => (event.type === 'model.finished' ? [event.answeredBy] : []))
  expect(answered).toEqual(['Spare', 'Spare', 'Spare'])
  expect(log.flatMap((entry) => (entry.kind === 'text' ? [entry.text] : []))).toEqual(['go', 'Paid, says B.'])
}, 400_000)
