import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connectionInputSchema } from '../../src-shared/rpc/connection'
import { nodePlatform } from '../platform/node'
import { createChanges } from '../store/changes'
import { libraryPath, openLibraryDatabase } from '../store/database'
import type { LibraryDatabase } from '../store/database'
import { noSecrets } from '../models/headers'
import { createConnectionTrials } from './connection-trials'
import { createConnections } from './connections'
import { createSecrets } from './secrets'
import { layNewLibrary } from '../testing/new-library'

let dir = ''
let db: LibraryDatabase
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'baton-connections-'))
  layNewLibrary(dir)
  db = openLibraryDatabase(dir)
})
afterEach(() => {
  db.close()
  rmSync(dir, { recursive: true, force: true })
})

const KEY = 'sk-very-secret-4711'
const input = (fields: object) => connectionInputSchema.parse({ name: 'Work', ...fields })
const { signal } = new AbortController()

function connectionsOf() {
  const secrets = createSecrets(nodePlatform({ host: 'cli', dataDir: dir }))
  return createConnections({ db, secrets, changes: createChanges() })
}

test('a connection is kept with its key, which only the core gets back and which is nowhere in plain text', async () => {
  const connections = connectionsOf()
  const view = { name: 'Work', provider: 'openai', baseUrl: 'http://127.0.0.1:1/v1', model: 'm1', hasKey: true }
  expect(await connections.save(input({ baseUrl: 'http://127.0.0.1:1/v1', model: 'm1', key: KEY }))).toEqual(view)
  expect(connections.list()).toEqual([view])
  const opened = { name: 'Work', provider: 'openai', baseUrl: 'http://127.0.0.1:1/v1', model: 'm1', apiKey: KEY }
  expect(await connections.get('work')).toEqual(opened)
  db.pragma('wal_checkpoint(TRUNCATE)')
  expect(readFileSync(libraryPath(dir)).includes(KEY)).toBe(false)
})

test('names are the same whatever their case; a save without a key keeps it, an empty one removes it', async () => {
  const connections = connectionsOf()
  await connections.save(input({ name: 'Work', key: KEY }))
  const renamed = await connections.save(input({ name: 'WORK', model: 'm2' }))
  expect(renamed).toEqual({
    name: 'WORK',
    provider: 'openai',
    baseUrl: 'https://api.openai.com/v1',
    model: 'm2',
    hasKey: true,
  })
  expect(connections.list()).toEqual([renamed])
  expect(await connections.save(input({ name: 'work', key: '' }))).toMatchObject({ hasKey: false })
  expect(await connections.get('work')).toMatchObject({ model: null, apiKey: null })
})

test('addresses that are none, or hold a password, and the name of the built-in model are refused', async () => {
  const connections = connectionsOf()
  const bad = [
    { baseUrl: 'file:///etc/passwd' },
    { baseUrl: 'localhost:1234' },
    { baseUrl: 'https://me:pw@example.com/v1' },
    { name: 'Rehearsal' },
  ]
  for (const fields of bad) {
    await expect(connections.save(input(fields))).rejects.toMatchObject({ code: 'bad-input' })
  }
  expect(connections.list()).toEqual([])
  expect(await connections.save(input({ name: 'dry', provider: 'rehearsal', baseUrl: 'x' }))).toMatchObject({
    baseUrl: '',
  })
})

test('a connection is removed, and missed', async () => {
  const connections = connectionsOf()
  await connections.save(input({}))
  connections.remove('work')
  expect([connections.list(), await connections.get('Work')]).toEqual([[], null])
  expect(() => connections.remove('work')).toThrow(expect.objectContaining({ code: 'not-found' }) as Error)
})

test('what is tried takes what is missing from the stored connection', async () => {
  const connections = connectionsOf()
  await connections.save(input({ baseUrl: 'http://127.0.0.1:1/v1', model: 'm1', key: KEY }))
  const base = { name: 'Work', provider: 'openai', model: 'm1' }
  expect([
    await connections.completed(input({})),
    await connections.completed(input({ baseUrl: 'http://down', key: 'other' })),
  ]).toEqual([
    { ...base, baseUrl: 'http://127.0.0.1:1/v1', apiKey: KEY },
    { ...base, baseUrl: 'http://down', apiKey: 'other' },
  ])
  await expect(connections.completed(input({ baseUrl: 'ftp://x' }))).rejects.toMatchObject({ code: 'bad-input' })
})

test('a stored key stays with its server: for another origin it is asked anew, and nothing is sent or changed', async () => {
  const connections = connectionsOf()
  await connections.save(input({ baseUrl: 'https://api.example.com/v1', model: 'm1', key: KEY }))
  const before = connections.list()
  const others = [
    'https://evil.example/v1',
    'http://api.example.com/v1',
    'https://api.example.com:8443/v1',
    'https://api.example.com.evil.example/v1',
    'https://sub.api.example.com/v1',
    '',
  ]
  for (const baseUrl of others) {
    const refused = { code: 'key-needed', details: { field: 'key' } }
    await expect(connections.save(input({ baseUrl }))).rejects.toMatchObject(refused)
    if (baseUrl === '') continue
    await expect(connections.completed(input({ baseUrl }))).rejects.toMatchObject(refused)
  }
  await expect(connections.save(input({ name: ' wORK', baseUrl: others[0] }))).rejects.toThrow(
    'The stored key of “wORK” belongs to https://api.example.com, so it is not sent to https://evil.example. Enter the key for https://evil.example, or remove the stored one if none is needed.',
  )
  expect([connections.list(), await connections.get('work')]).toMatchObject([before, { apiKey: KEY }])

  const path = 'HTTPS://API.example.com:443/openai/v2'
  expect(await connections.completed(input({ baseUrl: path }))).toMatchObject({ baseUrl: path, apiKey: KEY })
  expect(await connections.save(input({ baseUrl: path }))).toMatchObject({ baseUrl: path, hasKey: true })
  expect(await connections.save(input({ baseUrl: others[0], key: '' }))).toMatchObject({ hasKey: false })
  expect(await connections.save(input({ baseUrl: others[1] }))).toMatchObject({ hasKey: false })
  expect(await connections.save(input({ baseUrl: others[0], key: 'new' }))).toMatchObject({ hasKey: true })
  expect(await connections.save(input({ provider: 'rehearsal' }))).toMatchObject({ hasKey: false })
})

