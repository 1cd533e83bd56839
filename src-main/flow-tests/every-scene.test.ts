/**
 * A chat through every kind of step becomes a test that passes on its own drawing, and no model or tool hears of that. By default some scenes;
 * `BATON_STEPS=all` plays all.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Answer, NodeQuestion } from '../../src-shared/run/log/questions'
import { saveFlow } from '../../src-shared/flow/editing/save'
import type { Flow } from '../../src-shared/flow/records'
import { ENGLISH } from '../../src-shared/languages/translate'
import { differenceWords } from '../../src-shared/run/tests/difference-words'
import { flow } from '../../src-shared/testing/flow-builder'
import { openTestCore, type TestCore, type TurnReport } from '../testing/core-bench'
import { startShop, type Shop } from '../testing/shop'
import { askedOf, drawScene, replyOf, SCENES, type AskedModel, type SceneReply } from '../testing/step-scenes'

let shop: Shop
beforeAll(async () => {
  shop = await startShop()
})
afterAll(() => shop.close())

type PlayedChat = {
  drawn: Flow
  said: readonly string[]
  answer: (asked: AskedModel) => SceneReply
  answers?: Answer[]
}

/** Has the chat, keeps it, and plays what was kept: what came out differently. */
async function outcomeOf({ drawn, said, answer, answers = [] }: PlayedChat): Promise<string> {
  const core = await openTestCore(drawn, { script: (request) => replyOf(answer(askedOf(request))) })
  try {
    const unanswered = [...answers]
    for (const text of said) await answered(core, await core.turn(text), unanswered)
    const { flowTests } = core.core().services
    const { why, hosts } = await flowTests.outlook('t1')
    expect([why, hosts.length]).toEqual([null, saveFlow(drawn).includes('baton.fetch') ? 1 : 0])
    const kept = await flowTests.keep({ threadId: 't1', name: 'It' })
    expect(unanswered).toEqual([])
    const before = [core.server.calls, shop.calls()]
    const of = { id: drawn.id, text: saveFlow(drawn) }
    const { signal } = new AbortController()
    const { difference } = await flowTests.play({ test: kept, flow: of, by: 'recorded', signal })
    expect([core.server.calls, shop.calls()]).toEqual(before)
    return difference === null ? 'passes' : differenceWords(difference, (node) => node, ENGLISH)
  } finally {
    await core.close()
  }
}

async function answered(core: TestCore, { outcome }: TurnReport, answers: Answer[]): Promise<void> {
  if (outcome.state !== 'finished') throw new Error(`the turn came to the end ${outcome.state}`)
  const { question } = outcome
  if (question !== undefined) await answered(core, await core.answer(question.id, yesTo(question, answers)), answers)
}

function yesTo({ question: { kind } }: NodeQuestion, answers: Answer[]): Answer {
  const given = answers.shift()
  if (given !== undefined) return given
  if (kind === 'approve-plan') return { kind, approved: true }
  throw new Error(`nobody answers ${kind}`)
}

/** Plans, participants that are asked, and code. */
const USUAL = /^(?:a plan that is approved|code that says|two others)/
const SHOWN = SCENES.filter(({ name }) => process.env['BATON_STEPS'] === 'all' || USUAL.test(name))

test('through every kind of step', async () => {
  const outcomes: string[] = []
  for (const scene of SHOWN) {
    const said = [...(scene.before ?? []), scene.message]
    const outcome = await outcomeOf({ drawn: drawScene(scene, shop.url), said, answer: scene.answer })
    outcomes.push(`${scene.name}: ${outcome}`)
  }
  const reached = outcomes.filter((one) => !one.endsWith(': passes'))
  expect([outcomes.length, reached]).toEqual([
    SHOWN.length,
    // Code that decides and asks a host for that: a test reaches none.
    [
      expect.stringMatching(
        /^code that says who speaks next: .*may not reach 127\.0\.0\.1.* The code of \S+ may fetch from 127\.0\.0\.1:\d+, and a test reaches no host\. Fetch in a tool instead/,
      ),
    ],
  ])
})

test('with calls on which a person decides, results that are held, and arguments that do not fit', async () => {
  const parameters = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] }
  const code = `export function run({ n }, baton) { baton.set('last', n); return n + 1 }`
  const drawn = flow('Desk')
    .start('a')
    .agent('a')
    .node('code-tool', 't', { name: 'add_one', toolName: 'add_one', description: 'Adds.', code, parameters })
    .use('a', 't', { needsApproval: true, holdResult: true })
    .build()
  const call = (args: object): SceneReply => ({ call: 'add_one', arguments: args })
  const outcome = await outcomeOf({
    drawn,
    said: ['Go'],
    answer: ({ toolResults }) =>
      [call({ n: 'many' }), call({ n: 1 }), call({ n: 2 }), call({ n: 3 })][toolResults] ?? { said: 'Done.' },
    answers: [
      { kind: 'approve-call', decision: { is: 'edit', arguments: { n: 10 } } },
      { kind: 'hold-result', decision: { is: 'edit', text: 'About ten.' } },
      { kind: 'approve-call', decision: { is: 'refuse', reason: 'No.' } },
      { kind: 'approve-call', decision: { is: 'approve' } },
      { kind: 'hold-result', decision: { is: 'keep' } },
    ],
  })
  expect(outcome).toBe('passes')
})
