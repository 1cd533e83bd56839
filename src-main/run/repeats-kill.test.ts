/**
 * Kill -9 while a turn runs again: what was decided on its calls holds in the next program, and none is decided on twice. Two programs by default;
 * `BATON_KILLS=200` kills at every second model call.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { openFlow } from '../../src-shared/flow/editing/open'
import { saveFlow } from '../../src-shared/flow/editing/save'
import { callsToMake, type RepeatDecision } from '../../src-shared/run/log/repeats'
import { createCore } from '../core'
import { nodePlatform } from '../platform/node'
import { DIALOGS } from '../testing/kill-scenes'
import { buildProgram, ended, kill, startBaton } from '../testing/killable'
import { startModelServer } from '../testing/model-server'
import { startToolServer } from '../testing/tool-server'

/** Programs that are killed; the next one runs to its end. */
const MOST_KILLS = process.env['BATON_KILLS'] === undefined ? 2 : Infinity

beforeAll(buildProgram, 120_000)

it('a supervisor, another one and a dialog, killed at model calls: tools hear what was forecast', async () => {
  const scene = DIALOGS
  const tools = await startToolServer()
  let isArmed = false
  let nth = 0
  let kills = 0
  const server = await startModelServer({
    script(request) {
      nth += isArmed ? 1 : 0
      return nth % 2 === 1 && kills < MOST_KILLS ? { hang: true } : scene.reply(request)
    },
  })
  const folder = mkdtempSync(path.join(tmpdir(), 'baton-repeats-'))
  try {
    const flowText = saveFlow(scene.draw(tools)).replaceAll(
      '"toolName": "pay",',
      '"toolName": "pay", "method": "POST",',
    )
    const opened = openFlow(flowText)
    if (!opened.ok) throw new Error(opened.error.message)
    const file = path.join(folder, 'f.flow.json')
    writeFileSync(file, flowText)
    const core = await createCore({
      dataDir: folder,
      platform: nodePlatform({ host: 'cli', dataDir: folder }),
      models: { baseUrl: server.baseUrl, apiKey: 'k', model: 'm' },
      allow: ['all'],
    })
    const { runner } = core.services
    const now = { flowText, revision: null }
    const first = await runner.start({ flowId: opened.flow.id, ...now, threadId: null, text: 'go' })
    expect(await first.done).toMatchObject({ state: 'finished' })
    const of = { threadId: first.threadId, turn: 1 }
    const calls = await runner.repeats({ how: 'again', ...of, flowText })
    const decisions = calls.map(({ id }, at): RepeatDecision => {
      return { id, choice: at % 2 === 0 ? 'again' : 'recorded' }
    })
    const forecast = callsToMake(calls, ({ id }) => decisions.find((one) => one.id === id)?.choice ?? 'again')
    const before = tools.calls.length
    const asked = server.calls
    isArmed = true
    const again = await runner.again({ ...of, ...now, decisions })
    await server.waitForRequest(asked + 1)
    await core.close()
    for (let next = asked + 3; next < asked + 40; next += 2) {
      const child = startBaton({ folder, file, baseUrl: server.baseUrl }, ['--thread', again.threadId])
      const over = ended(child).then(() => true)
      const isOver = await (kills < MOST_KILLS
        ? Promise.race([over, server.waitForRequest(next).then(() => false)])
        : over)
      if (isOver) break
      await kill(child)
      kills += 1
    }
    expect(kills).toBeGreaterThanOrEqual(Math.min(4, MOST_KILLS))
    const heard = tools.calls.slice(before).map(({ tool, input }) => `${tool} ${input}`)
    const expected = forecast.flatMap(({ tool, arguments: json }) => {
      const { input } = JSON.parse(json) as { input?: string }
      return input === undefined ? [] : [`${tool} ${input}`]
    })
    expect(heard.toSorted()).toEqual(expected.toSorted())
  } finally {
    await server.close()
    await tools.close()
    rmSync(folder, { recursive: true, force: true })
  }
}, 400_000)