test('a key that another machine sealed is a failure that says what to do', async () => {
  const connections = connectionsOf()
  await connections.save(input({ key: KEY }))
  rmSync(path.join(dir, 'secrets.key'))
  await expect(connections.get('Work')).rejects.toMatchObject({ code: 'unavailable' })
  await expect(connections.completed(input({}))).rejects.toMatchObject({ code: 'unavailable' })
  expect(connections.list()).toMatchObject([{ hasKey: true }])
})

test('the form of requests is kept until another is given; auto is no setting', async () => {
  const connections = connectionsOf()
  const dialect = { callIds: 'nine', without: ['stream_options'] } as const
  expect(await connections.save(input({ dialect }))).toMatchObject({ dialect })
  await connections.save(input({ model: 'm2' }))
  expect([connections.list()[0]?.dialect, (await connections.get('work'))?.dialect]).toEqual([dialect, dialect])
  const plain = await connections.save(input({ dialect: 'auto' }))
  const opened = await connections.get('work')
  expect([plain, opened ?? {}].filter((one) => 'dialect' in one)).toEqual([])
  expect(connectionInputSchema.safeParse({ name: 'W', dialect: { callIds: 'ten' } }).success).toBe(false)
})

test('parameters are kept until others are given; what is Baton’s own is refused, and a header’s secret stays with its server', async () => {
  const connections = connectionsOf()
  const parameters = { topP: 0.5, stop: [], headers: { 'X-Team': '{TEAM}' }, body: { top_k: 3 } }
  const baseUrl = 'https://api.example.com/v1'
  const { stop: _none, ...said } = parameters
  expect(await connections.save(input({ baseUrl, parameters }))).toMatchObject({ parameters: said })
  await connections.save(input({ baseUrl, model: 'm2' }))
  expect([connections.list()[0]?.parameters, (await connections.get('work'))?.parameters]).toEqual([said, said])
  for (const [field, bad] of [
    ['body', { body: { messages: [] } }],
    ['headers', { headers: { Host: 'x' } }],
    ['headers', { headers: { 'a b': 'x' } }],
  ] as const)
    await expect(connections.save(input({ parameters: bad }))).rejects.toMatchObject({
      code: 'bad-input',
      details: { field },
    })
  const moved = input({ baseUrl: 'https://evil.example/v1' })
  const refused = { code: 'key-needed', details: { field: 'headers' } }
  await expect(connections.save(moved)).rejects.toMatchObject(refused)
  await expect(connections.save({ ...moved, parameters })).rejects.toMatchObject(refused)
  await expect(connections.completed(moved)).rejects.toMatchObject(refused)
  const { models, test: tryOut } = createConnectionTrials({ db, connections, secret: noSecrets })
  const unheard = { signal, tell: () => undefined }
  const missing = { ok: false, models: [], error: { code: 'secret-missing' } }
  expect(await tryOut(moved, unheard)).toMatchObject({ ok: false, rows: [], error: refused })
  expect([await models(input({ baseUrl }), signal), await tryOut(input({ baseUrl }), unheard)]).toMatchObject([
    missing,
    missing,
  ])
  await connections.save({ ...moved, parameters: {} })
  expect([connections.list()[0]].map((one) => one !== undefined && 'parameters' in one)).toEqual([false])
})

test('who answers in its place: in order, each once, never itself; kept by a save that does not name them', async () => {
  const connections = connectionsOf()
  const saved = await connections.save(input({ fallbacks: ['Home', 'WORK', 'spare', 'home '] }))
  expect(saved.fallbacks).toEqual(['Home', 'spare'])
  expect(await connections.save(input({ model: 'm2' }))).toMatchObject({ fallbacks: ['Home', 'spare'] })
  expect(await connections.get('work')).toMatchObject({ fallbacks: ['Home', 'spare'] })
  expect(await connections.save(input({ fallbacks: [] }))).not.toHaveProperty('fallbacks')
})

test('a connection that is removed is nobody’s stand-in any more; prices are kept until others are given', async () => {
  const connections = connectionsOf()
  await connections.save(input({ name: 'spare' }))
  await connections.save(input({ fallbacks: ['Spare', 'home'], prices: { m1: { input: 1, output: 2 } } }))
  await connections.save(input({ name: 'other', fallbacks: ['spare'] }))
  connections.remove('SPARE')
  const [other, work] = connections.list()
  expect([other, work?.fallbacks, work?.prices]).toEqual([
    { name: 'other', provider: 'openai', baseUrl: 'https://api.openai.com/v1', model: '', hasKey: false },
    ['home'],
    { m1: { input: 1, output: 2 } },
  ])
  expect(await connections.save(input({ prices: {} }))).not.toHaveProperty('prices')
})
