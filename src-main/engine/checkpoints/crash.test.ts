/** Kill -9: what a dead process left behind is whole, and no finished task is done again. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { converse } from './checkpoints.bench-data'
import { BatonSaver } from './index'
import { fanOut } from './testing/graphs'

// Node runs TypeScript as it is, but does not guess the extension of an import.
const RESOLVE_TS = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module'
  registerHooks({ resolve: (name, context, next) => next(/^[.]/.test(name) && !/[.]m?[jt]s$/.test(name) && context.parentURL?.endsWith('.ts') ? name + '.ts' : name, context) })
`)}`

let folder = ''
let file = ''
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'baton-crash-'))
  file = path.join(folder, 'checkpoints.db')
})
afterEach(() => rmSync(folder, { recursive: true }))

function start(mode: string, calls: string) {
  const script = path.join(import.meta.dirname, 'testing/child.ts')
  return spawn(process.execPath, ['--no-warnings', '--import', RESOLVE_TS, script, mode, file, calls], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

test('with three tasks in flight, only the one that had not finished runs again', async () => {
  const calls = path.join(folder, 'calls')
  const child = start('fan-out', calls)
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
  expect(readFileSync(calls, 'utf8').trim().split('\n').toSorted()).toEqual(['a', 'b', 'c'])

  const saver = new BatonSaver({ file })
  const graph = fanOut(calls, async () => undefined).compile({ checkpointer: saver })
  const state = await graph.invoke(null, { configurable: { thread_id: 't' }, durability: 'sync' })
  expect(state.log.map(({ id }) => id)).toEqual(['user', 'plan', 'a', 'b', 'c', 'done'])
  expect(readFileSync(calls, 'utf8').trim().split('\n').toSorted()).toEqual(['a', 'b', 'c', 'c'])
  const nodes = (await saver.timeline('t')).map((entry) => entry.nodes)
  expect(nodes).toEqual([['done'], ['worker'], ['plan'], [], []])
  saver.close()
})

test('a process killed while it writes leaves a database that reads whole and goes on', async () => {
  const child = start('talk', '')
  let turns = 0
  for await (const line of createInterface({ input: child.stdout })) {
    turns = Number(line)
    if (turns === 25) child.kill('SIGKILL')
  }
  const database = new Database(file)
  expect(database.pragma('integrity_check', { simple: true })).toBe('ok')
  database.close()
  const saver = new BatonSaver({ file })
  let read = 0
  for await (const tuple of saver.list({ configurable: { thread_id: 't' } }))
    read += Object.keys(tuple.checkpoint.channel_values).length > 0 ? 1 : 0
  expect(read).toBeGreaterThanOrEqual(turns * 4)
  await converse(saver, { threadId: 't', firstTurn: turns + 2, turns: 1, charactersPerMessage: 1000 })
  const log = (await saver.get({ configurable: { thread_id: 't' } }))?.channel_values.log
  expect(Array.isArray(log) && log.length).toBeGreaterThanOrEqual(turns * 2 + 2)
  saver.close()
})
