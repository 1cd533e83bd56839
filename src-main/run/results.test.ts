/** Results of tools through the core: a real server, real databases, the real model server (issue 6, "Tool results"). */
import { statSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { LogEntry } from '../../src-shared/run/log/log'
import { flow } from '../../src-shared/testing/flow-builder'
import { eventsOfType, openTestCore, type TestCore } from '../testing/core-bench'
import { everythingData } from '../testing/mcp-bench'
import { endedSteps, openPlanBench, plan, planFlow } from '../testing/plan-bench'
import { startLoopback, type Loopback } from '../tools/net/testing/loopback'

let shop: Loopback
let test: TestCore
beforeEach(async () => {
  shop = await startLoopback()
})
afterEach(async () => {
  expect(test.server.violations).toEqual([])
  await test.close()
  await shop.close()
})

/** Rows as a shop would list them, about so many characters. */
function listing(characters: number): string {
  let text = ''
  for (let row = 1; text.length < characters; row += 1)
    text += `Cake ${row}: ${(row * 7919) % 1000} euro, ${((row * 104_729) >>> 3).toString(36)}\n`
  return text
}

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const drawing = () =>
  flow('Shop')
    .start('a')
    .agent('a', { name: 'Clerk', prompt: 'You are A.' })
    .httpTool('list', { toolName: 'list', url: `${shop.base}/list` })
    .httpTool('picture', { toolName: 'picture', url: `${shop.base}/picture` })
    .use('a', 'list')
    .use('a', 'picture')
    .build()

const call = (...names: string[]) => ({ calls: names.map((name) => ({ name, arguments: {} })) })
const resultsOf = (log: readonly LogEntry[]) => log.flatMap((entry) => (entry.kind === 'result' ? [entry] : []))
const read = (id: string, piece: { offset?: number; limit?: number } = {}) =>
  test
    .core()
    .handlers['results.read'](
      { threadId: 't1', id, offset: 0, limit: 1_000_000, ...piece },
      { signal: new AbortController().signal },
    )

it('5 MB of text and an image: the model gets the beginning and a note of each, the whole is read piece by piece', async () => {
  const text = listing(5_000_000)
  shop.answers['/list'] = { headers: { 'content-type': 'text/plain; charset=utf-8' }, body: text }
  shop.answers['/picture'] = { headers: { 'content-type': 'image/png' }, body: PNG }
  test = await openTestCore(drawing())
  test.server.reply(call('list', 'picture'), { text: 'Here you are.' })
  const { said } = await test.turn('What is there?')
  expect(said).toEqual(['Here you are.'])
  const [list, picture] = resultsOf((await test.state()).log)
  const [whole] = list?.kept ?? []
  const [image] = picture?.kept ?? []
  expect([list?.kept, picture]).toEqual([
    [{ id: whole?.id, mimeType: 'text/plain', size: Buffer.byteLength(text), name: null }],
    {
      ...picture,
      text: `[Image: image/png, ${PNG.length} bytes, kept as ${image?.id}]`,
      kept: [{ id: image?.id, mimeType: 'image/png', size: PNG.length, name: null, picture: { width: 1, height: 1 } }],
    },
  ])
  const heard = test.server.requests[1]?.messages.map(({ content }) => String(content)).join('\n') ?? ''
  expect(heard).toContain(`characters; the whole result is kept as ${whole?.id}]`)
  expect(heard).toContain(picture?.text)
  expect(heard.length).toBeLessThan(22_000)
  const pieces: string[] = []
  for (let offset = 0; offset < text.length; offset += 4_000_000)
    pieces.push((await read(whole?.id ?? '', { offset, limit: 4_000_000 })).text ?? '')
  expect(pieces.join('') === text).toBe(true)
  expect(await read(image?.id ?? '')).toEqual({
    mimeType: 'image/png',
    size: PNG.length,
    length: PNG.length,
    text: null,
    base64: PNG.toString('base64'),
  })
  await expect(read('r_0')).rejects.toMatchObject({ code: 'not-found' })
})

/** The same result so often; thirty times with `BATON_RUNS=all`. */
const [TURNS, CALLS, MOST_CHECKPOINTS] = process.env['BATON_RUNS'] === 'all' ? [5, 6, 3_000_000] : [2, 4, 800_000]

it('the same megabyte many times is stored once: library and checkpoints stay small', async () => {
  shop.answers['/list'] = { headers: { 'content-type': 'text/plain' }, body: listing(1_000_000) }
  test = await openTestCore(drawing())
  const sizes = () =>
    ['library.sqlite', 'checkpoints.sqlite'].map((file) => statSync(path.join(test.dataDir, file)).size)
  test.server.reply({ text: 'Hello.' })
  await test.turn('Hi')
  await test.restart()
  const before = sizes()
  for (let turn = 0; turn < TURNS; turn += 1) {
    test.server.reply(call(...Array.from({ length: CALLS }, () => 'list')), { text: 'There.' })
    await test.turn('Again')
  }
  await test.restart()
  const [library = 0, checkpoints = 0] = sizes().map((size, index) => size - (before[index] ?? 0))
  expect(new Set(resultsOf((await test.state()).log).map(({ kept }) => kept?.[0]?.id)).size).toBe(1)
  expect({ library: library < 1_300_000, checkpoints: checkpoints < MOST_CHECKPOINTS }).toEqual({
    library: true,
    checkpoints: true,
  })
})

it('the evidence of a plan is cut and kept the same way, and a removed thread takes it along', async () => {
  const bench = await openPlanBench(planFlow)
  test = bench
  const text = listing(100_000)
  bench.tools.on('Search', () => text)
  const told = await bench.ask('Which?', plan('Search[all]'), 'This one.')
  expect(told.said).toEqual(['This one.'])
  const { E1: step } = endedSteps(told)
  const [whole] = step?.kept ?? []
  expect(step?.kept).toEqual([{ id: whole?.id, mimeType: 'text/plain', size: Buffer.byteLength(text), name: null }])
  expect(step?.evidence?.length).toBeLessThan(20_300)
  expect(bench.prompt(2)).toContain(`the whole result is kept as ${whole?.id}]`)
  expect((await read(whole?.id ?? '')).text === text).toBe(true)
  const context = { signal: new AbortController().signal }
  await test.core().handlers['threads.remove']({ threadId: 't1' }, context)
  await expect(read(whole?.id ?? '')).rejects.toMatchObject({ code: 'not-found' })
})

it('a real MCP server gives an image, and says how far it is', async () => {
  const builder = flow('Server').start('a').agent('a', { name: 'Helper' })
  test = await openTestCore(builder.node('mcp-server', 's', everythingData()).use('a', 's').build())
  const long = { name: 'trigger-long-running-operation', arguments: { duration: 0.8, steps: 2 } }
  test.server.reply({ calls: [{ name: 'get-tiny-image', arguments: {} }, long] }, { text: 'Done.' })
  const { events } = await test.turn('go')
  const [image] = resultsOf((await test.state()).log)
  const [kept] = image?.kept ?? []
  expect(kept).toMatchObject({ mimeType: 'image/png', name: null })
  expect(image?.text).toContain(`, kept as ${kept?.id}]`)
  expect((await read(kept?.id ?? '')).base64).toMatch(/^iVBORw0KGgo/)
  const progress = eventsOfType(events, 'tool.progress')
  expect(progress[0]).toMatchObject({ tool: long.name, toolNode: 's', node: 'a', done: 1, total: 2 })
  const stored = test.core().services.events.events(progress[0]?.runId ?? '')
  expect(eventsOfType(stored, 'tool.progress')).toEqual([])
})
