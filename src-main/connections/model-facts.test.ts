/** Who is believed about a model's size and price: the person, then its server, then the table; asked of a real server and library. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { knownFigures, NO_FIGURES, type ModelTable } from '../../src-shared/providers/model-figures'
import { connectionInputSchema } from '../../src-shared/rpc/connection'
import { noSecrets } from '../models/headers'
import { createModelFactory } from '../models/factory'
import { nodePlatform } from '../platform/node'
import { openLibraryDatabase, type LibraryDatabase } from '../store/database'
import { modelRequest } from '../testing/model-call'
import { startModelServer, type ModelServer } from '../testing/model-server'
import { createConnectionTrials } from './connection-trials'
import { createConnections } from './connections'
import { createLessons } from './lessons'
import { createModelFacts } from './model-facts'
import { openOwnTable } from './own-table'
import { createSecrets } from './secrets'
import { layNewLibrary } from '../testing/new-library'

let dir = ''
let db: LibraryDatabase
let server: ModelServer
beforeEach(async () => {
  dir = mkdtempSync(path.join(tmpdir(), 'baton-facts-'))
  layNewLibrary(dir)
  db = openLibraryDatabase(dir)
  server = await startModelServer({ script: () => ({ text: 'Hi.', usage: { input: 1000, output: 100 } }) })
})
afterEach(async () => {
  await server.close()
  db.close()
  rmSync(dir, { recursive: true, force: true })
})

const ROW = { source: 'a page', checked: '2026-11-22', verified: true }
const tableFor = (model: string): ModelTable => ({
  about: '',
  servers: [
    {
      hosts: [new URL(server.baseUrl).host],
      models: { [model]: { contextTokens: 9000, images: false, input: 9, output: 9, ...ROW } },
    },
  ],
})

test('own goes before the server, that before the table, figure by figure', () => {
  const row = { contextTokens: 3000, images: false, input: 3, output: 3, ...ROW }
  const said = { contextTokens: 2000, images: null, price: { input: 2, output: 2 } }
  const own = { contextTokens: 1000, images: null, price: null }
  expect([
    knownFigures({ own, server: said, row }),
    knownFigures({ own: NO_FIGURES, server: said, row: null }),
    knownFigures({ own: NO_FIGURES, server: NO_FIGURES, row: { ...row, output: null } }),
  ]).toEqual([
    {
      contextTokens: { value: 1000, from: 'own' },
      images: { value: false, from: 'table' },
      price: { value: said.price, from: 'server' },
      row: ROW,
    },
    {
      contextTokens: { value: 2000, from: 'server' },
      images: null,
      price: { value: said.price, from: 'server' },
      row: null,
    },
    { contextTokens: { value: 3000, from: 'table' }, images: { value: false, from: 'table' }, price: null, row: ROW },
  ])
})

test('a turn uses them: the size of the context and the price of its tokens, from table, list, refusal and person', async () => {
  const facts = createModelFacts(db, { table: tableFor('test-model') })
  const connections = createConnections({ db, secrets: createSecrets(nodePlatform({ host: 'cli', dataDir: dir })) })
  const { models } = createConnectionTrials({ db, connections, secret: noSecrets })
  const given = connectionInputSchema.parse({ name: 'work', baseUrl: server.baseUrl, model: 'test-model' })
  await connections.save(given)
  const factory = createModelFactory({ connections, lessons: createLessons(db), facts })
  const settings = { connection: 'work', model: '', temperature: null, maxTokens: null, contextTokens: null }
  const model = factory.resolve(settings, { rehearsal: [], language: 'en' })
  const known = async () => [await model.contextTokens?.(), (await model.call(modelRequest())).price]
  expect(await known()).toEqual([9000, { input: 9, output: 9 }])

  server.list = [{ id: 'test-model', context_length: 5000, pricing: { input: 5, output: 6 } }]
  expect(await models(given, new AbortController().signal)).toMatchObject({ ok: true, models: ['test-model'] })
  expect(await known()).toEqual([5000, { input: 5, output: 6 }])

  const message = "This model's maximum context length is 4000 tokens. However, your messages resulted in 4100 tokens."
  server.reply({ status: 400, body: { error: { message } } })
  const long = Array.from({ length: 9 }, () => ({ kind: 'said', by: 'user', text: 'word '.repeat(400) }) as const)
  await model.call(modelRequest({ prompt: { language: 'en', system: [], history: long, after: [] } }))
  expect(await known()).toEqual([4000, { input: 5, output: 6 }])

  await connections.save({
    ...given,
    dialect: { contextTokens: 3000 },
    prices: { 'test-model': { input: 1, output: 2 } },
  })
  expect(await known()).toEqual([3000, { input: 1, output: 2 }])

  // What was said of a server counts for that server alone.
  await connections.save({ ...given, baseUrl: `${server.baseUrl}/`, dialect: 'auto', prices: {} })
  expect(await known()).toEqual([9000, { input: 9, output: 9 }])
  await factory.close()
})

test('a model of which its server says that it reads no images is sent none', async () => {
  const facts = createModelFacts(db)
  const place = { connection: 'work', baseUrl: server.baseUrl, model: 'blind' }
  facts.keep('Work ', server.baseUrl, [{ id: 'blind', figures: { ...NO_FIGURES, images: false } }])
  expect([facts.known(place), facts.known({ ...place, model: 'other' })]).toEqual([{ pictures: 0 }, {}])
  facts.forget('work')
  expect(facts.known(place)).toEqual({})
})

test('the person’s own models.json goes before the server and the table, is read again, and says why it is left out', () => {
  const file = path.join(dir, 'models.json')
  const { host } = new URL(server.baseUrl)
  const facts = createModelFacts(db, { table: tableFor('m'), own: openOwnTable(file) })
  const place = { connection: 'work', baseUrl: server.baseUrl, model: 'm' }
  const price = { input: 5, output: 5 }
  facts.keep('work', server.baseUrl, [{ id: 'm', figures: { contextTokens: 5000, images: true, price } }])
  const seen = () => [facts.known(place), facts.priceOf(place), facts.fault()]
  const write = (text: string) => writeFileSync(file, text)
  expect(seen()).toEqual([{ contextTokens: 5000 }, price, null])
  write(JSON.stringify({ servers: [{ hosts: [host], models: { m: { contextTokens: 700, images: false } } }] }))
  expect(seen()).toEqual([{ contextTokens: 700, pictures: 0 }, price, null])
  write('{"servers": [{"hosts": ["h"], "models": {"m": {"input": "free"}}}]}')
  expect(seen()).toEqual([
    { contextTokens: 5000 },
    price,
    expect.stringMatching(/^models\.json in the data folder is left out: servers\.0\.models\.m\.input: /),
  ])
  write('{')
  expect(facts.fault()).toContain('is left out')
  rmSync(file)
  expect(seen()).toEqual([{ contextTokens: 5000 }, price, null])
})
