/** Kill -9 of a turn that is stepped through: the real program is killed and started again, and it pauses where it would have. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { saveFlow } from '../../src-shared/flow/editing/save'
import { flow } from '../../src-shared/testing/flow-builder'
import { buildProgram, kill, runBaton, startBaton, type Killable } from '../testing/killable'
import { startModelServer, type ModelServer } from '../testing/model-server'
import { toolNode } from '../testing/plan-bench'
import { startToolServer, type ToolServer } from '../testing/tool-server'

let folder = ''
let server: ModelServer
let tools: ToolServer

beforeAll(buildProgram, 120_000)
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'baton-pause-'))
  server = await startModelServer()
  tools = await startToolServer()
})
afterEach(async () => {
  expect(server.violations).toEqual([])
  await server.close()
  await tools.close()
  rmSync(folder, { recursive: true, force: true })
})

const place = () => ({ folder, file: path.join(folder, 'f.flow.json'), baseUrl: server.baseUrl })
const baton = (...args: string[]): Killable => startBaton(place(), args)
const goOn = (...args: string[]): Promise<string> => runBaton(place(), args)

it('a paused turn waits through a kill, and a step that is killed on its way is done once and pauses at the next', async () => {
  const drawn = flow('Shop')
    .start('a')
    .agent('a', { name: 'Host', prompt: 'You are A.' })
    .httpTool('price', toolNode(tools, 'price'))
    .use('a', 'price')
  writeFileSync(path.join(folder, 'f.flow.json'), saveFlow(drawn.build()))
  expect(await goOn('-m', 'how much?', '--until', 'Host')).toContain('The turn is paused before a.')
  expect(server.calls).toBe(0)
  const asking = baton('--answer', 'over')
  await server.waitForRequest(1)
  await kill(asking)
  server.reply({ calls: [{ name: 'price', arguments: { input: 'tea' } }] })
  // The mode is kept with the thread: nothing says again that it is stepped.
  expect(await goOn()).toContain('The turn is paused after a step.\n  next: price')
  expect([server.calls, tools.calls.length]).toEqual([2, 0])
  tools.on('price', ({ nth }) => (nth === 1 ? { hang: true } : '12 euro'))
  const calling = baton('--answer', 'into')
  await tools.waitForCalls(1)
  await kill(calling)
  expect(await goOn()).toContain('The turn is paused after a step.')
  expect([server.calls, tools.calls.length]).toEqual([2, 2])
  server.reply({ text: 'It costs 12 euro.' })
  expect(await goOn('--answer', 'continue')).toBe('It costs 12 euro.\n')
}, 400_000)
