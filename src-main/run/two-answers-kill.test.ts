/** A question that two programs answer at once, one of which is killed: one answer counts, and the call runs once. */
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, it } from 'vitest'
import { saveFlow } from '../../src-shared/flow/editing/save'
import { flow } from '../../src-shared/testing/flow-builder'
import { createCore } from '../core'
import { nodePlatform } from '../platform/node'
import { eventsOfThread } from '../testing/hostile-faults'
import { eachRound } from '../testing/kill-groups'
import { buildProgram, ended, kill, runBaton, startBaton, tryBaton, type Killable } from '../testing/killable'
import { startModelServer } from '../testing/model-server'
import { toolNode } from '../testing/plan-bench'
import { startToolServer } from '../testing/tool-server'

beforeAll(buildProgram, 300_000)

const over = async (child: Killable) => {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'close')
}

it.each(eachRound('two-answers'))(
  'one of two answers counts, whichever program is killed (%i)',
  async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'baton-answers-'))
    const server = await startModelServer()
    const tools = await startToolServer()
    try {
      const drawn = flow('Shop').start('a').agent('a', { name: 'A' })
      drawn.httpTool('pay', toolNode(tools, 'pay', { needsApproval: true })).use('a', 'pay')
      const file = path.join(folder, 'f.flow.json')
      writeFileSync(file, saveFlow(drawn.build()))
      const seen = path.join(folder, 'seen.json')
      writeFileSync(seen, '{"result":"paid, as the shop says"}')
      const place = { folder, file, baseUrl: server.baseUrl }
      const pay = { calls: [{ name: 'pay', arguments: { input: '5' } }] }
      server.reply(pay)
      server.on({}, { text: 'Done.' })
      const began = performance.now()
      expect(await ended(startBaton(place, ['-m', 'go']))).toContain('a call of pay')
      const takes = performance.now() - began
      const pair = [startBaton(place, ['--answer', 'approve']), startBaton(place, ['--answer', 'refuse'])]
      await sleep(takes * Math.random() * 1.5)
      const [killed, other] = Math.random() < 0.5 ? pair : pair.toReversed()
      if (killed !== undefined) await kill(killed)
      if (other !== undefined) await over(other)
      let said = other?.output() ?? ''
      for (let attempt = 0; attempt < 6 && !said.includes('Done.'); attempt += 1) {
        said = (await tryBaton(place, [])).text
        if (said.includes('may have taken effect') && tools.calls.length > 0)
          said = await runBaton(place, ['--answer', seen])
        else if (said.includes('a call of pay')) said = await runBaton(place, ['--answer', 'approve'])
        else if (said.includes('complete')) break
      }
      const core = await createCore({ dataDir: folder, platform: nodePlatform({ host: 'cli', dataDir: folder }) })
      const events = eventsOfThread(core, 't')
      const waiting = core.services.runner.waiting('t')
      await core.close()
      const answers = new Map<string, Set<string>>()
      for (const event of events)
        if (event.type === 'answer')
          answers.set(event.id, (answers.get(event.id) ?? new Set()).add(JSON.stringify(event.answer)))
      expect([...answers.values()].map(({ size }) => size)).toEqual([...answers.values()].map(() => 1))
      const [first] = [...answers.values()].flatMap((given) => [...given])
      const isRefused = first?.includes('refuse') === true
      expect([waiting, tools.calls.length]).toEqual([[], isRefused ? 0 : 1])
      const results = events.flatMap((event) =>
        event.type === 'entry' && event.entry.kind === 'result' ? [event.entry.id] : [],
      )
      expect([results.length, server.violations]).toEqual([1, []])
    } finally {
      await server.close()
      await tools.close()
      rmSync(folder, { recursive: true, force: true })
    }
  },
  400_000,
)
