/** A chat becomes a test that passes on its own drawing, without a model or tool being asked, and tells the first difference on another one. */
import Database from 'better-sqlite3'
import { afterEach, expect, test } from 'vitest'
import type { Flow } from '../../src-shared/flow/records'
import { saveFlow } from '../../src-shared/flow/editing/save'
import { ENGLISH } from '../../src-shared/languages/translate'
import type { TestDifference } from '../../src-shared/run/tests/difference'
import { differenceWords } from '../../src-shared/run/tests/difference-words'
import { openTests, saveTests, type FlowTest } from '../../src-shared/run/tests/test-file'
import { flow } from '../../src-shared/testing/flow-builder'
import { libraryPath } from '../store/database'
import { openTestCore, type TestCore } from '../testing/core-bench'
import type { PlayedBy } from './play-test'

let core: TestCore | null = null
afterEach(async () => {
  await core?.close()
  core = null
})

const ODD = 'src-main/tools/mcp/testing/odd-server.mjs'
const NEVER = new AbortController().signal

async function play(kept: FlowTest, drawn: Flow, by: PlayedBy = 'recorded'): Promise<TestDifference | null> {
  const { play: playTest } = opened().core().services.flowTests
  return (await playTest({ test: kept, flow: { id: drawn.id, text: saveFlow(drawn) }, by, signal: NEVER })).difference
}

function opened(): TestCore {
  if (core === null) throw new Error('no core is open')
  return core
}

async function keep(): Promise<FlowTest> {
  const test = await opened().core().services.flowTests.keep({ threadId: 't1', name: 'A refund' })
  // What is kept travels as a file, and comes back as it was.
  const file = { flow: { id: 'desk', name: 'Desk' }, tests: [test] }
  expect(openTests(saveTests(file)).tests).toEqual([test])
  return test
}

function words(difference: TestDifference | null, names: Flow): string {
  if (difference === null) return 'passes'
  const nameOf = (id: string) => names.nodes[id]?.name ?? id
  return `${difference.turn} ${difference.node}: ${differenceWords(difference, nameOf, ENGLISH)}`
}

const CODE = `export function run({ n }: { n: number }, baton: any) { baton.set('last', n); return n + 1 }`
const desk = (next = 'b', tool = 'Add one') =>
  flow('Desk')
    .start('a')
    .agent('a', { name: 'Front' })
    .agent('b', { name: 'Refunds' })
    .agent('c', { name: 'Sales' })
    .node('code-tool', 't', { name: tool, toolName: 'add_one', description: 'Adds.', code: CODE })
    .use('a', 't')
    .next('a', next)
    .build()

test('passes on its own drawing without asking anybody, and tells where the conversation goes elsewhere', async () => {
  core = await openTestCore(desk())
  core.server.reply(
    { calls: [{ name: 'add_one', arguments: { n: 41 } }] },
    { text: 'It is 42.' },
    { text: 'Money is on its way.' },
  )
  await core.turn('What is one more than 41?')
  const kept = await keep()
  expect(kept.turns[0]?.route).toEqual([
    { is: 'baton', node: 'a' },
    { is: 'call', node: 'a', tool: 'add_one', toolNode: 't', arguments: { n: 41 } },
    { is: 'said', node: 'a', text: 'It is 42.' },
    { is: 'baton', node: 'b' },
    { is: 'said', node: 'b', text: 'Money is on its way.' },
    { is: 'ended', how: 'done' },
  ])
  const { calls } = core.server
  const asked = calls
  expect(words(await play(kept, desk()), desk())).toBe('passes')
  expect(words(await play(kept, desk('c')), desk())).toBe(
    '1 a: The conversation was to go to Refunds, and went to Sales.',
  )
  const gone = flow('Desk').start('a').agent('a', { name: 'Front' }).build()
  expect(words(await play(kept, gone), desk())).toBe(
    '1 a: Expected: Front calls add_one. What came: Front says “It is 42.”.',
  )
  const broken = flow('Desk')
    .start('a')
    .agent('a', { name: 'Front' })
    .node('code-tool', 't', { code: 'no code' })
    .use('a', 't')
  expect(words(await play(kept, broken.build()), desk())).toMatch(/^1 t: The flow cannot run yet: /)
  expect(words(await play({ ...kept, only: 'gone' }, desk()), desk())).toMatch(/^1 null: This thread talks to one node/)
  expect(core.server.calls).toBe(asked)
  expect(opened().core().services.threads.list(desk().id)).toHaveLength(1)
})

