/** Kill -9 of a real `baton threads fork` at random points: the thread that it left is as it was, and whatever is there of the fork goes on. */
import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, it } from 'vitest'
import { saveFlow } from '../../src-shared/flow/editing/save'
import { flow } from '../../src-shared/testing/flow-builder'
import { createCore } from '../core'
import { nodePlatform } from '../platform/node'
import { openTestCore, type TestCore } from '../testing/core-bench'
import { eventsOfThread } from '../testing/hostile-faults'
import { roundsOf } from '../testing/kill-groups'
import { buildProgram, kill } from '../testing/killable'
import { toolNode } from '../testing/plan-bench'
import { startToolServer, type ToolServer } from '../testing/tool-server'

const ROUNDS = roundsOf('forks')
const PROGRAM = path.resolve(import.meta.dirname, '../../out/main/cli.js')
const TURNS = 4

beforeAll(buildProgram, 300_000)

const drawing = (tools: ToolServer) =>
  flow('Trunk').start('a').agent('a', { name: 'Desk' }).httpTool('pay', toolNode(tools, 'pay')).use('a', 'pay').build()

const fork = (dataDir: string) =>
  spawn(process.execPath, [PROGRAM, 'threads', 'fork', 't1', '--turn', '3', '--data', dataDir], { stdio: 'ignore' })

it(
  'whenever forking is killed, there is a whole fork or none, and its parent is unchanged',
  async () => {
    const tools = await startToolServer()
    const drawn = drawing(tools)
    const bench = await openTestCore(drawn, { recordsPart: true })
    const folder = mkdtempSync(path.join(tmpdir(), 'baton-forks-'))
    try {
      for (let turn = 1; turn <= TURNS; turn += 1) {
        bench.server.reply({ calls: [{ name: 'pay', arguments: { input: `${turn}` } }] }, { text: `Answer ${turn}` })
        await bench.turn(`Question ${turn}`)
      }
      const before = JSON.stringify(eventsOfThread(bench.core(), 't1'))
      const whole = path.join(folder, 'whole')
      cpSync(bench.dataDir, whole, { recursive: true })
      const began = performance.now()
      const once = fork(whole)
      await new Promise((resolve) => once.once('exit', resolve))
      expect(once.exitCode).toBe(0)
      const takes = performance.now() - began
      expect(await goesOn(whole, { bench, drawn, before })).toBe(2)
      for (let number = 0; number < ROUNDS; number += 1) {
        const dataDir = path.join(folder, `killed-${number}`)
        cpSync(bench.dataDir, dataDir, { recursive: true })
        const child = fork(dataDir)
        await sleep(takes * (0.3 + 0.7 * Math.random()))
        await kill(child)
        expect([1, 2]).toContain(await goesOn(dataDir, { bench, drawn, before }))
        rmSync(dataDir, { recursive: true })
      }
      expect(tools.calls.map(({ input }) => input)).toEqual(['1', '2', '3', '4'])
    } finally {
      await bench.close()
      await tools.close()
      rmSync(folder, { recursive: true, force: true })
    }
  },
  120_000 + ROUNDS * 20_000,
)

type ForkedContext = { bench: TestCore; drawn: ReturnType<typeof drawing>; before: string }

/** How many threads there are; each takes a message, and its model is told what was said. */
async function goesOn(dataDir: string, { bench: { server }, drawn, before }: ForkedContext): Promise<number> {
  const models = { baseUrl: server.baseUrl, apiKey: 'test-key', model: 'test-model' }
  const core = await createCore({ dataDir, platform: nodePlatform({ host: 'cli', dataDir }), models, allow: ['all'] })
  try {
    expect(JSON.stringify(eventsOfThread(core, 't1'))).toBe(before)
    const threads = core.services.threads.list(drawn.id)
    for (const { id: threadId } of threads) {
      server.reply({ text: 'Still here' })
      const turn = { flowId: drawn.id, flowText: saveFlow(drawn), revision: null, threadId, text: 'And now?' }
      expect(await (await core.services.runner.start(turn)).done).toMatchObject({ state: 'finished' })
      const heard = JSON.stringify(server.requests.at(-1)?.messages)
      for (let turn = 1; turn <= TURNS; turn += 1)
        expect([turn, heard.includes(`Answer ${turn}`)]).toEqual([turn, threadId === 't1' || turn < 3])
    }
    return threads.length
  } finally {
    await core.close()
  }
}
