/** What is attached to messages, through the core: real servers, real databases, the real model server (issue 6, "resources as attachments"). */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AskedAttachment } from '../../src-shared/rpc/attachments'
import type { Attachment } from '../../src-shared/run/log/attachments'
import { saveFlow } from '../../src-shared/flow/editing/save'
import { flow } from '../../src-shared/testing/flow-builder'
import { eventsOfType, openTestCore, type TestCore } from '../testing/core-bench'
import { everythingData, openMcpBench, type McpBench } from '../testing/mcp-bench'

let mcp: McpBench
let test: TestCore
beforeEach(() => {
  mcp = openMcpBench()
})
afterEach(async () => {
  expect(test.server.violations).toEqual([])
  await test.close()
  mcp.close()
})

const STATIC = 'demo://resource/static/document/features.md'
const DYNAMIC = 'demo://resource/dynamic'
const signal = new AbortController().signal

const drawing = () =>
  flow('Desk')
    .start('a')
    .agent('a', { name: 'Clerk', prompt: 'You are A.' })
    .node('mcp-server', 's', { name: 'Everything', ...everythingData({ include: ['echo'] }) })
    .use('a', 's')
    .node('mcp-server', 'gone', {
      name: 'Gone',
      transport: { type: 'stdio', command: '/no/such/program', args: [], env: {} },
    })
    .use('a', 'gone')
    .node('mcp-server', 'alone', {
      name: 'Alone',
      transport: { type: 'stdio', command: '/another/program', args: [], env: {} },
    })
    .node('builtin-tool', 'clock', { name: 'Clock', tool: 'clock' })
    .use('a', 'clock')
    .build()

const file = (name: string, text: string): AskedAttachment => ({ name, mimeType: 'text/plain', text })
const heardLast = () =>
  test.server.requests
    .at(-1)
    ?.messages.filter(({ role }) => role === 'user')
    .map(({ content }) => content)
const attachmentsIn = async (): Promise<readonly Attachment[][]> =>
  (await test.state()).log.flatMap((entry) =>
    entry.kind === 'text' && entry.author === 'user' ? [entry.attachments ?? []] : [],
  )
const wholeOf = async (id: string) =>
  (await test.core().handlers['results.read']({ threadId: 't1', id, offset: 0, limit: 1_000_000 }, { signal })).text

describe('a message with attachments', () => {
  it('is read by the model as the words, then a block for each; the log has them as they were', async () => {
    test = await openTestCore(drawing())
    test.server.reply({ text: 'Read.' }, { text: 'Still read.' })
    const { outcome, said } = await test.turn('What is in these?', 't1', {
      attachments: [{ node: 's', uri: `${DYNAMIC}/text/7` }, file('notes.txt', 'Buy ``` plums\n```\nand pears')],
    })
    expect([outcome.state, said]).toEqual(['finished', ['Read.']])
    const [[resource, notes] = []] = await attachmentsIn()
    expect([resource, notes]).toEqual([
      {
        name: '7',
        uri: `${DYNAMIC}/text/7`,
        mimeType: 'text/plain',
        size: Buffer.byteLength(resource?.text ?? ''),
        text: expect.stringMatching(/^Resource 7: This is a plaintext resource/) as string,
        kept: null,
      },
      {
        name: 'notes.txt',
        uri: null,
        mimeType: 'text/plain',
        size: 27,
        text: 'Buy ``` plums\n```\nand pears',
        kept: null,
      },
    ])
    const seen = [
      'What is in these?',
      '',
      `[Attachment 1 of 2: 7, ${DYNAMIC}/text/7, text/plain]`,
      '```',
      resource?.text,
      '```',
      '',
      '[Attachment 2 of 2: notes.txt, text/plain]',
      '````',
      'Buy ``` plums',
      '```',
      'and pears',
      '````',
    ].join('\n')
    expect(heardLast()).toEqual([seen])
    await test.turn('And now?')
    expect(heardLast()).toEqual([seen, 'And now?'])
    expect(await attachmentsIn()).toEqual([[resource, notes], []])
  })

  it('may have no words; a listed resource has its name and type, a long text is cut and kept whole', async () => {
    test = await openTestCore(drawing())
    test.server.reply({ text: 'Read.' })
    const text = Array.from({ length: 9000 }, (_, row) => `Cake ${row}`).join('\n')
    const { events } = await test.turn(null, 't1', {
      attachments: [{ node: 's', uri: STATIC }, file('long.txt', text)],
    })
    const [[document, long] = []] = await attachmentsIn()
    expect(document).toMatchObject({ name: 'features.md', uri: STATIC, mimeType: 'text/markdown', kept: null })
    expect(long).toMatchObject({ name: 'long.txt', size: text.length, kept: { name: 'long.txt', size: text.length } })
    expect(long?.text.length).toBeLessThan(20_500)
    expect(await wholeOf(long?.kept?.id ?? '')).toBe(text)
    expect(String(heardLast()?.[0])).toMatch(/^\[Attachment 1 of 2: features\.md, demo:[^\]]*, text\/markdown\]\n```\n/)
    expect(eventsOfType(events, 'run.started')[0]?.input).toBeNull()
    expect(test.core().services.threads.read('t1').title).toBe('Attached: features.md, long.txt')
  })

  it('bytes are kept and told in a line, unless they are a text', async () => {
    const small = mcp.small()
    const drawn = flow('Desk')
      .start('a')
      .agent('a', { name: 'Clerk' })
      .node('mcp-server', 's', small.data)
      .use('a', 's')
    test = await openTestCore(drawn.build())
    test.server.reply({ text: 'Seen.' })
    await test.turn('Look', 't1', {
      attachments: [
        { node: 's', uri: 'test://picture.png' },
        { node: 's', uri: 'test://bytes.txt' },
      ],
    })
    const [[picture, bytes] = []] = await attachmentsIn()
    const id = picture?.kept?.id ?? ''
    expect(picture).toEqual({
      name: 'Picture',
      uri: 'test://picture.png',
      mimeType: 'image/png',
      size: 4,
      text: `[Image: Picture, image/png, 4 bytes, kept as ${id}]`,
      kept: { id, mimeType: 'image/png', size: 4, name: 'Picture' },
    })
    expect(bytes).toMatchObject({ name: 'bytes.txt', mimeType: 'text/plain', size: 6, text: 'plums\n', kept: null })
    expect(heardLast()).toEqual([
      `Look\n\n[Attachment 1 of 2: Picture, test://picture.png, image/png]\n${picture?.text ?? ''}\n\n[Attachment 2 of 2: bytes.txt, test://bytes.txt, text/plain]\n\`\`\`\nplums\n\`\`\``,
    ])
  })
})

