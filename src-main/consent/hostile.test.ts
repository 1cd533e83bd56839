/**
 * Opening, checking, keeping, exporting, pasting or looking at a hostile flow, and running it without consent: nothing is started, nobody is
 * contacted, and no file is read but Baton's own and the flow's.
 */
import { spawn } from 'node:child_process'
import { lookup } from 'node:dns'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { fetch as undiciFetch } from 'undici'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { checkFlow } from '../../src-shared/flow/checks/check'
import { copyText, readClip } from '../../src-shared/flow/editing/clipboard'
import { flowToMermaid } from '../../src-shared/flow/editing/mermaid'
import { openFlow } from '../../src-shared/flow/editing/open'
import { saveFlow } from '../../src-shared/flow/editing/save'
import { toAppError } from '../../src-shared/errors'
import { flow } from '../../src-shared/testing/flow-builder'
import { openTerminal, type Terminal } from '../cli/testing/terminal'
import { createCore } from '../core'
import { nodePlatform } from '../platform/node'
import { CANARY, HOSTILE_FLOWS } from './testing/hostile-flows'
import { watch, type AccessWatch } from './testing/watch'

const ROOT = path.resolve(import.meta.dirname, '../..')
/** What a test asks of the largest flows, beside others on a busy machine. */
const PATIENCE = 120_000

/** Once, for what is looked at when SQLite is loaded. */
beforeAll(async () => {
  const opened = openTerminal()
  await throughTheApp(opened, saveFlow(flow('Calm').start('a').agent('a').build()))
  opened.close()
})

let terminal: Terminal
let watched: AccessWatch
beforeEach(() => {
  terminal = openTerminal()
  watched = watch([terminal.folder, ROOT])
})
afterEach(() => {
  watched.stop()
  terminal.close()
})

const context = { signal: new AbortController().signal }

/** Everything that the app does with a flow short of running it, then an attempt to; the consent items, and how the attempt ended. */
async function throughTheApp({ folder }: Terminal, text: string) {
  const dataDir = path.join(folder, 'app')
  const { handlers, close } = await createCore({ dataDir, platform: nodePlatform({ host: 'cli', dataDir }) })
  try {
    const stored = await handlers['flows.import']({ text, fileName: 'hostile.flow.json' }, context)
    const flowId = stored.id
    await handlers['flows.list']({}, context)
    await handlers['flows.save']({ id: flowId, baseRevision: stored.revision, text: stored.text }, context)
    await handlers['flows.keepVersion']({ id: flowId, label: 'One' }, context)
    const [version] = await handlers['flows.versions']({ id: flowId }, context)
    if (version !== undefined) await handlers['flows.readVersion']({ id: flowId, version: version.id }, context)
    const copy = await handlers['flows.duplicate']({ id: flowId }, context)
    await handlers['flows.remove']({ id: copy.id }, context)
    await handlers['flows.restore']({ id: copy.id }, context)
    const items = await handlers['consents.read']({ flowId, refused: false }, context)
    for (const node of toolUsers(stored.text)) {
      await handlers['tools.list']({ flowId, node, connect: false }, context)
      await handlers['tools.list']({ flowId, node, connect: true }, context).catch(expectRefused)
    }
    const ended = await handlers['runs.start'](
      { flowId, threadId: null, text: 'Hello', attachments: [], variables: {}, to: null },
      context,
    ).then(
      () => 'ran',
      (cause: unknown) => toAppError(cause).code,
    )
    return { items, ended, threads: await handlers['threads.list']({ flowId }, context) }
  } finally {
    await close()
  }
}

/** Agents and pools; what is in them can be looked at without a run. */
function toolUsers(text: string): string[] {
  const opened = openFlow(text)
  const nodes = opened.ok ? Object.entries(opened.flow.nodes) : []
  return nodes.filter(([, { kind }]) => kind === 'agent' || kind === 'workbench').map(([id]) => id)
}

function expectRefused(cause: unknown): void {
  expect(toAppError(cause).code).toBe('consent-needed')
}

const withoutHash = (key: string) => key.replace(/@[0-9a-f]{32}$/, '@…')

test.each(Object.keys(HOSTILE_FLOWS))('%s: nothing is touched', { timeout: PATIENCE }, async (name) => {
  const hostile = HOSTILE_FLOWS[name]?.()
  if (hostile === undefined) throw new Error(name)
  const { text, uses } = hostile
  const opened = openFlow(text)
  expect(opened.ok).toBe(uses !== null)
  const file = terminal.file(text)
  const check = await terminal.baton(['check', file])
  await terminal.baton(['export', file, '--to', 'json'])
  await terminal.baton(['export', file, '--to', 'mermaid'])
  await terminal.baton(['tools', 'list', file])
  await terminal.baton(['tools', 'search', file, 'mail'])
  const ran = await terminal.baton(['run', file, '-m', 'Hello', '--thread', 't'])
  const chatted = await terminal.baton(['chat', file], { stdin: ['Hello'] })
  // One that uses nothing is served, which listens.
  const served = uses?.length === 0 ? null : await terminal.baton(['serve', file], { signal: AbortSignal.abort() })
  if (opened.ok && uses !== null) {
    const blocks = checkFlow(opened.flow).some(({ severity }) => severity === 'error')
    flowToMermaid(opened.flow)
    expect(readClip(copyText(opened.flow, Object.keys(opened.flow.nodes)))).not.toBeNull()
    const { items, ended, threads } = await throughTheApp(terminal, saveFlow(opened.flow))
    expect(items.map(({ key }) => withoutHash(key)).sort()).toEqual([...uses].sort())
    expect(items.every(({ allowed }) => !allowed)).toBe(true)
    if (blocks || uses.length > 0) {
      expect([ran.code, ran.out, chatted.code, served?.code ?? 1]).toEqual([1, '', 1, 1])
      expect([ended, threads]).toEqual([blocks ? 'flow-has-problems' : 'consent-needed', []])
    }
    // Each item is named as it can be copied, and nothing in it can be taken for another line.
    const lines = check.notes.filter((line) => line.startsWith('  --allow '))
    expect(lines.length).toBe(items.length)
    if (!blocks) expect(ran.notes.filter((line) => line.startsWith('  --allow '))).toEqual(lines)
  } else {
    expect([check.code, ran.code, chatted.code, served?.code]).toEqual([1, 1, 1, 1])
  }
  expect(watched.seen).toEqual([])
  expect(existsSync(CANARY)).toBe(false)
})