test('what has no recording ends the test with what it is, at the node that did it', async () => {
  // What a test asks of models itself is in no record.
  core = await openTestCore(desk(), { recordsPart: true })
  core.server.reply({ text: 'Hello.' }, { text: 'Hello too.' })
  await core.turn('Hi')
  const kept = await keep()
  const [first] = kept.turns
  const reply = first?.replies[0]
  if (first === undefined || reply === undefined) throw new Error('nothing was kept')
  const lacking = (change: Partial<typeof first>): FlowTest => ({ ...kept, turns: [{ ...first, ...change }] })
  const onlyFront = lacking({ replies: first.replies.slice(0, 1) })
  expect(words(await play(onlyFront, desk()), desk())).toBe(
    '1 b: Refunds asked a model where it did not ask one when the test was kept, so there is no reply for it. What was to come: Refunds says “Hello too.”.',
  )
  const calling = { ...reply, calls: [{ id: 'c1', name: 'add_one', arguments: '{"n":1}' }] }
  const call = lacking({ replies: [calling, ...first.replies] })
  expect(words(await play(call, desk()), desk())).toBe(
    '1 a: Expected: Front says “Hello.”. What came: Front calls add_one.',
  )
  const step = { is: 'call', node: 'a', tool: 'add_one', toolNode: 't', arguments: { n: 1 } } as const
  const expected = lacking({ replies: [calling], route: [{ is: 'baton', node: 'a' }, step] })
  expect(words(await play(expected, desk()), desk())).toBe(
    '1 a: Front called add_one, which it did not call when the test was kept, so there is no result for it.',
  )
  const other = lacking({ replies: first.replies.map((reply) => ({ ...reply, text: `${reply.text} Again.` })) })
  expect(words(await play(other, desk()), desk())).toBe('1 a: Front was to say “Hello.”, and said “Hello. Again.”.')
  // The rehearsal has words of its own, which do not count.
  expect(words(await play(other, desk(), 'rehearsal'), desk())).toBe('passes')
  expect(words(await play(kept, desk('c'), 'rehearsal'), desk())).toBe(
    '1 a: The conversation was to go to Refunds, and went to Sales.',
  )
  core.server.reply({ text: 'Own words.' }, { text: 'More of them.' })
  const asked = core.server.calls
  expect(words(await play(kept, desk(), 'own'), desk())).toBe('passes')
  expect(core.server.calls).toBe(asked + 2)
})

test('a hand-off that a model makes by name is told as one where it is gone', async () => {
  const drawn = (to: string | null, name = 'Refunds') => {
    const both = flow('Desk')
      .start('a')
      .agent('a', { name: 'Front' })
      .agent('b', { name })
      .agent('c', { name: 'Sales' })
    return (to === null ? both : both.handoff('a', to)).build()
  }
  core = await openTestCore(drawn('b'))
  core.server.reply({ calls: [{ name: 'transfer_Front_to_Refunds', arguments: {} }] }, { text: 'Here I am.' })
  await core.turn('I want my money back')
  const kept = await keep()
  expect(words(await play(kept, drawn('b')), drawn('b'))).toBe('passes')
  // Its name follows the one of whom it leads to.
  expect(words(await play(kept, drawn('b', 'Money back')), drawn('b'))).toBe('passes')
  const stayed =
    '1 a: Front was to hand the conversation to Refunds by calling transfer_Front_to_Refunds. It has no hand-off of that name now, so the conversation stayed.'
  expect(words(await play(kept, drawn('c')), drawn('c'))).toBe(stayed)
  // Of a tool that is gone the call is told; without a hand-off nothing is offered at all.
  const calling = { ...kept, turns: kept.turns.map((turn) => ({ ...turn, route: turn.route.slice(0, 1) })) }
  const step = { is: 'call', node: 'a', tool: 'transfer_Front_to_Refunds', toolNode: 't', arguments: {} } as const
  calling.turns[0]?.route.push(step)
  expect(words(await play(calling, drawn('c')), drawn('c'))).toBe(
    '1 a: Front was to call transfer_Front_to_Refunds, and it has no tool of that name now.',
  )
  expect(words(await play(kept, drawn(null)), drawn(null))).toMatch(/^1 a: /)
})

