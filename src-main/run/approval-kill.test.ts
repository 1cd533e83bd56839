/** An `approval` whose program is ended with kill -9 while it asks and while it goes on: it is answered once, or over once when its time is. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, it } from 'vitest'
import { saveFlow } from '../../src-shared/flow/editing/save'
import { flow } from '../../src-shared/testing/flow-builder'
import { createCore } from '../core'
import { nodePlatform } from '../platform/node'
import { eachRound } from '../testing/kill-groups'
import { buildProgram, kill, startBaton, tryBaton } from '../testing/killable'
import { startModelServer } from '../testing/model-server'

beforeAll(buildProgram, 120_000)

/** Counts what follows from the answer, and says it. */
const drawing = flow('Gate')
  .variable('approved', { type: 'number', default: 0 })
  .variable('late', { type: 'number', default: 0 })
  .start('q')
  .node('approval', 'q', { name: 'Gate', message: 'Open?', timeout: 4 })
  .node('set-variables', 'v', { name: 'Count', set: [{ name: 'approved', value: '${approved} + 1' }] })
  .node('set-variables', 'w', { name: 'Late', set: [{ name: 'late', value: '${late} + 1' }] })
  .agent('a', { name: 'A' })
  .edge('next', { from: 'q', to: 'v', port: 'approved' })
  .edge('next', { from: 'q', to: 'w', port: 'timeout' })
  .next('v', 'a')
  .next('w', 'a')

/** The folder as it is left between two processes. */
async function lookAt(folder: string) {
  const core = await createCore({
    dataDir: folder,
    platform: nodePlatform({ host: 'cli', dataDir: folder }),
    allow: ['all'],
  })
  try {
    const { runner, events, threads } = core.services
    const run = threads.newestRun('t')
    const turn = run === null ? [] : events.eventsOfTurn('t', run.turn)
    const set = turn.flatMap((event) => (event.type === 'variables' ? [event.changes] : []))
    const answers = new Set(turn.flatMap((event) => (event.type === 'answer' ? [JSON.stringify(event.answer)] : [])))
    return { waiting: runner.waiting('t'), state: run?.state ?? null, set, answers: [...answers] }
  } finally {
    await core.close()
  }
}

const CASES = [
  ['nobody answers', [], { late: 1 }, '{"kind":"approval","outcome":"timeout"}'],
  ['it is approved in time', ['--answer', 'approve'], { approved: 1 }, '{"kind":"approval","outcome":"approved"}'],
] as const

it.each(eachRound('approvals').flatMap(() => CASES))(
  'goes on once where %s, killed at any point',
  async (_title, answer, counted, answered) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'baton-gate-'))
    const server = await startModelServer()
    try {
      const file = path.join(folder, 'f.flow.json')
      const isInTime = answer.length > 0
      const drawn = drawing.build()
      const text = saveFlow(drawn)
      writeFileSync(file, isInTime ? text.replace('"timeout": 4', '"timeout": 4000') : text)
      const place = { folder, file, baseUrl: server.baseUrl }
      server.reply({ text: 'Gone on.' }, { text: 'Gone on.' })
      const first = startBaton(place, ['-m', 'go'])
      // Before or after the question is stored.
      while (!first.output().includes('approve or refuse') && first.exitCode === null) await sleep(5)
      await kill(first)
      const { waiting } = await lookAt(folder)
      const until = waiting[0]?.question.kind === 'approval' ? Date.parse(waiting[0].question.until ?? '') : NaN
      expect(waiting.length).toBe(1)
      if (!isInTime) await sleep(Math.max(0, until - Date.now()))
      const second = startBaton(place, answer)
      await sleep(150 + Math.random() * 500)
      await kill(second)
      for (let attempt = 0; attempt < 5; attempt += 1) {
        const { state, waiting: open } = await lookAt(folder)
        if (state === 'finished' && open.length === 0) break
        await tryBaton(place, open.length > 0 && state === 'finished' ? answer : [])
      }
      const set = [{ approved: 0, late: 0 }, counted]
      expect(await lookAt(folder)).toEqual({ waiting: [], state: 'finished', set, answers: [answered] })
      expect([server.calls - 1 <= 1, server.violations]).toEqual([true, []])
    } finally {
      await server.close()
      rmSync(folder, { recursive: true, force: true })
    }
  },
  400_000,
)
