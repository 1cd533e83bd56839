/** Pictures through the core: what people attach and tools give, to model servers that see and to those that do not (issue 12, 11). */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, expect, it } from 'vitest'
import type { AskedAttachment } from '../../src-shared/rpc/attachments'
import { flow } from '../../src-shared/testing/flow-builder'
import { eventsOfType, openTestCore, type TestCore } from '../testing/core-bench'
import { openPlanBench, planFlow } from '../testing/plan-bench'
import { pngOf } from '../testing/pictures'
import type { StrictMode } from '../testing/strict-modes'
import { startLoopback, type Loopback } from '../tools/net/testing/loopback'

let test: TestCore
let shop: Loopback | null = null
afterEach(async () => {
  await test.close()
  await shop?.close()
  shop = null
})

const PNG = pngOf(640, 480)
const cat = (more: Partial<{ name: string; bytes: Buffer }> = {}): AskedAttachment => ({
  name: more.name ?? 'cat.png',
  base64: (more.bytes ?? PNG).toString('base64'),
})
const URL_OF_CAT = `data:image/png;base64,${PNG.toString('base64')}`
const UNREAD = '[image: cat.png, 640x480, not shown: this model reads no images]'
const clerk = () => flow('Desk').start('a').agent('a', { name: 'Clerk', prompt: 'You are A.' })
const open = async (strict: StrictMode = 'all', drawing = clerk().build()) => {
  test = await openTestCore(drawing, { strict })
}
const users = (index: number) =>
  (test.server.requests[index]?.messages ?? [])
    .filter(({ role }) => role === 'user')
    .map(({ content, images }) => ({ content, images }))

it('a model that sees gets the bytes, in later turns too; log, events and files of the run hold a reference', async () => {
  await open()
  test.server.reply({ text: 'A cat.' }, { text: 'Still a cat.' })
  const { events, said } = await test.turn('What is it?', 't1', { attachments: [cat({ name: 'renamed.txt' })] })
  expect(said).toEqual(['A cat.'])
  const [entry] = (await test.state()).log
  const kept = entry?.kind === 'text' ? entry.attachments?.[0]?.kept : undefined
  expect(kept).toEqual({
    id: expect.stringMatching(/^r_/) as string,
    mimeType: 'image/png',
    size: PNG.length,
    name: 'renamed.txt',
    picture: { width: 640, height: 480 },
  })
  const text = `What is it?\n\n[Attachment 1 of 1: renamed.txt, image/png]\n[Image: renamed.txt, image/png, ${Math.round(PNG.length / 100) / 10} KB, kept as ${kept?.id}]`
  expect(users(0)).toEqual([{ content: text, images: [URL_OF_CAT] }])
  const bytes = PNG.toString('base64').slice(40, 100)
  expect(JSON.stringify(events)).not.toContain(bytes)
  expect(readFileSync(path.join(test.dataDir, 'checkpoints.sqlite')).includes(PNG.subarray(40, 100))).toBe(false)
  const [asked] = eventsOfType(events, 'model.started')
  const around = { signal: new AbortController().signal }
  const sent = await test.core().handlers['requests.sent']({ span: asked?.span ?? '', request: 0 }, around)
  expect(sent.body).toBe(test.server.received[0]?.body)
  await test.restart()
  await test.turn('Sure?')
  expect(users(1)).toEqual([
    { content: text, images: [URL_OF_CAT] },
    { content: 'Sure?', images: undefined },
  ])
  expect(test.server.violations).toEqual([])
})