test('a source of tools is not asked, and what a person set counts again', async () => {
  const transport = { type: 'stdio', command: process.execPath, args: [ODD, 'rug-pull'] }
  const drawn = (command: string) =>
    flow('Desk')
      .start('a')
      .agent('a', { name: 'Front' })
      .agent('b', { name: 'Refunds' })
      .node('mcp-server', 's', { transport: { ...transport, command } })
      .use('a', 's')
      .variable('vip', { type: 'boolean', default: false })
      .handoff('a', 'b', { by: 'context', condition: 'vip' })
      .build()
  const here = drawn(process.execPath)
  core = await openTestCore(here)
  const { runner } = core.core().services
  core.server.reply({ calls: [{ name: 'change', arguments: {} }] }, { text: 'Done.' })
  await core.turn('go')
  await runner.setVariables({ threadId: 't1', flowText: saveFlow(here), changes: { vip: true }, reset: [] })
  core.server.reply({ text: 'For you at once.' })
  await core.turn('and now')
  const kept = await keep()
  expect(kept.turns.map(({ sets }) => sets)).toEqual([{}, { vip: true }])
  expect(kept.turns[1]?.route).toContainEqual({ is: 'baton', node: 'b' })
  expect(words(await play(kept, drawn('no-such-program')), here)).toBe('passes')
  const unset = { ...kept, turns: kept.turns.map((turn) => ({ ...turn, sets: {} })) }
  expect(words(await play(unset, here), here)).toMatch(/^2 a: /)
})

test('no key is in a test, and a thread that cannot be one says why', async () => {
  const drawn = { ...desk(), settings: { ...desk().settings, variables: { note: { type: 'string', default: '' } } } }
  core = await openTestCore(drawn)
  core.server.reply({ text: 'Hello.' }, { text: 'I keep test-key to myself.' })
  await core.turn('Hi')
  const { runner } = core.core().services
  const flowText = saveFlow(drawn)
  await runner.setVariables({ threadId: 't1', flowText, changes: { note: 'the test-key' }, reset: [] })
  core.server.reply({ text: 'Bye.' })
  await core.turn('Bye')
  const kept = await keep()
  expect(JSON.stringify(kept)).not.toContain('test-key')
  expect(Object.values(kept.turns[1]?.sets ?? {})).toEqual([expect.stringMatching(/^the /)])
  expect(words(await play(kept, drawn), drawn)).toBe('passes')
  const { flowTests, threads } = core.core().services
  const why = async (threadId: string): Promise<string | null> => {
    const { why: told } = await flowTests.outlook(threadId)
    const refused = await flowTests.keep({ threadId, name: 'x' }).then(
      () => null,
      (cause: Error) => cause.message,
    )
    // What is told before is what keeping it comes to.
    expect(told === null ? null : ENGLISH.message(told)).toBe(refused)
    return refused
  }
  threads.createThread({ flowId: desk().id, id: 'empty' })
  core.server.reply({ text: 'Hello.' }, { status: 400 })
  await core.turn('Hi', 'failed')
  const sized = (size: number) => ({ name: 'note.txt', mimeType: 'text/plain', text: 'Hello '.repeat(size / 6) })
  core.server.reply({ text: 'Hello.' }, { text: 'Read.' })
  await core.turn('Read this', 'large', { attachments: [1_800_000, 1_800_000, 1_800_000].map(sized) })
  core.server.reply({ text: 'Hello.' }, { text: 'There.' })
  await core.turn('Hi', 'left')
  const changes = { edits: [{ what: 'holder', node: 'c' } as const], drawing: null, substitutes: {} }
  const now = { flowText: saveFlow(drawn), revision: null }
  const changed = await runner.fork({ threadId: 'left', turn: 2, changes, now })
  core.server.reply({ text: 'Here.' })
  await core.turn('And?', changed)
  const fork = await runner.fork({ threadId: changed, turn: 3 })
  const whole = await runner.fork({ threadId: 'left', turn: 2 })
  const notes = await Promise.all(['empty', 'failed', 'large', changed, fork, whole].map(why))
  expect(notes).toEqual([
    'Nothing was said in this thread yet, so there is nothing to keep.',
    'This thread cannot be a test: in turn 1 it did not come to its end.',
    'This thread cannot be a test: in turn 1 what was attached is larger than the 5 MB that a test can hold.',
    CHANGED,
    CHANGED,
    null,
  ])
})

const CHANGED =
  'This thread cannot be a test: a result, a plan or who answers was changed by hand where it left another thread.'

test('keeping goes on with what the look at the thread read, unless the thread went on since', async () => {
  core = await openTestCore(desk())
  const { flowTests } = core.core().services
  core.server.reply({ text: 'Hello.' }, { text: 'Goodbye.' })
  await core.turn('Hi')
  await flowTests.outlook('t1')
  core.server.reply({ text: 'Well.' })
  await core.turn('And?')
  const said = (test: FlowTest) => test.turns.map(({ replies }) => replies.map(({ text }) => text))
  const all = [['Hello.', 'Goodbye.'], ['Well.']]
  expect(said(await keep())).toEqual(all)
  await flowTests.outlook('t1')
  const db = new Database(libraryPath(core.dataDir))
  db.prepare('DELETE FROM model_requests').run()
  db.close()
  expect(said(await keep())).toEqual(all)
  // That was for once.
  await expect(keep()).rejects.toThrow('what a model replied is not kept any more')
})
