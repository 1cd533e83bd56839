/** A tool that is described anew while a call of it waits for a person: what they let run is not what would run, so they are asked again. */
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { JsonObject } from '../../../src-shared/flow/records'
import type { CallDecision } from '../../../src-shared/run/log/questions'
import { questionText } from '../../../src-shared/run/words/questions'
import { ENGLISH } from '../../../src-shared/languages/translate'
import { flow } from '../../../src-shared/testing/flow-builder'
import { eventsOfType, openTestCore, type TestCore, type TurnReport } from '../../testing/core-bench'
import { openMcpBench, type McpBench, type SmallServer } from '../../testing/mcp-bench'

let mcp: McpBench
let core: TestCore
beforeEach(() => {
  mcp = openMcpBench()
})
afterEach(async () => {
  expect(core.server.violations).toEqual([])
  await core.close()
  mcp.close()
})

const call = (name: string, args: JsonObject) => ({ name, arguments: args })
const asked = ({ events }: TurnReport) =>
  eventsOfType(events, 'question').flatMap(({ id, question }) =>
    question.kind === 'approve-call' ? [{ id, question }] : [],
  )
const firstOf = (report: TurnReport) => {
  const [question] = asked(report)
  if (question === undefined) throw new Error('nothing is asked')
  return question
}
const decide = (id: string, decision: CallDecision, thread = 't1') =>
  core.answer(id, { kind: 'approve-call', decision }, thread)
const APPROVE = { is: 'approve' } as const

/** Two agents with one server: calls of the first are decided on, and the second may have its tool described anew. */
function desk(server: SmallServer) {
  return flow('Desk')
    .start('a')
    .agent('a', { name: 'A', afterWork: 'stay' })
    .node('mcp-server', 's', server.data)
    .node('mcp-server', 'free', { ...server.data, include: ['redescribe'] })
    .use('a', 's', { needsApproval: true })
    .use('a', 'free')
    .build()
}

/** In another thread, the server describes `say` anew. */
async function redescribe(as: JsonObject): Promise<void> {
  core.server.reply({ calls: [call('redescribe', { text: JSON.stringify(as) })] }, { text: 'Described.' })
  const { said } = await core.turn('change it', 'other')
  expect(said).toEqual(['Described.'])
}

async function openDesk(): Promise<SmallServer> {
  const small = mcp.small(['redescribe'], { include: ['say'] })
  core = await openTestCore(desk(small))
  return small
}
const called = (small: SmallServer) => small.heard().filter((line) => line === 'tools/call say').length

test('what a person let run is refused, shown and asked anew where the server describes the tool otherwise by then', async () => {
  const small = await openDesk()
  core.server.reply({ calls: [call('say', { text: 'hi' })] })
  const first = firstOf(await core.turn('go'))
  await redescribe({ description: 'Sends the text to everybody.', annotations: { destructiveHint: true } })
  const again = firstOf(await decide(first.id, APPROVE))
  expect([called(small), again.id === first.id]).toEqual([0, false])
  expect(again.question.describedAnew).toEqual({
    description: true,
    arguments: false,
    effect: true,
    request: false,
    before: { description: 'Does say.' },
    now: { description: 'Sends the text to everybody.' },
  })
  expect(questionText(again.question, ENGLISH).split('\n')).toEqual([
    'The turn waits for you to decide on a call of say:',
    '  {"text":"hi"}',
    'say is described differently than when you were asked about this call, so you are asked again. What changed: its description, what it may change.',
    '  Description before: Does say.',
    '  Description now: Sends the text to everybody.',
  ])
  core.server.reply({ text: 'Said.' })
  const last = await decide(again.id, APPROVE)
  expect([last.said, called(small)]).toEqual([['Said.'], 1])
})

test('the same over a restart, after which the server describes it as at first; another call of the reply keeps its answer', async () => {
  const small = await openDesk()
  await redescribe({ description: 'Says it softly.' })
  core.server.reply({ calls: [call('say', { text: 'one' }), call('say', { text: 'two' })] })
  const [one, two] = asked(await core.turn('go'))
  await core.restart()
  // What does not run is not asked again, however it is described.
  const refused = await decide(two?.id ?? '', { is: 'refuse', reason: 'No.' })
  // Nor does a rule that is made of the open question allow more than what was shown.
  expect(refused.outcome).toMatchObject({
    question: { id: one?.id, question: { ruleDigest: one?.question.ruleDigest } },
  })
  // Other arguments change nothing of what they were given for.
  const again = firstOf(await decide(one?.id ?? '', { is: 'edit', arguments: { text: 'three' } }))
  expect(again.question).toMatchObject({
    arguments: { text: 'three' },
    describedAnew: { description: true, effect: false, now: { description: 'Does say.' } },
  })
  expect(called(small)).toBe(0)
  core.server.reply({ text: 'Done.' })
  const last = await decide(again.id, APPROVE)
  expect([last.said, called(small)]).toEqual([['Done.'], 1])
})

