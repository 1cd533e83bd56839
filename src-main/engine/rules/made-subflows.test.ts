/** A selection that was made a sub-flow runs as the flow did before: the same words, asked of the same participants in the same order, the same moves. */
import { ENGLISH } from '../../../src-shared/languages/translate'
import { afterEach, describe, expect, it } from 'vitest'
import { makeSubflow } from '../../../src-shared/flow/editing/make-subflow'
import type { Flow } from '../../../src-shared/flow/records'
import type { RunEvent } from '../../../src-shared/run/log/events'
import { flow, type FlowBuilder, type NodeFields } from '../../../src-shared/testing/flow-builder'
import { eventsOfType, openTestCore, type TestCore } from '../../testing/core-bench'
import { tellerOf, tellingAgent } from '../../testing/telling-agents'

let test: TestCore
afterEach(async () => {
  expect(test.server.violations).toEqual([])
})

const agent = (name: string): NodeFields => ({ ...tellingAgent(name), description: `does ${name}` })
const NAMES = ['A', 'B', 'C', 'D']
const HOLDER = 'made'

function made(drawn: Flow, ids: readonly string[]): Flow {
  const answer = makeSubflow(drawn, ids, {
    name: 'Made',
    makeId: (hint) => (hint === 'subflow' ? HOLDER : `${hint}-in`),
  })
  if (!answer.ok) throw new Error(ENGLISH.message(answer.reason))
  return answer.flow
}

/** Ids as the flow had them: whoever passes the baton to the sub-flow passes it to who begins inside. */
const flat = (id: string, entry: string): string => (id === HOLDER ? entry : id.replace(`${HOLDER}~`, ''))
const moves = (events: readonly RunEvent[], entry: string) =>
  eventsOfType(events, 'baton').map(({ node }) => flat(node, entry))
const calls = () =>
  test.server.requests.map(({ system, tools }) => [tellerOf(system), tools.map(({ function: { name } }) => name)])

/** What two turns come to. `calls`: what each model call answers instead of its name. */
async function played(drawn: Flow, entry: string, replies: (server: TestCore['server']) => void) {
  test = await openTestCore(drawn)
  replies(test.server)
  for (const name of NAMES) test.server.on({ system: `I am ${name}.` }, { text: `${name}!` })
  const turns = [await test.turn('one'), await test.turn('two')]
  const { frames, variables } = await test.state()
  const heard = {
    said: turns.map(({ said }) => said),
    outcomes: turns.map(({ outcome }) => outcome),
    moves: turns.map(({ events }) => moves(events, entry).filter((node, at, all) => node !== all[at - 1])),
    calls: calls(),
    holder: frames.map(({ node }) => flat(node, entry)),
    variables,
  }
  await test.close()
  return heard
}

const scenes: {
  name: string
  drawn: FlowBuilder
  ids: string[]
  entry: string
  replies?: (server: TestCore['server']) => void
}[] = [
  {
    name: 'steps in the middle of a sequence, with a tool that is used outside too',
    drawn: flow('Steps')
      .start('a')
      .agent('a', agent('A'))
      .agent('b', agent('B'))
      .agent('c', agent('C'))
      .agent('d', agent('D'))
      .builtinTool('clock', { name: 'Clock' })
      .next('a', 'b')
      .next('b', 'c')
      .next('c', 'd')
      .use('b', 'clock')
      .use('d', 'clock'),
    ids: ['b', 'c'],
    entry: 'b',
  },
  {
    name: 'a swarm behind the start, its hand-offs and who goes on with the next message',
    drawn: flow('Swarm').start('a').agent('a', agent('A')).agent('b', agent('B')).handoff('a', 'b').handoff('b', 'a'),
    ids: ['start', 'a', 'b'],
    entry: 'a',
    replies: (server) =>
      server.on({ system: 'I am A.' }, { calls: [{ name: 'transfer_A_to_B', arguments: {} }] }, { text: 'A!' }),
  },
  {
    name: 'a branch on a variable that is declared outside',
    drawn: flow('Branch')
      .variable('vip', { type: 'boolean', default: true })
      .start('a')
      .agent('a', agent('A'))
      .node('condition', 'check', { name: 'Check', branches: [{ name: 'yes', when: '${vip}' }] })
      .agent('b', agent('B'))
      .agent('c', agent('C'))
      .agent('d', agent('D'))
      .next('a', 'check')
      .edge('next', { from: 'check', to: 'b', port: 'yes' })
      .edge('next', { from: 'check', to: 'c', port: 'else' })
      .next('b', 'd')
      .next('c', 'd'),
    ids: ['check', 'b', 'c'],
    entry: 'check',
  },
  {
    name: 'a supervisor with its dialog',
    drawn: flow('Desk')
      .start('s')
      .supervisor('s', { name: 'S', prompt: 'I am A. {dialogs} {tools}' })
      .dialog('d', { name: 'Refunds', description: 'pays back', prompt: 'I am B.' })
      .delegate('s', 'd'),
    ids: ['s', 'd'],
    entry: 's',
  },
]

describe('a selection that was made a sub-flow', () => {
  for (const { name, drawn, ids, entry, replies = () => undefined } of scenes)
    it(`${name}: runs as before`, async () => {
      const whole = drawn.build()
      const before = await played(whole, entry, replies)
      expect(before.said.flat().length).toBeGreaterThan(0)
      expect(await played(made(whole, ids), entry, replies)).toEqual(before)
    })
})
