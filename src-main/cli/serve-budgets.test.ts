/** Budgets behind the doors of the command line, of those who are asked side by side too: what `baton serve` and `baton mcp` say of them, to the refusal and on from there. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { flow, type NodeFields } from '../../src-shared/testing/flow-builder'
import type { ModelServer } from '../testing/model-server'
import { client, KEY, openServeBench, user, type ServeBench } from './testing/chat-client'
import { call, startStdio } from './testing/mcp-client'
import type { Terminal } from './testing/terminal'

let bench: ServeBench
let models: ModelServer
let terminal: Terminal
beforeEach(async () => {
  bench = await openServeBench()
  ;({ server: models, terminal } = bench)
  const usage = { input: 10, output: 10 }
  const asked = (name: string) => ({ name, arguments: { message: 'hello' } })
  models.on({ system: /You are Bob/ }, { text: 'Bob here.', usage })
  models.on({ system: /You are Cid/ }, { text: 'Cid here.', usage })
  models.on({ system: /You are Ada/, last: /hi/ }, { calls: [asked('ask_Bob'), asked('ask_Cid')], usage })
  models.on({ system: /You are Ada/ }, { text: 'Both are there.', usage })
})
afterEach(async () => {
  expect(models.violations).toEqual([])
  await bench.close()
})

/** Ada asks Bob and Cid at once, who take 20 tokens each; Bob has 15 in a turn, and Cid so many in a thread. */
const desk = (cid: NodeFields) =>
  terminal.file(
    flow('Desk')
      .start('a')
      .agent('a', { name: 'Ada', prompt: 'You are Ada.' })
      .agent('b', { name: 'Bob', prompt: 'You are Bob.', budgetTokens: 15 })
      .agent('c', { name: 'Cid', prompt: 'You are Cid.', ...cid })
      .use('a', 'b')
      .use('a', 'c')
      .build(),
  )

const BOB =
  'Bob went over its budget for a turn with its last call: 20 of 15 tokens. A budget is checked before each call, so one call can go over it.'
const CID =
  'Cid went over its budget for the whole conversation with its last call: 40 of 30 tokens. To go on with it, raise the budget in its settings, or begin a new thread.'

test('serve notes what each of them went over, which turn a budget ended, and goes on when it is raised', async () => {
  const say = async (address: string) => {
    const answer = await client(address, KEY).chat.completions.create(
      { model: 'desk', messages: [user('hi')] },
      { headers: { 'x-baton-thread': 't' } },
    )
    return [answer.choices[0]?.finish_reason, answer.choices[0]?.message.content]
  }
  const { address } = await bench.serve([desk({ budgetThreadTokens: 30 }), '--key', KEY])
  expect(await say(address)).toEqual(['stop', 'Both are there.'])
  expect(await say(address)).toEqual(['stop', 'Both are there.'])
  // Cid has nothing left in the thread, so whoever comes to it ends the turn.
  expect(await say(address)).toEqual(['length', ''])
  const { notes = [] } = (await bench.stop()) ?? {}
  expect(notes).toEqual([
    `Desk: ${BOB}`,
    `Desk: ${BOB}`,
    `Desk: ${CID}`,
    expect.stringMatching(/^Desk: .*Cid.*30 tokens/),
  ])
  const raised = await bench.serve([desk({ budgetThreadTokens: 3000 }), '--key', KEY])
  expect(await say(raised.address)).toEqual(['stop', 'Both are there.'])
})

test('a client of mcp is told the same with the result of its call', async () => {
  const line = (file: string) => [file, '--base-url', models.baseUrl, '--model', 'm', '--api-key', 'k']
  const { client: agent, ended } = await startStdio(terminal, line(desk({ budgetThreadTokens: 30 })))
  const { report: first } = await call(agent, 'desk', { message: 'hi' })
  expect([first.state, first.notes]).toEqual(['done', [BOB]])
  const say = async () => (await call(agent, 'desk', { message: 'hi', thread: first.thread })).report
  expect(await say()).toMatchObject({ state: 'done', notes: [BOB, CID] })
  expect(await say()).toMatchObject({ state: 'limit', notes: [expect.stringMatching(/Cid.*30 tokens/)] })
  await agent.close()
  await ended
})
