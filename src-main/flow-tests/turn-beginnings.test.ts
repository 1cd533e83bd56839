/** What a turn begins with beside its words, what it cost, and rules by which calls run without asking are kept with a test, and count when it is played. */
import { afterEach, expect, test } from 'vitest'
import { saveFlow } from '../../src-shared/flow/editing/save'
import { NO_EXPENSE } from '../../src-shared/run/log/expense'
import { flow } from '../../src-shared/testing/flow-builder'
import type { TestTurn } from '../../src-shared/run/tests/test-file'
import { openTestCore, type TestCore } from '../testing/core-bench'
import { keptOf, playedOn } from '../testing/kept-tests'
import { pngOf } from '../testing/pictures'

let core: TestCore | null = null
afterEach(async () => {
  await core?.close()
  core = null
})

const withSettings = (drawn: ReturnType<typeof flow>, settings: object) => {
  const built = drawn.build()
  return { ...built, settings: { ...built.settings, ...settings } }
}

test('attachments, what was said elsewhere before, and who was picked to answer', async () => {
  const pair = flow('Desk').start('a').agent('a', { name: 'Front' }).agent('b', { name: 'Refunds' }).handoff('a', 'b')
  const drawn = withSettings(pair, { swarm: { pattern: 'manual' } })
  // What a test asks of models itself is in no record.
  core = await openTestCore(drawn, { recordsPart: true })
  core.server.reply({ text: 'A cat.' }, { text: 'A long list.' })
  const picture = pngOf(64, 48)
  const earlier = [
    { role: 'user', text: 'Before', attachments: [{ name: 'old.txt', mimeType: 'text/plain', text: 'Old plums' }] },
    { role: 'assistant', text: 'I see.' },
  ] as const
  const cat = { name: 'cat.png', base64: picture.toString('base64') }
  await core.turn('What is it?', 't1', { to: 'b', attachments: [cat], ...{ history: earlier } })
  const long = 'Pears are sold on Mondays.\n'.repeat(20_000)
  await core.turn('', 't1', { attachments: [{ name: 'list.txt', mimeType: 'text/plain', text: long }] })
  const kept = await keptOf(core)
  const [first, second] = kept.turns
  expect([first?.to, first?.before, first?.attached?.map(({ name, whole }) => [name, whole?.body])]).toEqual([
    'b',
    [
      { role: 'user', text: 'Before', attached: [expect.objectContaining({ name: 'old.txt', text: 'Old plums' })] },
      { role: 'assistant', text: 'I see.' },
    ],
    [['cat.png', { base64: picture.toString('base64') }]],
  ])
  expect([second?.says, second?.attached?.map(({ whole }) => whole?.body)]).toEqual([null, [{ text: long }]])
  expect(await playedOn(core, kept, drawn)).toBe('passes')
  const lacking = (change: Partial<TestTurn>) => ({
    ...kept,
    turns: kept.turns.map((turn) => ({ ...turn, ...change })),
  })
  const { to: _to, ...unpicked } = kept.turns[0] ?? expect.unreachable()
  expect(await playedOn(core, { ...kept, turns: [unpicked] }, drawn)).toMatch(/^1 Front|^1 a: /)
  expect(await playedOn(core, lacking({ to: 'gone' }), drawn)).toMatch(/^1 null: gone cannot be picked/)
  // The flow's own model is sent what was sent then, with the picture and the whole conversation.
  const sent = core.server.requests.map(({ messages }) => messages)
  core.server.reply({ text: 'Own words.' }, { text: 'More of them.' })
  expect(await playedOn(core, kept, drawn, 'own')).toBe('passes')
  const again = core.server.requests.slice(sent.length).map(({ messages }) => messages)
  expect(again[0]).toEqual(sent[0])
  expect(again[1]?.at(-1)).toEqual(sent[1]?.at(-1))
})

