/** Kill -9 of turns that come near the end of their budget: what was spent is counted once, and the turn ends where it would have ended. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, it } from 'vitest'
import { saveFlow } from '../../src-shared/flow/editing/save'
import { flow } from '../../src-shared/testing/flow-builder'
import { storedEvents, storedLog } from '../testing/kill-campaign'
import { eachRound } from '../testing/kill-groups'
import { buildProgram, kill, startBaton, tryBaton } from '../testing/killable'
import { startModelServer } from '../testing/model-server'
import { toolNode } from '../testing/plan-bench'
import { startToolServer } from '../testing/tool-server'

beforeAll(buildProgram, 300_000)

/** Each model call takes 100 tokens, so the fifth uses the budget up. */
const BUDGET = 450

it.each(eachRound('budgets'))(
  'is counted once, whenever the program is killed (%i)',
  async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'baton-budget-'))
    const tools = await startToolServer()
    const server = await startModelServer({
      script: ({ index }) => ({
        calls: [{ name: 'look', arguments: { input: `${index}` } }],
        usage: { input: 90, output: 10 },
      }),
    })
    try {
      const drawn = flow('Near the end')
        .settings({ limits: { tokens: BUDGET } })
        .start('a')
        .agent('a', { name: 'A' })
        .httpTool('look', toolNode(tools, 'look'))
        .use('a', 'look')
        .build()
      const file = path.join(folder, 'f.flow.json')
      writeFileSync(file, saveFlow(drawn))
      const place = { folder, file, baseUrl: server.baseUrl }
      for (let attempt = 0; attempt < 2; attempt += 1) {
        const child = startBaton(place, attempt === 0 ? ['-m', 'go'] : [])
        const goal = server.calls + 1 + Math.floor(Math.random() * 3)
        for (let look = 0; look < 6000 && server.calls < goal && child.exitCode === null; look += 1) await sleep(5)
        await sleep(Math.random() * 40)
        await kill(child)
      }
      await tryBaton(place, [])
      const events = await storedEvents({ folder, flowId: drawn.id })
      const log = await storedLog({ folder }, events)
      const ends = events.flatMap((event) => (event.type === 'run.finished' ? [event] : []))
      expect(ends).toMatchObject([{ reason: 'limit', usage: { input: 450, output: 50 }, modelCalls: 5 }])
      const calls = log.flatMap((entry) => (entry.kind === 'calls' ? entry.calls.map(({ id }) => id) : []))
      const results = log.flatMap((entry) => (entry.kind === 'result' ? [entry.callId] : []))
      expect([calls.length, results]).toEqual([5, calls])
      // One that a kill cut off is made again, one at a time; the fifth is refused.
      const inputs = tools.calls.map(({ input }) => input)
      expect([new Set(inputs).size, inputs.length <= 4 + 2, server.calls <= 5 + 2]).toEqual([4, true, true])
      expect(server.violations).toEqual([])
    } finally {
      await server.close()
      await tools.close()
      rmSync(folder, { recursive: true, force: true })
    }
  },
  400_000,
)
