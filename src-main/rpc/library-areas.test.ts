import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { trialSchema } from '../../src-shared/providers/trial'
import { connectionInputSchema } from '../../src-shared/rpc/connection'
import { contract } from '../../src-shared/rpc/contract'
import type { Info } from '../../src-shared/rpc/contract'
import { saveFlow } from '../../src-shared/flow/editing/save'
import { systemClock } from '../clock'
import { createConnectionTrials } from '../connections/connection-trials'
import { createConnections } from '../connections/connections'
import { createSecrets } from '../connections/secrets'
import { createLargeFlows } from '../flows/large-flows'
import { createLibrary } from '../flows/library'
import { opened } from '../flows/read-flow'
import { nodePlatform } from '../platform/node'
import { createReader } from '../reading/reader'
import { createChanges } from '../store/changes'
import { openLibraryDatabase } from '../store/database'
import type { LibraryDatabase } from '../store/database'
import { createPreferences } from '../store/preferences'
import { appHandlers } from './app'
import { noSecrets } from '../models/headers'
import { connectionHandlers } from './connections'
import { flowHandlers } from './flows'
import { preferenceHandlers } from './preferences'
import { layNewLibrary } from '../testing/new-library'

let dir = ''
let db: LibraryDatabase
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'baton-rpc-'))
  layNewLibrary(dir)
  db = openLibraryDatabase(dir)
})
afterEach(() => {
  db.close()
  rmSync(dir, { recursive: true, force: true })
})

const context = { signal: new AbortController().signal }

function handlersOf() {
  const changes = createChanges()
  const platform = nodePlatform({ host: 'cli', dataDir: dir })
  const info: Info = { version: '1', host: 'cli', dataDir: dir, isOffline: false, can: platform.can }
  const library = createLibrary({ db, clock: systemClock, changes })
  const connections = createConnections({ db, secrets: createSecrets(platform), changes })
  return {
    ...appHandlers({ info, changes }),
    ...flowHandlers({
      library,
      largeFlows: createLargeFlows({ library, reader: createReader() }),
      deleteForGood: async () => undefined,
    }),
    ...connectionHandlers({
      connections,
      trials: createConnectionTrials({ db, connections, secret: noSecrets }),
    }),
    ...preferenceHandlers({ preferences: createPreferences(db, changes) }),
  }
}

test('what the handlers of flows answer is what the contract says, and no more', async () => {
  const handlers = handlersOf()
  const { id, text } = await handlers['flows.create']({ name: 'Desk' })
  const answers = {
    'flows.list': await handlers['flows.list'](),
    'flows.read': await handlers['flows.read']({ id }),
    'flows.import': await handlers['flows.import']({ text, fileName: null }, context),
    'flows.save': await handlers['flows.save']({ id, baseRevision: 1, text: text.replace('"Desk"', '"Front desk"') }),
    'flows.pin': await handlers['flows.pin']({ id, isPinned: true }),
    'flows.versions': await handlers['flows.versions']({ id }),
    'flows.keepVersion': await handlers['flows.keepVersion']({ id, label: 'Mine' }),
    'flows.remove': await handlers['flows.remove']({ id }),
    'flows.restore': await handlers['flows.restore']({ id }),
  }
  for (const [name, answer] of Object.entries(answers)) {
    const { output } = contract[name as keyof typeof answers]
    expect([name, output.parse(answer)]).toEqual([name, answer])
  }
})

const GPT = { baseUrl: 'https://api.openai.com/v1', model: 'gpt-4.1-2025-04-14' }

test('the handlers of connections, preferences and the app answer by the contract', async () => {
  const handlers = handlersOf()
  const input = connectionInputSchema.parse({ name: 'dry', provider: 'rehearsal' })
  const heard = handlers['app.changes']({}, { ...context, after: null })[Symbol.asyncIterator]()
  const first = heard.next()
  const answers = {
    'connections.save': await handlers['connections.save'](input),
    'connections.models': await handlers['connections.models'](input, context),
    'connections.about': await handlers['connections.about']({ name: 'new', baseUrl: GPT.baseUrl, model: GPT.model }),
    'connections.list': await handlers['connections.list'](),
    'preferences.change': await handlers['preferences.change']({ theme: 'dark' }),
    'app.info': await handlers['app.info'](),
  }
  for (const [name, answer] of Object.entries(answers)) {
    const { output } = contract[name as keyof typeof answers]
    expect([name, output.parse(answer)]).toEqual([name, answer])
  }
  expect(answers['connections.models']).toMatchObject({ ok: true, error: null })
  expect(answers['connections.about']).toMatchObject({
    figures: { contextTokens: { value: 1_047_576, from: 'table' }, price: { value: { input: 2, output: 8 } } },
    adaptations: [],
  })
  for await (const { item } of handlers['connections.test'](input, { ...context, after: null }))
    expect(trialSchema.parse(item)).toMatchObject({ isOver: true, ok: true, rows: [] })
  expect((await first).value).toMatchObject({ item: { what: 'connections', id: null } })
})