describe('what cannot be attached is refused before anything is stored', () => {
  const refused = async (attachments: readonly AskedAttachment[]): Promise<unknown> => {
    const failure: unknown = await test.turn('Read', 't1', { attachments }).then(
      () => null,
      (cause: unknown) => cause,
    )
    const { turns } = test.core().services.threads.read('t1')
    expect([turns, test.server.calls]).toEqual([0, 0])
    return failure
  }

  it('in words that name it', async () => {
    test = await openTestCore(drawing())
    const seen = []
    for (const asked of [
      { node: 'nobody', uri: 'x' },
      { node: 'clock', uri: 'x' },
      { node: 'alone', uri: STATIC },
      { node: 's', uri: 'demo://nothing' },
      { node: 'gone', uri: 'x://y' },
    ])
      seen.push(await refused([file('fine.txt', 'Fine.'), asked]))
    expect(seen).toMatchObject(
      [
        { code: 'bad-input', message: /^The flow has no server “nobody”/ },
        { code: 'bad-input', message: /^The flow has no server “clock”/ },
        { code: 'bad-input', message: /^Nobody uses “Alone”/ },
        {
          code: 'tool-failed',
          message: /^demo:\/\/nothing of Everything could not be attached, so nothing was sent\. /,
        },
        { code: 'tool-failed', message: /^x:\/\/y of Gone could not be attached, so nothing was sent\. / },
      ].map(({ code, message }) => ({ code, message: expect.stringMatching(message) as string })),
    )
  })

  it('nor too many, nor too large ones', async () => {
    test = await openTestCore(drawing())
    expect(await refused(Array.from({ length: 21 }, (_, index) => file(`${index}.txt`, 'x')))).toMatchObject({
      code: 'bad-input',
      message: 'These are 21 attachments. A message can have 20 at most.',
    })
    expect(await refused([file('large.txt', 'x'.repeat(10_000_001))])).toMatchObject({
      code: 'bad-input',
      message: '“large.txt” has 10 MB. 10 MB can be attached at most.',
    })
  })
})

describe('a turn that goes on', () => {
  it('left before its first step: it begins again with what was read then, and the server is not asked again', async () => {
    const small = mcp.small()
    const drawn = flow('Desk')
      .start('a')
      .agent('a', { name: 'Clerk' })
      .node('mcp-server', 's', small.data)
      .use('a', 's')
    const built = drawn.build()
    test = await openTestCore(built)
    test.server.reply({ text: 'Hello.' })
    await test.turn('Hi')
    const kept: Attachment = {
      name: 'n.txt',
      uri: 'test://n.txt',
      mimeType: 'text/plain',
      size: 3,
      text: 'One',
      kept: null,
    }
    test.core().services.threads.startRun({
      threadId: 't1',
      flowId: built.id,
      input: 'Read',
      attachments: [kept],
      flowText: saveFlow(built),
      revision: null,
    })
    await test.restart()
    test.server.reply({ text: 'Read.' })
    expect((await test.resume()).said).toEqual(['Read.'])
    expect(heardLast()).toEqual(['Hi', 'Read\n\n[Attachment 1 of 1: n.txt, test://n.txt, text/plain]\n```\nOne\n```'])
    expect(await attachmentsIn()).toEqual([[], [kept]])
    expect(small.heard()).not.toContain('resources/read')
  })

  it('closed in its first call, and after a failed one: the model gets them once', async () => {
    test = await openTestCore(drawing())
    const attachments = [{ node: 's', uri: `${DYNAMIC}/text/1` }, file('a.txt', 'A')]
    test.server.reply({ hang: true })
    const turn = test.turn('Read', 't1', { attachments })
    await expect.poll(() => test.server.calls).toBe(1)
    await test.restart()
    expect((await turn).outcome.state).toBe('left')
    test.server.reply({ status: 401 })
    expect((await test.resume()).outcome.state).toBe('failed')
    test.server.reply({ text: 'Read.' })
    expect((await test.resume()).said).toEqual(['Read.'])
    expect((await attachmentsIn()).map((list) => list.map(({ name }) => name))).toEqual([['1', 'a.txt']])
    expect(String(heardLast()?.[0]).match(/\[Attachment 1 of 2/g)).toHaveLength(1)
  })
})
