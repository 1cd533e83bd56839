/** What a person allows a flow in the app: per flow, by what each item is, for as long as both are there. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { toAppError } from '../../src-shared/errors'
import { flow } from '../../src-shared/testing/flow-builder'
import { manualClock } from '../clock'
import { createCore, type Core } from '../core'
import { BIN_MS } from '../flows/library'
import { nodePlatform } from '../platform/node'
import { layNewLibrary } from '../testing/new-library'

const clock = manualClock()
const context = { signal: new AbortController().signal }
let dataDir: string
let core: Core
const open = () => createCore({ dataDir, clock, platform: nodePlatform({ host: 'cli', dataDir }) })
beforeEach(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'baton-consents-'))
  layNewLibrary(dataDir)
  core = await open()
})
afterEach(async () => {
  await core.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const text = (code = 'export const run = () => 1', url = 'http://127.0.0.1:8999/') =>
  JSON.stringify(
    flow('Desk')
      .start('a')
      .agent('a')
      .node('code-tool', 'c', { code })
      .use('a', 'c')
      .httpTool('h', { url })
      .use('a', 'h')
      .file(),
  )
const importFlow = (flowText = text()) => core.handlers['flows.import']({ text: flowText, fileName: null }, context)
const read = (flowId: string) => core.handlers['consents.read']({ flowId, refused: false }, context)
const allowed = async (flowId: string) => (await read(flowId)).map((item) => item.allowed)
const hashes = async (flowId: string) => (await read(flowId)).map(({ hash }) => hash)
const allowAll = async (flowId: string) =>
  core.handlers['consents.allow']({ flowId, hashes: await hashes(flowId) }, context)
const fault = (act: Promise<unknown>) =>
  act.then(
    () => null,
    (cause: unknown) => toAppError(cause),
  )
const start = (flowId: string) =>
  core.handlers['runs.start'](
    { flowId, threadId: null, text: 'Hello', attachments: [], variables: {}, to: null },
    context,
  )
const restart = async () => {
  await core.close()
  core = await open()
}

test('a run waits for every item, and leaves nothing behind until then', async () => {
  const { id } = await importFlow()
  const missing = await fault(start(id))
  expect(missing).toMatchObject({
    code: 'consent-needed',
    details: { flowId: id, items: (await read(id)).map(({ key, hash }) => ({ key, hash })) },
  })
  const [code = ''] = await hashes(id)
  await core.handlers['consents.allow']({ flowId: id, hashes: [code] }, context)
  expect(await fault(start(id))).toMatchObject({ message: expect.stringMatching(/: host:127.*\(h\)\. Look/) as string })
  expect(await core.handlers['threads.list']({ flowId: id }, context)).toEqual([])
  await allowAll(id)
  expect(await fault(start(id))).toBeNull()
})

test('it holds after a restart, and lapses where an item becomes another', async () => {
  const { id, revision } = await importFlow()
  await allowAll(id)
  await restart()
  expect(await allowed(id)).toEqual([true, true])
  const changed = text('export const run = () => 2').replace('"desk"', JSON.stringify(id))
  await core.handlers['flows.save']({ id, baseRevision: revision, text: changed }, context)
  expect(await allowed(id)).toEqual([false, true])
  expect(await fault(start(id))).toMatchObject({ code: 'consent-needed' })
  // What was allowed once counts again where it is the very same again.
  const back = text().replace('"desk"', JSON.stringify(id))
  await core.handlers['flows.save']({ id, baseRevision: revision + 1, text: back }, context)
  expect(await allowed(id)).toEqual([true, true])
})

test('it stays with its flow: no copy, import or export takes it along', async () => {
  const { id } = await importFlow()
  await allowAll(id)
  const copy = await core.handlers['flows.duplicate']({ id }, context)
  const exported = (await core.handlers['flows.read']({ id }, context)).text
  const again = await importFlow(exported)
  expect(again.id).not.toBe(id)
  expect([await allowed(copy.id), await allowed(again.id)]).toEqual([
    [false, false],
    [false, false],
  ])
  for (const hash of await hashes(id)) expect(exported).not.toContain(hash)
})

test('it can be taken back', async () => {
  const { id } = await importFlow()
  await allowAll(id)
  const [code = ''] = await hashes(id)
  await core.handlers['consents.revoke']({ flowId: id, hashes: [code] }, context)
  expect(await allowed(id)).toEqual([false, true])
  expect(await fault(start(id))).toMatchObject({ code: 'consent-needed' })
})

test('what the flow does not use cannot be allowed', async () => {
  const { id } = await importFlow()
  const [code = ''] = await hashes(id)
  const strange = core.handlers['consents.allow']({ flowId: id, hashes: [code, 'f'.repeat(64)] }, context)
  expect(await fault(strange)).toMatchObject({ code: 'not-found' })
  expect(await allowed(id)).toEqual([false, false])
})

test('in the bin it is kept; gone for good, it is forgotten', async () => {
  const { id } = await importFlow()
  await allowAll(id)
  await core.handlers['flows.remove']({ id }, context)
  await restart()
  await core.handlers['flows.restore']({ id }, context)
  expect(await allowed(id)).toEqual([true, true])
  await core.handlers['flows.remove']({ id }, context)
  clock.advance(BIN_MS + 1)
  await restart()
  const again = await importFlow()
  expect([again.id === id, await allowed(again.id)]).toEqual([true, [false, false]])
})

test('what only the drawing of a thread would use is shown when it was refused, and may be allowed', async () => {
  const { id, revision } = await importFlow()
  await allowAll(id)
  const { runner, library } = core.services
  const { text: flowText } = library.read(id)
  const { threadId, done } = await runner.start({ flowId: id, flowText, revision, threadId: null, text: 'Hello' })
  await done
  await core.handlers['consents.revoke']({ flowId: id, hashes: await hashes(id) }, context)
  const plain = JSON.stringify({ ...flow('Desk').start('a').agent('a').file(), id })
  await core.handlers['flows.save']({ id, baseRevision: revision, text: plain }, context)
  const changes = { edits: [], drawing: 'then' as const, substitutes: {} }
  const again = async () => {
    const place = { threadId, turn: 1, flowText: library.read(id).text, revision: null, changes }
    await (
      await runner.again(place)
    ).done
  }
  expect(await fault(again())).toMatchObject({ code: 'consent-needed' })
  expect(await read(id)).toEqual([])
  const refused = await core.handlers['consents.read']({ flowId: id, refused: true }, context)
  expect(refused.map(({ key, allowed: isAllowed }) => [key.split(':')[0], isAllowed])).toEqual([
    ['code', false],
    ['host', false],
  ])
  const [code = '', host = ''] = refused.map(({ hash }) => hash)
  await core.handlers['consents.allow']({ flowId: id, hashes: [code, host] }, context)
  expect(await fault(again())).toBeNull()
})
