/** MCP servers that ask people before a call goes on: the question waits as any other does, and the call is made again with the answer. */
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { JsonObject } from '../../../src-shared/flow/records'
import type { Answer } from '../../../src-shared/run/log/questions'
import { flow } from '../../../src-shared/testing/flow-builder'
import { eventsOfType, openTestCore, type TestCore } from '../../testing/core-bench'

const PROGRAM = path.join(import.meta.dirname, '../../tools/mcp/testing/newest-server.ts')
const DATA = {
  transport: { type: 'stdio', command: process.execPath, args: [PROGRAM, 'newest'], env: { KEPT: 'door' } },
}

let test: TestCore
beforeEach(async () => {
  const drawn = flow('Desk').start('a').agent('a', { name: 'Helper' }).node('mcp-server', 's', DATA).use('a', 's')
  test = await openTestCore(drawn.build())
  await test
    .core()
    .handlers['secrets.save']({ name: 'door', value: 'sesame-open-1234' }, { signal: new AbortController().signal })
})
afterEach(async () => {
  expect(test.server.violations).toEqual([])
  await test.close()
})

const ASK = { calls: [{ name: 'ask', arguments: {} }] }
const accept = (values: JsonObject): Answer => ({ kind: 'elicitation', action: 'accept', values })
const asked = ({ events }: { events: Parameters<typeof eventsOfType>[0] }) => eventsOfType(events, 'question')
const results = async () =>
  (await test.state()).log.flatMap((entry) => (entry.kind === 'result' ? [[entry.text, entry.isError]] : []))

it('waits over a restart, asks again for what does not fit, and goes on with the answer', async () => {
  test.server.reply(ASK, { text: 'Welcome.' })
  const [first] = asked(await test.turn('hello'))
  expect(first).toMatchObject({
    node: 's',
    question: { kind: 'elicitation', message: 'Who are you?', form: { required: ['name'] }, problem: null },
  })
  await test.restart()
  const [second] = asked(await test.answer(first?.id ?? '', accept({ name: 'A' })))
  expect(second).toMatchObject({ question: { problem: expect.stringContaining('name') as string } })
  const done = await test.answer(second?.id ?? '', accept({ name: 'Ann' }))
  expect(done.said).toEqual(['Welcome.'])
  expect(await results()).toEqual([['Hello Ann, as asked before.', false]])
})

it('tells the server that a person declined', async () => {
  test.server.reply(ASK, { text: 'As you like.' })
  const [question] = asked(await test.turn('hello'))
  await test.answer(question?.id ?? '', { kind: 'elicitation', action: 'decline' })
  expect(await results()).toEqual([['Hello nobody, as asked before.', false]])
})

it('gives the call up where a message comes instead of an answer', async () => {
  test.server.reply(ASK, { text: 'Sure.' })
  await test.turn('hello')
  expect((await test.turn('never mind')).said).toEqual(['Sure.'])
  expect((await results()).map(([text]) => text)).toEqual([expect.stringMatching(/person|message|before/i)])
})

/** The server has a secret and says it: `about` in its question, `keep` in what it wants back. */
async function withSecret(where: 'about' | 'keep') {
  test.server.reply({ calls: [{ name: 'ask', arguments: { [where]: 'env' } }] }, { text: 'Fine.' })
  return await test.turn('hello')
}

it('keeps a secret that the server repeats out of the question', async () => {
  const { events } = await withSecret('about')
  expect(asked({ events })).toMatchObject([{ question: { message: 'Who are you? ***' } }])
})

it('does not let a server keep a secret with its question', async () => {
  expect((await withSecret('keep')).said).toEqual(['Fine.'])
  expect(await results()).toEqual([[expect.stringMatching(/wants a secret to be kept/), true]])
})
