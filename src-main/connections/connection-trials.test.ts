/** What the list of models says when it is asked for: how many there are, or what went wrong, in whatever language it is read. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { RU } from '../../src-shared/languages/ru/index'
import { createTranslate } from '../../src-shared/languages/translate'
import { connectionInputSchema, modelListSchema } from '../../src-shared/rpc/connection'
import { noSecrets } from '../models/headers'
import { nodePlatform } from '../platform/node'
import { openLibraryDatabase, type LibraryDatabase } from '../store/database'
import { startModelServer, type ModelServer } from '../testing/model-server'
import { layNewLibrary } from '../testing/new-library'
import { createConnectionTrials } from './connection-trials'
import { createConnections } from './connections'
import { createSecrets } from './secrets'

let dir = ''
let db: LibraryDatabase
let server: ModelServer
beforeEach(async () => {
  dir = mkdtempSync(path.join(tmpdir(), 'baton-trials-'))
  layNewLibrary(dir)
  db = openLibraryDatabase(dir)
  server = await startModelServer({ models: ['a', 'b'] })
})
afterEach(async () => {
  await server.close()
  db.close()
  rmSync(dir, { recursive: true, force: true })
})

test('a list says how many it has, where the API is instead, or what went wrong', async () => {
  const connections = createConnections({ db, secrets: createSecrets(nodePlatform({ host: 'cli', dataDir: dir })) })
  const { models } = createConnectionTrials({ db, connections, secret: noSecrets })
  const t = createTranslate('ru', RU)
  const { host, origin } = new URL(server.baseUrl)
  async function said(baseUrl: string) {
    const input = connectionInputSchema.parse({ name: 'work', baseUrl })
    const list = modelListSchema.parse(await models(input, new AbortController().signal))
    return list.said === null ? null : t.message(list.said)
  }
  expect(await said(server.baseUrl)).toBe(`У ${host} в списке 2 модели.`)
  expect(await said(origin)).toBe(`По этому адресу никто не отвечает, но отвечает ${server.baseUrl}.`)
  server.list = []
  expect(await said(server.baseUrl)).toBe(`${host} отвечает, но моделей пока нет.`)
  expect(await said('http://127.0.0.1:9/v1')).toMatch(/^Сервер модели «work» \(127\.0\.0\.1:9\) недоступен/)
})