test('servers that nobody uses: nothing is touched, whatever a file says of them', { timeout: PATIENCE }, async () => {
  const transport = { type: 'stdio', command: 'touch', args: [CANARY], env: {} }
  const url = 'http://127.0.0.1:8999/'
  const drawn = flow('Desk')
    .start('a')
    .agent('a')
    .node('mcp-server', 'user', { name: 'Program', transport, allowed: true, byHand: true })
    .node('mcp-server', 'away', { name: 'Away', transport: { type: 'http', url, headers: {} } })
    .node('http-tool', 'get', { toolName: 'get', url })
  const consents = [{ type: 'command', value: '*', allowed: true, byHand: true }]
  const text = JSON.stringify(drawn.settings({ consents }).file())
  const dataDir = path.join(terminal.folder, 'app')
  const { handlers, close } = await createCore({ dataDir, platform: nodePlatform({ host: 'cli', dataDir }) })
  try {
    const named = JSON.stringify({ ...drawn.file(), consents })
    await expect(handlers['flows.import']({ text: named, fileName: null }, context)).rejects.toThrow('consents')
    const { id: flowId } = await handlers['flows.import']({ text, fileName: 'hostile.flow.json' }, context)
    expect(await handlers['consents.read']({ flowId, refused: true }, context)).toEqual([])
    for (const node of ['user', 'away']) {
      const listed = await handlers['tools.list']({ flowId, node, connect: false }, context)
      expect(listed.sources.map(({ state }) => state)).toEqual(['needs-consent'])
      await expect(handlers['tools.list']({ flowId, node, connect: true }, context)).rejects.toMatchObject({
        code: 'consent-needed',
      })
    }
    for (const [node, tool] of [['user', 'x'] as const, ['away', 'x'] as const, ['get', null] as const])
      await expect(
        handlers['tools.try']({ flowId, node, tool, arguments: {}, variables: {} }, context),
      ).rejects.toMatchObject({ code: 'consent-needed' })
    // To look at what one would start allows nothing.
    const asked = await handlers['consents.read']({ flowId, refused: true }, context)
    expect(asked.map(({ byHand, allowed }) => [byHand, allowed])).toEqual([[true, false]])
  } finally {
    await close()
  }
  const file = terminal.file(text)
  await terminal.baton(['tools', 'list', file])
  await terminal.baton(['tools', 'try', file, 'Program', 'x'])
  expect(watched.seen).toEqual([])
  expect(existsSync(CANARY)).toBe(false)
})

test('the watch sees each of these uses', async () => {
  const child = spawn(process.execPath, ['-e', ''])
  const worker = new Worker('', { eval: true })
  await Promise.all([once(child, 'exit'), once(worker, 'exit')])
  const socket = connect(8999, '127.0.0.1')
  await once(socket, 'error').catch(() => undefined)
  lookup('127.0.0.1', () => undefined)
  await Promise.allSettled([fetch('http://127.0.0.1:8999/'), undiciFetch('http://127.0.0.1:8999/')])
  readFileSync('/etc/hostname')
  await readFile('/etc/hostname')
  const kinds = watched.seen.map((line) => line.split(' ')[0])
  expect(kinds).toEqual(expect.arrayContaining(['spawn', 'Worker', 'connect', 'lookup', 'fetch', 'read']))
  expect(watched.seen.filter((line) => line === 'read /etc/hostname').length).toBeGreaterThanOrEqual(2)
  expect(kinds.filter((kind) => kind === 'connect').length).toBeGreaterThanOrEqual(3)
})

test('the watch sees what a flow does once it was allowed', async () => {
  const desk = flow('Desk')
    .start('a')
    .agent('a')
    .node('code-tool', 'sum', { code: 'export const run = () => 1' })
    .use('a', 'sum')
    .httpTool('get', { url: 'http://127.0.0.1:8999/' })
    .use('a', 'get')
    .rehearsal(
      { when: { last: '/sum/' }, call: { tool: 'sum', arguments: {} } },
      { when: { last: '/get/' }, call: { tool: 'get', arguments: {} } },
    )
  const file = terminal.file(desk.build())
  await terminal.baton(['tools', 'list', file])
  await terminal.baton(['tools', 'search', file, 'mail'])
  const ran = await terminal.baton(['run', file, '-m', 'sum', '-m', 'get', '--allow', 'all'])
  expect(ran.code).toBe(0)
  const kinds = new Set(watched.seen.map((line) => line.split(' ')[0]))
  expect([kinds.has('Worker'), kinds.has('connect')]).toEqual([true, true])
})
