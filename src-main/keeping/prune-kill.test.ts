/** Kill -9 of a real `baton threads prune` at random points: every thread is whole and goes on, also from its pinned step. */
import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { beforeAll, expect, it } from 'vitest'
import { saveFlow } from '../../src-shared/flow/editing/save'
import { flow } from '../../src-shared/testing/flow-builder'
import { createCore } from '../core'
import { nodePlatform } from '../platform/node'
import { allOf } from '../testing/all-of'
import { openTestCore } from '../testing/core-bench'
import { roundsOf } from '../testing/kill-groups'
import { buildProgram, kill } from '../testing/killable'

const KILLS = roundsOf('pruning')
const THREADS = ['one', 'two', 'three']
const TURNS = 8
/** The turn whose answer is pinned. */
const PINNED = 3
const PROGRAM = path.resolve(import.meta.dirname, '../../out/main/cli.js')
const drawn = flow('Kept').start('a').agent('a', { name: 'Desk' }).build()

beforeAll(buildProgram, 300_000)

const prune = (dataDir: string) =>
  spawn(process.execPath, [PROGRAM, 'threads', 'prune', '--keep', 'lean', '--data', dataDir], { stdio: 'ignore' })

it(
  'whenever pruning is killed, what was said is there and every thread goes on from its newest state',
  async () => {
    const bench = await openTestCore(drawn, { recordsPart: true })
    const folder = mkdtempSync(path.join(tmpdir(), 'baton-prune-'))
    try {
      for (const thread of THREADS)
        for (let turn = 1; turn <= TURNS; turn += 1) {
          bench.server.reply({ text: `Answer ${turn} of ${thread}` })
          await bench.turn(`Question ${turn}`, thread)
        }
      for (const thread of THREADS) {
        const { services } = bench.core()
        const { id: runId = '' } = services.threads.runOfTurn(thread, PINNED) ?? {}
        services.retention.pinStep(thread, { runId, seq: services.events.events(runId).at(-1)?.seq ?? 0, name: '' })
      }
      const whole = path.join(folder, 'whole')
      cpSync(bench.dataDir, whole, { recursive: true })
      const began = performance.now()
      const once = prune(whole)
      await new Promise((resolve) => once.once('exit', resolve))
      expect(once.exitCode).toBe(0)
      const takes = performance.now() - began
      for (let number = 0; number < KILLS; number += 1) {
        const dataDir = path.join(folder, `killed-${number}`)
        cpSync(bench.dataDir, dataDir, { recursive: true })
        const child = prune(dataDir)
        await pause(takes * (0.2 + 0.8 * Math.random()))
        await kill(child)
        await goesOn(dataDir, bench)
        rmSync(dataDir, { recursive: true })
      }
      await goesOn(whole, bench)
    } finally {
      await bench.close()
      rmSync(folder, { recursive: true, force: true })
    }
  },
  120_000 + KILLS * 20_000,
)

async function goesOn(dataDir: string, { server }: Awaited<ReturnType<typeof openTestCore>>) {
  const platform = nodePlatform({ host: 'cli', dataDir })
  const models = { baseUrl: server.baseUrl, apiKey: 'test-key', model: 'test-model' }
  const core = await createCore({ dataDir, platform, models, allow: ['all'] })
  const flowText = saveFlow(drawn)
  for (const threadId of THREADS) {
    const [pin] = core.services.threads.read(threadId).pins ?? []
    if (pin === undefined) throw new Error(`${threadId} has lost its pin`)
    const fork = await core.services.runner.forkAt({ threadId, runId: pin.runId, seq: pin.seq })
    server.reply({ text: 'From the pin on' })
    const ask = { flowId: drawn.id, flowText, revision: null, threadId: fork, text: 'What now?' }
    expect(await (await core.services.runner.start(ask)).done).toMatchObject({ state: 'finished' })
    const asked = JSON.stringify(server.requests.at(-1)?.messages)
    expect(asked).toContain(`Answer ${PINNED} of ${threadId}`)
    expect(asked).not.toContain(`Answer ${PINNED + 1} of ${threadId}`)
    expect(core.services.events.events(pin.runId).map(({ type }) => type)).toContain('model.started')
    server.reply({ text: 'Still here' })
    const turn = { flowId: drawn.id, flowText, revision: null, threadId, text: 'And now?' }
    expect(await (await core.services.runner.start(turn)).done).toMatchObject({ state: 'finished' })
    const heard = JSON.stringify(server.requests.at(-1)?.messages)
    const events = await allOf(core.services.keeping.events(threadId))
    const said = events.flatMap((event) =>
      event.type === 'entry' && event.entry.kind === 'text' ? [event.entry.text] : [],
    )
    for (let number = 1; number <= TURNS; number += 1) {
      expect(heard).toContain(`Answer ${number} of ${threadId}`)
      expect(said.filter((text) => text === `Answer ${number} of ${threadId}`)).toHaveLength(1)
    }
  }
  await core.close()
}
