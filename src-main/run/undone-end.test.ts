/** The disk refuses the end of a turn, after all of it was stored: the turn fails in words, and the thread goes on. */
import Database from 'better-sqlite3'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { saveFlow } from '../../src-shared/flow/editing/save'
import { flow } from '../../src-shared/testing/flow-builder'
import { createCore } from '../core'
import { nodePlatform } from '../platform/node'
import { libraryPath } from '../store/database'
import { eventsOfThread } from '../testing/hostile-faults'
import { startModelServer } from '../testing/model-server'

/** Lets the next commits that end a turn well fail, at the very end, until it is called off. */
function refuseEnds(dataDir: string): () => void {
  const db = new Database(libraryPath(dataDir))
  db.exec(`CREATE TABLE refused (run INTEGER REFERENCES runs (number) DEFERRABLE INITIALLY DEFERRED);
    CREATE TRIGGER refuse AFTER INSERT ON events WHEN NEW.type = 'run.finished' BEGIN INSERT INTO refused VALUES (-1); END`)
  return () => {
    db.exec('DROP TRIGGER refuse')
    db.close()
  }
}

it('says that it failed, and the next message is answered', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'baton-undone-end-'))
  const server = await startModelServer()
  const core = await createCore({
    dataDir,
    platform: nodePlatform({ host: 'cli', dataDir }),
    models: { baseUrl: server.baseUrl, apiKey: 'test-key', model: 'test-model' },
    allow: ['all'],
  })
  onTestFinished(async () => {
    await core.close()
    await server.close()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const drawn = flow('Desk').start('a').agent('a', { name: 'A' }).build()
  const say = async (text: string, threadId: string | null) => {
    const turn = { flowId: drawn.id, flowText: saveFlow(drawn), revision: null, threadId, text }
    const run = await core.services.runner.start(turn)
    return { threadId: run.threadId, outcome: await run.done }
  }
  const allow = refuseEnds(dataDir)
  server.reply({ text: 'Good morning.' })
  const first = await say('Hello', null)
  const told = () => eventsOfThread(core, first.threadId)
  expect(first.outcome).toMatchObject({ state: 'failed', error: { code: 'storage' } })
  expect(told().at(-1)).toMatchObject({ type: 'run.failed', error: { code: 'storage' } })
  expect(core.services.threads.read(first.threadId).state).toBe('failed')
  allow()
  server.reply({ text: 'Still here.' })
  const second = await say('Are you there?', first.threadId)
  expect(second.outcome).toMatchObject({ state: 'finished' })
  const said = told().flatMap((event) =>
    event.type === 'entry' && event.entry.kind === 'text' ? [event.entry.text] : [],
  )
  expect(said).toEqual(['Hello', 'Good morning.', 'Are you there?', 'Still here.'])
  expect(server.violations).toEqual([])
})
