/** A call on which a person decides two flows deep in tools, which a reply or a step of a plan has called, with kill -9 after the answer: it runs once, or is asked about again where nobody knows. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, it } from 'vitest'
import { saveFlow } from '../../src-shared/flow/editing/save'
import { flow, type FlowBuilder } from '../../src-shared/testing/flow-builder'
import { eachRound } from '../testing/kill-groups'
import { buildProgram, ended, kill, runBaton, startBaton, tryBaton } from '../testing/killable'
import { startModelServer } from '../testing/model-server'
import { plan, planFlow, toolNode } from '../testing/plan-bench'
import { startToolServer } from '../testing/tool-server'

beforeAll(buildProgram, 120_000)

it.each(eachRound('inner-questions').flatMap(() => ['agent', 'plan']))(
  'is decided within two flows that are tools, called by: %s, whenever the program is killed',
  async (by) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'baton-inner-'))
    const server = await startModelServer()
    const tools = await startToolServer()
    try {
      const within = (name: string, inner: FlowBuilder) =>
        flow(name)
          .start('a')
          .agent('a', { name, prompt: `I am ${name}.` })
          .node('flow-tool', 't', { name: 'inner', description: 'Pays', flow: inner.file() })
          .use('a', 't')
      const clerk = flow('Clerk').start('a').agent('a', { name: 'Clerk', prompt: 'I am Clerk.' })
      clerk.httpTool('pay', toolNode(tools, 'pay', { needsApproval: true })).use('a', 'pay')
      const file = path.join(folder, 'f.flow.json')
      const office = within('Office', clerk)
      const drawn = by === 'agent' ? within('Desk', office) : planFlow(tools)
      if (by === 'plan')
        drawn.node('flow-tool', 't', { name: 'inner', toolName: 'inner', flow: office.file() }).use('p', 't')
      writeFileSync(file, saveFlow(drawn.build()))
      const seen = path.join(folder, 'seen.json')
      writeFileSync(seen, '{"result":"paid, as the shop says"}')
      const told = { calls: [{ name: 'inner', arguments: { message: 'pay' } }] }
      server.on({ system: 'I am Desk' }, told, { text: 'Done.' }, { text: 'Done.' })
      server.on({ system: 'You plan' }, { text: plan('inner[{"message":"pay"}]') })
      server.on({ system: 'I am Office' }, told, { text: 'Told.' }, { text: 'Told.' })
      const pay = { calls: [{ name: 'pay', arguments: { input: '5' } }] }
      server.on({ system: 'I am Clerk' }, pay, { text: 'Paid.' }, { text: 'Paid.' })
      server.on({}, { text: 'Done.' }, { text: 'Done.' })
      const place = { folder, file, baseUrl: server.baseUrl }
      const began = Date.now()
      expect(await ended(startBaton(place, ['-m', 'go']))).toContain('a call of pay')
      const whole = Date.now() - began
      const second = startBaton(place, ['--answer', 'approve'])
      await sleep(Math.random() * whole)
      await kill(second)
      let said = second.output()
      for (let attempt = 0; attempt < 6 && !said.includes('Done.'); attempt += 1) {
        said = (await tryBaton(place, [])).text
        if (said.includes('may have taken effect') && tools.calls.length > 0)
          said = await runBaton(place, ['--answer', seen])
        else if (said.includes('a call of pay')) said = await runBaton(place, ['--answer', 'approve'])
      }
      expect([said.includes('Done.'), tools.calls.length, server.violations]).toEqual([true, 1, []])
      // Whoever was answered by a model before is not asked again, but for the one call that a kill cut off.
      expect(server.calls).toBeLessThanOrEqual(7)
    } finally {
      await server.close()
      await tools.close()
      rmSync(folder, { recursive: true, force: true })
    }
  },
  400_000,
)