test('a rule from before by which calls run without asking', async () => {
  const code = `export function run({ n }: { n: number }) { return n + 1 }`
  const drawn = flow('Desk')
    .start('a')
    .agent('a', { name: 'Front' })
    .node('code-tool', 't', { name: 'Add one', toolName: 'add_one', description: 'Adds.', code })
    .use('a', 't', { needsApproval: true })
    .build()
  core = await openTestCore(drawn)
  const call = { calls: [{ name: 'add_one', arguments: { n: 1 } }] }
  core.server.reply(call, call, { text: 'Two.' })
  const { outcome } = await core.turn('Go', 'before')
  if (outcome.state !== 'finished' || outcome.question === undefined) return expect.unreachable()
  const decision = { is: 'approve', remember: 'flow' } as const
  await core.answer(outcome.question.id, { kind: 'approve-call', decision }, 'before')
  core.server.reply(call, { text: 'Two.' })
  await core.turn('Go')
  // The thread that made the rule makes it again; the one after it has it from the start.
  const made = await keptOf(core, 'before')
  const kept = await keptOf(core)
  expect([made, kept].map(({ turns }) => turns.map(({ unasked }) => unasked))).toEqual([
    [undefined],
    [[{ node: 'a', tool: 'add_one' }]],
  ])
  expect([await playedOn(core, made, drawn), await playedOn(core, kept, drawn)]).toEqual(['passes', 'passes'])
  const { unasked: _unasked, ...asking } = kept.turns[0] ?? expect.unreachable()
  expect(await playedOn(core, { ...kept, turns: [asking] }, drawn)).toMatch(/^1 a: .*asks you something/)
  // Once the rule is taken back the same tool asks again: a test could not tell when.
  const { callRules } = core.core().services
  for (const { id } of callRules.ofFlow(drawn.id)) callRules.revoke(drawn.id, id)
  core.server.reply(call, { text: 'Two.' })
  const asked = await core.turn('Once more')
  if (asked.outcome.state !== 'finished' || asked.outcome.question === undefined) return expect.unreachable()
  await core.answer(asked.outcome.question.id, { kind: 'approve-call', decision: { is: 'approve' } })
  await expect(keptOf(core)).rejects.toThrow(
    'This thread cannot be a test: in turn 2 a call was asked about again that was to run without asking.',
  )
})

test('what replies cost, also within a flow that is a tool, ends a turn by a budget again', async () => {
  const inner = flow('Inner').start('i').agent('i', { name: 'Inner' })
  const drawing = (dollars: number) =>
    withSettings(
      flow('Desk')
        .start('a')
        .agent('a', { name: 'Front' })
        .node('flow-tool', 'f', { name: 'Helper', toolName: 'help', description: 'Helps.', flow: inner.file() })
        .use('a', 'f'),
      { limits: { dollars } },
    )
  const drawn = drawing(0.0035)
  core = await openTestCore(drawn, {
    recordsPart: true,
    connections: (baseUrl) => [
      {
        name: 'default',
        baseUrl,
        key: 'test-key',
        model: 'test-model',
        prices: { 'test-model': { input: 10, output: 10 } },
      },
    ],
  })
  const usage = { input: 100, output: 0 }
  core.server.reply(
    { calls: [{ name: 'help', arguments: { message: 'Help' } }], usage },
    { text: 'Done inside.', usage },
    { calls: [{ name: 'help', arguments: { message: 'More' } }], usage },
    { text: 'Done again.', usage },
  )
  await core.turn('Go')
  const kept = await keptOf(core)
  expect(kept.turns[0]?.route.at(-1)).toEqual({ is: 'ended', how: 'limit' })
  const spent = { calls: 1, input: 100, output: 0, dollars: 0.001, unpriced: 0 }
  expect(
    kept.turns.map(({ replies, calls }) => [replies.map(({ cost }) => cost), calls.map((one) => one.spent)]),
  ).toEqual([
    [
      [0.001, 0.001],
      [spent, spent],
    ],
  ])
  expect(await playedOn(core, kept, drawn)).toBe('passes')
  expect(await playedOn(core, kept, drawing(0.01))).toBe(
    '1 a: Front asked a model where it did not ask one when the test was kept, so there is no reply for it. What was to come: A limit ends the turn.',
  )
  // Only the flow's own models cost something, and what they do is told.
  const { play } = core.core().services.flowTests
  const of = { test: kept, flow: { id: drawn.id, text: saveFlow(drawn) }, signal: new AbortController().signal }
  core.server.reply({ text: 'No help.', usage })
  const own = await play({ ...of, by: 'own' })
  expect([own.difference?.node, own.spent.calls, own.spent.dollars]).toEqual(['a', 1, 0.001])
  expect((await play({ ...of, by: 'recorded' })).spent).toEqual(NO_EXPENSE)
})