/** A file that is large enough to be read in a thread of its own. */
function largeFile(name: string): string {
  const nodes = Array.from({ length: 600 }, (_none, index) => [
    `n${index}`,
    { kind: 'note', name: `Note ${index}`, data: { text: 'x'.repeat(1000) } },
  ])
  const text = JSON.stringify({
    format: 'baton/flow',
    version: 1,
    id: 'large',
    name,
    nodes: Object.fromEntries(nodes) as object,
  })
  expect(text.length).toBeGreaterThan(500_000)
  return text
}

/** What was done in which order: somebody else is answered while each piece of work goes on. */
function besideOthers(handlers: ReturnType<typeof handlersOf>) {
  const order: string[] = []
  const besides = async (what: string, work: Promise<unknown>) => {
    const done = work.then(() => order.push(what))
    await handlers['flows.list']()
    await new Promise((resolve) => setImmediate(resolve))
    order.push('somebody else')
    await done
  }
  return { order, besides }
}

test('others are answered while a large flow is imported and saved, and it becomes what a small one does', async () => {
  const handlers = handlersOf()
  const text = largeFile(' ')
  const { order, besides } = besideOthers(handlers)
  const importing = handlers['flows.import']({ text, fileName: 'My large.flow.json' }, context)
  await besides('imported', importing)
  const { id, text: stored } = await importing
  await besides(
    'saved',
    handlers['flows.save']({ id, baseRevision: 1, text: stored.replace('Note 7"', 'Note seven"') }),
  )
  const again = await handlers['flows.import']({ text, fileName: null }, context)
  expect(order).toEqual(['somebody else', 'imported', 'somebody else', 'saved'])
  const listed = (await handlers['flows.list']()).map(({ name, nodes: count, revision }) => [name, count, revision])
  expect(listed).toEqual([
    ['Imported flow', 600, 1],
    ['My large', 600, 2],
  ])
  expect([id, again.id === id, stored]).toEqual(['large', false, saveFlow({ ...opened(text).flow, name: 'My large' })])
  expect(again.text).toContain(`"id": "${again.id}"`)
  await expect(handlers['flows.import']({ text: `${text}x`, fileName: null }, context)).rejects.toMatchObject({
    code: 'not-json',
    details: { line: 1, column: text.length + 1 },
  })
  await expect(handlers['flows.save']({ id, baseRevision: 1, text })).rejects.toMatchObject({ code: 'conflict' })
})

test('others are answered while a large flow is renamed and duplicated, and nothing that is saved meanwhile is lost', async () => {
  const handlers = handlersOf()
  const library = createLibrary({ db, clock: systemClock })
  const { id, text } = library.importText({ text: largeFile('Large') })
  const { order, besides } = besideOthers(handlers)
  const renaming = handlers['flows.rename']({ id, name: 'Larger' })
  const edited = text.replace('Note 7"', 'Note seven"')
  expect(library.save({ id, baseRevision: 1, text: edited }).revision).toBe(2)
  await besides('renamed', renaming)
  const renamed = edited.replace('"name": "Large"', '"name": "Larger"')
  expect(await renaming).toEqual({ id, revision: 3, text: renamed })
  expect(library.read(id)).toEqual({ id, revision: 3, text: renamed })
  const copying = handlers['flows.duplicate']({ id }, context)
  await besides('duplicated', copying)
  const copy = await copying
  expect(order).toEqual(['somebody else', 'renamed', 'somebody else', 'duplicated'])
  expect(copy.id).not.toBe(id)
  expect(copy).toEqual({
    id: copy.id,
    revision: 1,
    text: renamed.replace('"id": "large"', `"id": "${copy.id}"`).replace('"Larger"', '"Larger copy"'),
  })
  await expect(handlers['flows.duplicate']({ id: 'none' }, context)).rejects.toMatchObject({ code: 'not-found' })
})
