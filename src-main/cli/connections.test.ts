/** `baton connections`: what is stored, and the test of one against real HTTP. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connectionInputSchema } from '../../src-shared/rpc/connection'
import { createCore } from '../core'
import { nodePlatform } from '../platform/node'
import { ableModel } from '../testing/able-model'
import { startModelServer, type ModelServer } from '../testing/model-server'
import { openTerminal, type Terminal } from './testing/terminal'

const KEY = 'sk-of-the-tests-1234'
let terminal: Terminal
let server: ModelServer
beforeEach(async () => {
  terminal = openTerminal()
  server = await startModelServer({ script: ableModel, strict: 'qwen', key: KEY, models: ['test-model', 'other'] })
})
afterEach(async () => {
  await server.close()
  terminal.close()
})

const baton = (...argv: string[]) => terminal.baton(['connections', ...argv])

async function stored(
  ...inputs: { name: string; baseUrl?: string; model?: string; key?: string; provider?: 'rehearsal' }[]
) {
  const dataDir = path.join(terminal.folder, 'data')
  const core = await createCore({ dataDir, platform: nodePlatform({ host: 'cli', dataDir }) })
  for (const input of inputs) await core.services.connections.save(connectionInputSchema.parse(input))
  await core.close()
}

test('lists them without their keys, and tests one by its name, in words and as JSON', async () => {
  await stored(
    { name: 'Work', baseUrl: server.baseUrl, model: 'test-model', key: KEY },
    { name: 'dry', provider: 'rehearsal' },
  )
  const { out: listed } = await baton('list')
  expect(listed).toBe(`dry: the rehearsal model\nWork: ${server.baseUrl}, test-model, has a key\n`)
  const [dry] = (await baton('list', '--json')).out.split('\n')
  expect(JSON.parse(dry ?? '')).toMatchObject({ name: 'dry', provider: 'rehearsal', hasKey: false })

  const tested = await baton('test', 'work')
  expect([tested.code, tested.notes]).toEqual([0, []])
  expect(tested.out).toMatch(
    /^Connected\. “test-model” answers\.\nModels works: .*\nText works.*\nStreaming works.*\nTools works.*\nInstructions adapted: .*\nImages works/,
  )
  const json = await baton('test', 'work', '--json')
  expect(json.out).not.toContain(KEY)
  expect([json.code, JSON.parse(json.out)]).toMatchObject([
    0,
    {
      ok: true,
      message: expect.stringMatching(/^Connected\. “test-model” answers\.$/) as string,
      rows: [
        { part: 'models', verdict: 'works', words: expect.stringContaining('lists 2 models.') as string },
        { part: 'text', words: '“test-model” answers.' },
        { part: 'streaming' },
        { part: 'tools' },
        { part: 'system', verdict: 'adapted' },
        { part: 'images', words: 'It sees images.' },
      ],
    },
  ])
  expect((await baton('test', 'dry')).code).toBe(0)
})

test('exit code 1 where no text comes: a refused key, no model, no server, no connection', async () => {
  const gone = await baton('test', 'work')
  expect([gone.code, gone.notes.join()]).toEqual([1, expect.stringContaining('There is no connection "work"')])
  expect(existsSync(path.join(terminal.folder, 'data'))).toBe(false)
  expect(await baton('list')).toMatchObject({ code: 0, out: '' })

  await stored(
    { name: 'wrong', baseUrl: server.baseUrl, model: 'test-model', key: 'sk-another-one-5678' },
    { name: 'open', baseUrl: server.baseUrl, key: KEY },
    { name: 'nobody', baseUrl: 'http://127.0.0.1:9/v1', model: 'm' },
  )
  const wrong = await baton('test', 'wrong')
  expect([wrong.code, wrong.out]).toEqual([1, expect.stringContaining('Models failed')])
  expect(wrong.out).not.toContain('sk-another-one')
  expect((await baton('test', 'nobody', '--json')).code).toBe(1)
  const open = await baton('test', 'open')
  const named = await baton('test', 'open', '--model', 'test-model')
  expect([open.code, open.out, named.code]).toEqual([1, expect.stringContaining('Text not tried'), 0])
  expect((await baton('test', 'none')).notes.join()).toContain('There is nobody, open, wrong.')
})
