/** A result that is held, with kill -9 while its tool runs, while it waits and while the turn goes on: the tool runs once once it has answered, and the model reads what was decided. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, it } from 'vitest'
import { saveFlow } from '../../src-shared/flow/editing/save'
import { flow } from '../../src-shared/testing/flow-builder'
import { eachRound } from '../testing/kill-groups'
import { buildProgram, kill, runBaton, startBaton, tryBaton } from '../testing/killable'
import { startModelServer } from '../testing/model-server'
import { toolNode } from '../testing/plan-bench'
import { startToolServer } from '../testing/tool-server'

beforeAll(buildProgram, 120_000)

it.each(eachRound('held-results'))(
  'is decided once, whenever the program is killed (%i)',
  async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'baton-held-'))
    const server = await startModelServer()
    const tools = await startToolServer()
    try {
      const drawn = flow('Shop').start('a').agent('a', { name: 'A' })
      drawn.httpTool('find', toolNode(tools, 'find', { holdResult: true })).use('a', 'find')
      const file = path.join(folder, 'f.flow.json')
      writeFileSync(file, saveFlow(drawn.build()))
      const edited = path.join(folder, 'edited.json')
      writeFileSync(edited, '{"result":"nothing found"}')
      const place = { folder, file, baseUrl: server.baseUrl }
      server.reply({ calls: [{ name: 'find', arguments: { input: 'tea' } }] }, { text: 'Done.' }, { text: 'Done.' })
      const first = startBaton(place, ['-m', 'go'])
      while (!first.output().includes('look at') && first.exitCode === null) await sleep(5)
      await kill(first)
      const second = startBaton(place, ['--answer', edited])
      await sleep(100 + Math.random() * 900)
      await kill(second)
      let said = second.output()
      for (let attempt = 0; attempt < 5 && !said.includes('Done.'); attempt += 1) {
        said = (await tryBaton(place, [])).text
        if (said.includes('look at')) said = await runBaton(place, ['--answer', edited])
      }
      const messages = JSON.stringify(server.requests.at(-1)?.messages)
      expect([tools.calls.length, messages.includes('nothing found'), messages.includes('f(tea)')]).toEqual([
        1,
        true,
        false,
      ])
      expect([server.calls <= 3, server.violations]).toEqual([true, []])
    } finally {
      await server.close()
      await tools.close()
      rmSync(folder, { recursive: true, force: true })
    }
  },
  400_000,
)