it.each(['groq', 'deepseek'] as const)(
  'a text model of %s teaches that once; a line stands in its place',
  async (mode) => {
    await open(mode)
    test.server.reply({ text: 'I see none.' }, { text: 'Still none.' })
    const { events, said } = await test.turn('What is it?', 't1', { attachments: [cat()] })
    expect([said, test.server.calls]).toEqual([['I see none.'], 2])
    expect(eventsOfType(events, 'model.retry').map(({ reason }) => reason)).toEqual([
      expect.stringMatching(/Asked again in another form: no images are sent, since this model reads none\.$/),
    ])
    expect(users(1)[0]?.content).toMatch(/^What is it\?[^]*\n\n\[image: cat\.png/)
    expect(users(1)[0]?.content).toContain(UNREAD)
    const { events: next } = await test.turn('Sure?')
    expect([eventsOfType(next, 'model.retry'), test.server.calls, users(2)[0]?.content]).toEqual([
      [],
      3,
      users(1)[0]?.content,
    ])
  },
)

it('a picture that a server cannot read ends no conversation: one try without, and the next turn is shown new ones', async () => {
  await open()
  const refusal = { status: 400, body: { error: { message: 'messages.0: Could not process image' } } }
  test.server.reply(refusal, { text: 'Broken.' }, { text: 'Fine.' })
  const { said } = await test.turn('What is it?', 't1', { attachments: [cat()] })
  expect([said, users(1)[0]?.content?.split('\n').at(-1)]).toEqual([
    ['Broken.'],
    '[image: cat.png, 640x480, not shown: the model server could not read the images of this conversation]',
  ])
  await test.turn('And this?', 't2', { attachments: [cat()] })
  expect(users(2)[0]?.images).toEqual([URL_OF_CAT])
})

it('what a tool gives is shown after all results of the reply; a server like Mistral gets its own form', async () => {
  shop = await startLoopback()
  // The type is what the bytes say.
  shop.answers['/shot'] = { headers: { 'content-type': 'image/jpeg' }, body: PNG }
  const drawing = clerk()
    .httpTool('shot', { toolName: 'shot', url: `${shop.base}/shot` })
    .use('a', 'shot')
    .build()
  await open('mistral', drawing)
  test.server.reply({ calls: ['shot', 'shot'].map((name) => ({ name, arguments: {} })) }, { text: 'Blue.' })
  const { said } = await test.turn('Look')
  expect(said).toEqual(['Blue.'])
  const last = test.server.requests.at(-1)?.messages ?? []
  expect(last.map(({ role, images = [] }) => [role, images.length]).slice(-5)).toEqual([
    ['assistant', 0],
    ['tool', 0],
    ['tool', 0],
    ['assistant', 0],
    ['user', 2],
  ])
  expect(last.at(-1)?.images?.[0]).toBe(URL_OF_CAT)
})

it('a planner, a solver and a worker are shown what is attached to the question', async () => {
  const bench = await openPlanBench(planFlow)
  test = bench
  bench.server.reply({ text: 'Plan: look it up\n#E1 = Search[the cat]' }, { text: 'A cat.' })
  await bench.turn('Who is it?', 't1', { attachments: [cat()] })
  expect([users(0)[0]?.images, users(1)[0]?.images]).toEqual([[URL_OF_CAT], [URL_OF_CAT]])
  await bench.close()
  const graph = flow('Graph').start('g').node('task-graph', 'g', { name: 'Graph' })
  await open(
    'all',
    graph
      .node('message-worker', 'w', { name: 'Worker', value: 'Welcome' })
      .edge('next', { from: 'g', to: 'w', port: 'start' })
      .build(),
  )
  test.server.reply({ text: 'A cat.' })
  await test.turn('Who is it?', 't1', { attachments: [cat()] })
  expect(users(0)[0]?.images).toEqual([URL_OF_CAT])
})

it('what is no picture, or too large, or too many, is refused in words before anything is sent', async () => {
  await open()
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
  const wide = Buffer.from(PNG)
  wide.writeUInt32BE(9000, 16)
  const large = Buffer.concat([PNG, Buffer.alloc(4_000_000)])
  const refusals: string[] = []
  for (const attachments of [
    [cat({ bytes: svg })],
    [cat({ bytes: wide })],
    [cat({ bytes: large })],
    Array.from({ length: 9 }, () => cat()),
  ])
    await test.turn('x', 't1', { attachments }).catch((cause: Error) => refusals.push(cause.message))
  expect(refusals).toEqual([
    '“cat.png” is not a picture that can be attached, whatever its name says. Save it as PNG, JPEG, GIF or WebP.',
    '“cat.png” cannot be attached: it is 9000 x 480 pixels, and models take 8000 on each side at most. Save it smaller, or as JPEG.',
    '“cat.png” cannot be attached: it has 4.0 MB, and models take 3.9 MB at most. Save it smaller, or as JPEG.',
    'These are 9 pictures. A message can have 8 at most.',
  ])
  expect(test.server.calls).toBe(0)
})

it('counts pictures as tokens: old turns go first where they do not fit, and an estimate has them', async () => {
  await open(
    'all',
    clerk()
      .settings({ model: { contextTokens: 1200 } })
      .build(),
  )
  test.server.reply({ text: 'One.', usage: null }, { text: 'Two.' })
  const { events } = await test.turn('First?', 't1', { attachments: [cat()] })
  const [usage] = eventsOfType(events, 'model.finished').map((event) => event.usage)
  expect([usage?.estimated, (usage?.input ?? 0) > 410]).toEqual([true, true])
  const three = [cat(), cat({ name: 'b.png' }), cat({ name: 'c.png' })]
  await test.turn('Second?', 't1', { attachments: three })
  expect(users(1).map(({ content, images }) => [content?.slice(0, 7), images?.length])).toEqual([['Second?', 3]])
})
