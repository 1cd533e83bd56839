/** A kill between what a step stored and what was told of it: whoever speaks next, or goes on, is shown all that models are told. */
import Database from 'better-sqlite3'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { saveFlow } from '../../src-shared/flow/editing/save'
import { flow } from '../../src-shared/testing/flow-builder'
import { createCore } from '../core'
import { nodePlatform } from '../platform/node'
import { libraryPath } from '../store/database'
import { eventsOfThread } from '../testing/hostile-faults'
import { startModelServer, type ModelServer } from '../testing/model-server'
import { BatonSaver } from '../engine/checkpoints'
import { readState } from '../engine/state/read-state'
import { toolNode } from '../testing/plan-bench'
import { startToolServer, type ToolServer } from '../testing/tool-server'

let tools: ToolServer
let server: ModelServer
const folders: string[] = []
const folder = () => {
  const made = mkdtempSync(path.join(tmpdir(), 'baton-untold-'))
  folders.push(made)
  return made
}
beforeEach(async () => {
  tools = await startToolServer()
  server = await startModelServer()
})
afterEach(async () => {
  expect(server.violations).toEqual([])
  await server.close()
  await tools.close()
  for (const made of folders.splice(0)) rmSync(made, { recursive: true, force: true })
})

const desk = () =>
  flow('Desk')
    .variable('n', { type: 'number', default: 0 })
    .start('a')
    .agent('a', { name: 'A' })
    .httpTool('pay', toolNode(tools, 'pay', { needsApproval: true }))
    .node('code-tool', 'count', {
      name: 'count',
      toolName: 'count',
      code: 'export const run = (_, baton) => { baton.set("n", 7); return "counted" }',
    })
    .use('a', 'pay')
    .use('a', 'count')
    .build()

const openIn = (dataDir: string) =>
  createCore({
    dataDir,
    platform: nodePlatform({ host: 'cli', dataDir }),
    models: { baseUrl: server.baseUrl, apiKey: 'test-key', model: 'test-model' },
    allow: ['all'],
  })

/** A data folder in which a turn waits for an answer of which nothing was told since its first call began. */
async function killedFolder(drawn: ReturnType<typeof desk>): Promise<string> {
  const dataDir = folder()
  const core = await openIn(dataDir)
  server.reply({ calls: [{ name: 'count', arguments: {} }] }, { calls: [{ name: 'pay', arguments: { input: '1' } }] })
  const turn = { flowId: drawn.id, flowText: saveFlow(drawn), revision: null, threadId: null, text: 'go' }
  const { threadId, done } = await core.services.runner.start(turn)
  await done
  const begun = eventsOfThread(core, threadId).find(({ type }) => type === 'tool.started')
  await core.close()
  const db = new Database(libraryPath(dataDir))
  db.prepare('DELETE FROM events WHERE seq > ?').run(begun?.seq)
  db.exec(`UPDATE runs SET state = 'running', owner = 'gone/1/1', lease = 0`)
  db.close()
  return dataDir
}

it('what was stored and not told is told, where a message or Continue goes on', async () => {
  const drawn = desk()
  const killed = await killedFolder(drawn)
  const copy = folder()
  cpSync(killed, copy, { recursive: true })
  const goneOn = async (dataDir: string, how: 'message' | 'continue') => {
    const core = await openIn(dataDir)
    const { runner, threads, events } = core.services
    const [thread] = threads.list(drawn.id)
    const threadId = thread?.id ?? ''
    expect(threads.read(threadId).state).toBe('unfinished')
    const now = { flowText: saveFlow(drawn), revision: null, threadId }
    if (how === 'message') server.reply({ text: 'Well then.' })
    const run = await (how === 'message'
      ? runner.start({ ...now, flowId: drawn.id, text: 'never mind' })
      : runner.resume(now))
    await run.done
    const told = new Set(
      eventsOfThread(core, threadId).flatMap((event) => (event.type === 'entry' ? [event.entry.id] : [])),
    )
    const { variables } = await events.conversation(threadId, threads.turnsOf(threadId))
    await core.close()
    const saver = new BatonSaver({ file: path.join(dataDir, 'checkpoints.sqlite') })
    const state = await readState(saver, threadId)
    saver.close()
    return { untold: state.log.filter(({ id }) => !told.has(id)), is: state.variables, shown: variables }
  }
  const whole = { untold: [], is: { n: 7 }, shown: { n: 7 } }
  expect(await goneOn(killed, 'message')).toEqual(whole)
  expect(await goneOn(copy, 'continue')).toEqual(whole)
})

it('an answer is told of the run that goes on with it, killed as it takes it over', async () => {
  const drawn = desk()
  const dataDir = folder()
  const copy = folder()
  const core = await openIn(dataDir)
  const { runner, events } = core.services
  server.reply({ calls: [{ name: 'pay', arguments: { input: '1' } }] })
  server.on({}, { text: 'Paid.' })
  const now = { flowText: saveFlow(drawn), revision: null }
  const { threadId, done } = await runner.start({ ...now, flowId: drawn.id, threadId: null, text: 'go' })
  await done
  const [asked] = runner.waiting(threadId)
  const { append } = events
  vi.spyOn(events, 'append').mockImplementation((...given) => {
    // What the other process finds is what was stored before this.
    if (given[2].some(({ type }) => type === 'answer')) cpSync(dataDir, copy, { recursive: true })
    return append(...given)
  })
  const answer = { kind: 'approve-call', decision: { is: 'approve' } } as const
  const goesOn = await runner.answer({ threadId, questionId: asked?.id ?? '', answer })
  await goesOn.done
  await core.close()

  const db = new Database(libraryPath(copy))
  db.exec(`UPDATE runs SET owner = 'gone/1/1', lease = 0 WHERE state = 'running'`)
  db.close()
  const after = await openIn(copy)
  expect(after.services.threads.read(threadId).state).toBe('unfinished')
  const again = await after.services.runner.resume({ ...now, threadId })
  expect(await again.done).toMatchObject({ state: 'finished' })
  const told = eventsOfThread(after, threadId)
  await after.close()
  expect(told.flatMap((event) => (event.type === 'answer' ? [event.answer] : []))).toEqual([answer])
  expect(told.filter(({ type }) => type === 'question').length).toBeGreaterThan(0)
})
