import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { contract } from '../../src-shared/rpc/contract'
import { nodePlatform } from '../platform/node'
import { secretHandlers } from '../rpc/secrets'
import { createChanges } from '../store/changes'
import { libraryPath, openLibraryDatabase, type LibraryDatabase } from '../store/database'
import { createSecretStore } from './secret-store'
import { createSecrets } from './secrets'
import { layNewLibrary } from '../testing/new-library'

let dir = ''
let db: LibraryDatabase
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'baton-secrets-'))
  layNewLibrary(dir)
  db = openLibraryDatabase(dir)
})
afterEach(() => {
  db.close()
  rmSync(dir, { recursive: true, force: true })
})

const VALUE = 'ghp_very-secret-4711'

function storeOf(env?: NodeJS.ProcessEnv) {
  const secrets = createSecrets(nodePlatform({ host: 'cli', dataDir: dir }))
  return createSecretStore({ db, secrets, env, changes: createChanges() })
}

test('a secret is kept under its name, which is all that is told of it; the value is nowhere in plain text', async () => {
  const store = storeOf()
  const handlers = secretHandlers({ secrets: store })
  await handlers['secrets.save']({ name: 'TOKEN', value: 'first' })
  await handlers['secrets.save']({ name: 'TOKEN', value: VALUE })
  await handlers['secrets.save']({ name: 'token', value: 'other' })
  const list = await handlers['secrets.list']()
  expect(contract['secrets.list'].output.parse(list)).toEqual([{ name: 'TOKEN' }, { name: 'token' }])
  expect([await store.get('TOKEN'), await store.get('token')]).toEqual([VALUE, 'other'])
  db.pragma('wal_checkpoint(TRUNCATE)')
  expect(readFileSync(libraryPath(dir)).includes(VALUE)).toBe(false)
})

test('a removed secret is missed, with what to do about it', async () => {
  const store = storeOf()
  await store.save('TOKEN', VALUE)
  store.remove('TOKEN')
  expect(store.list()).toEqual([])
  expect(() => store.remove('TOKEN')).toThrow('There is no secret “TOKEN”.')
  await expect(store.get('TOKEN')).rejects.toMatchObject({
    code: 'secret-missing',
    message: 'The secret "TOKEN" is not stored here. Add it in Settings, Secrets.',
  })
})

test('on the command line a secret that is not stored is the environment variable of that very name', async () => {
  const store = storeOf({ TOKEN: 'from outside', EMPTY: '' })
  expect(await store.get('TOKEN')).toBe('from outside')
  await store.save('TOKEN', VALUE)
  expect(await store.get('TOKEN')).toBe(VALUE)
  for (const name of ['EMPTY', 'token', 'toString', '__proto__']) {
    const message = `The secret "${name}" is not stored here. Set the environment variable ${name}, or add the secret in the app, in Settings, Secrets.`
    await expect(store.get(name)).rejects.toMatchObject({ code: 'secret-missing', message })
  }
})

test('empty values and names that flows cannot say are refused', async () => {
  await expect(storeOf().save('TOKEN', '')).rejects.toMatchObject({ code: 'bad-input' })
  const { input } = contract['secrets.save']
  const taken = ['', 'a b', '{x}', 'x'.repeat(65), 'A_b.c-1'].map(
    (name) => input.safeParse({ name, value: 'x' }).success,
  )
  expect(taken).toEqual([false, false, false, false, true])
})

test('a secret that another machine sealed is a failure that says neither it nor its sealed form', async () => {
  await storeOf().save('TOKEN', VALUE)
  rmSync(path.join(dir, 'secrets.key'))
  const failure = await storeOf({ TOKEN: 'x' })
    .get('TOKEN')
    .catch((cause: unknown) => cause)
  expect(failure).toMatchObject({ code: 'unavailable' })
  expect(JSON.stringify([String(failure), failure])).not.toContain(VALUE)
})