test('also where it is described anew by calls that run beside it, right before it would run', async () => {
  const small = mcp.small(['redescribe'])
  core = await openTestCore(
    flow('Desk')
      .start('a')
      .agent('a', { name: 'A' })
      .node('mcp-server', 's', { ...small.data, include: ['say', 'redescribe'] })
      .use('a', 's', { needsApproval: true })
      .build(),
  )
  const describe = (description: string) => call('redescribe', { text: JSON.stringify({ description }) })
  core.server.reply({ calls: [describe('Does say.'), call('say', { text: 'hi' })] }, { text: 'Done.' })
  for (const { id } of asked(await core.turn('go'))) await decide(id, { is: 'approve', remember: 'flow' })
  expect(called(small)).toBe(1)
  // None of these is asked about, and the last one begins when one of the others is over.
  const many = Array.from({ length: 8 }, () => describe('Sends the text to everybody.'))
  core.server.reply({ calls: [...many, call('say', { text: 'ho' })] })
  const again = firstOf(await core.turn('and now'))
  expect([called(small), again.question]).toMatchObject([
    1,
    { tool: 'say', describedAnew: { now: { description: 'Sends the text to everybody.' } } },
  ])
  core.server.reply({ text: 'Said.' })
  expect([(await decide(again.id, APPROVE)).said, called(small)]).toEqual([['Said.'], 2])
})

test('an operation of an API whose request becomes another', async () => {
  let path = '/things/{id}'
  const seen: string[] = []
  const api = createServer((request, response) => {
    const operation = {
      operationId: 'getThing',
      summary: 'Gets a thing.',
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
    }
    const document = { openapi: '3.0.3', info: { title: 'T', version: '1' }, paths: { [path]: { get: operation } } }
    if (request.url === '/openapi.json') response.end(JSON.stringify(document))
    else response.end(`{"at":"${seen.push(request.url ?? '')}"}`)
  }).listen(0, '127.0.0.1')
  await once(api, 'listening')
  const address = api.address()
  const origin = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
  core = await openTestCore(
    flow('Api')
      .start('a')
      .agent('a', { name: 'A' })
      .node('openapi-tools', 't', { name: 'Things', document: `${origin}/openapi.json` })
      .use('a', 't', { needsApproval: true })
      .build(),
    { recordsPart: true },
  )
  core.server.reply({ calls: [call('getThing', { id: '7' })] })
  const first = firstOf(await core.turn('go'))
  path = '/everything/{id}'
  await core.restart()
  const again = firstOf(await decide(first.id, APPROVE))
  expect([seen, again.question.describedAnew]).toMatchObject([
    [],
    {
      description: false,
      request: true,
      before: { request: 'GET /things/{id}' },
      now: { request: 'GET /everything/{id}' },
    },
  ])
  core.server.reply({ text: 'Got it.' })
  expect([(await decide(again.id, APPROVE)).said, seen]).toEqual([['Got it.'], ['/everything/7']])
  await core.restart()
  api.closeAllConnections()
  api.close()
})

test('a call that has asked a person itself takes their answer, and is asked about once more before it goes on with it', async () => {
  const words = path.join(mcp.folder, 'words')
  const program = path.join(import.meta.dirname, '../../tools/mcp/testing/newest-server.ts')
  const transport = { type: 'stdio', command: process.execPath, args: [program, 'newest', words], env: {} }
  core = await openTestCore(
    flow('Desk')
      .start('a')
      .agent('a', { name: 'A' })
      .node('mcp-server', 's', { transport })
      .use('a', 's', { needsApproval: true })
      .build(),
  )
  core.server.reply({ calls: [call('ask', {})] })
  const first = firstOf(await core.turn('go'))
  const [inside] = eventsOfType((await decide(first.id, APPROVE)).events, 'question')
  expect(inside?.question.kind).toBe('elicitation')
  writeFileSync(words, 'Asks who you are, and tells everybody.')
  await core.restart()
  const again = firstOf(
    await core.answer(inside?.id ?? '', { kind: 'elicitation', action: 'accept', values: { name: 'Ann' } }),
  )
  expect(again.question.describedAnew?.now).toEqual({ description: 'Asks who you are, and tells everybody.' })
  core.server.reply({ text: 'Done.' })
  expect((await decide(again.id, APPROVE)).said).toEqual(['Done.'])
  const { log } = await core.state()
  expect(log.flatMap((entry) => (entry.kind === 'result' ? [entry.text] : []))).toEqual(['Hello Ann, as asked before.'])
})
