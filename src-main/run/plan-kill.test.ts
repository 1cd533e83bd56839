/** Kill -9 while a plan runs: the planner is not asked again and no finished step runs again, however many were in flight (RW-9, ReWOO 28). */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { saveFlow } from '../../src-shared/flow/editing/save'
import { BatonSaver } from '../engine/checkpoints'
import { buildProgram, kill, runBaton, startBaton, type Killable, type RunPlace } from '../testing/killable'
import { startModelServer, type ModelServer } from '../testing/model-server'
import { plan, planFlow, toolNode } from '../testing/plan-bench'
import { startToolServer, type ToolServer } from '../testing/tool-server'

let folder = ''
let server: ModelServer
let tools: ToolServer

beforeAll(buildProgram, 120_000)
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'baton-kill-'))
  server = await startModelServer()
  tools = await startToolServer()
})
afterEach(async () => {
  expect(server.violations).toEqual([])
  await server.close()
  await tools.close()
  rmSync(folder, { recursive: true, force: true })
})

function place(): RunPlace {
  const file = path.join(folder, 'f.flow.json')
  const drawn = planFlow(tools)
    .httpTool('pay', toolNode(tools, 'Pay', { needsApproval: true }))
    .use('p', 'pay')
  writeFileSync(file, saveFlow(drawn.build()))
  return { folder, file, baseUrl: server.baseUrl }
}

const baton = (...args: string[]): Killable => startBaton(place(), args)
const goOn = (...args: string[]): Promise<string> => runBaton(place(), args)

/** Waits until so many steps of the plan are stored. */
async function stored(count: number): Promise<void> {
  const saver = new BatonSaver({ file: path.join(folder, 'checkpoints.sqlite') })
  try {
    for (let look = 0; look < 500; look += 1) {
      const tuple = await saver.getTuple({ configurable: { thread_id: 't' } })
      if ((tuple?.pendingWrites ?? []).filter(([, channel]) => channel === '__return__').length >= count) return
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    throw new Error('the steps were never stored')
  } finally {
    saver.close()
  }
}

const inputs = () => tools.calls.map(({ tool, input }) => `${tool} ${input}`)

it('RW-9: killed after step 2 of 4: two steps and the planner are not paid again, the solver sees all four', async () => {
  server.reply({ text: plan('Search[a]', 'Calc[#E1]', 'Search[c #E2]', 'Calc[#E3]') })
  tools.on('Search', ({ input, nth }) => (nth === 2 ? { hang: true } : `S(${input})`))
  const first = baton('-m', 'Q')
  await tools.waitForCalls(3)
  await stored(2)
  await kill(first)
  server.reply({ text: 'Done.' })
  expect(await goOn()).toBe('Done.\n')
  const third = 'Search c C(S(a))'
  expect(inputs()).toEqual(['Search a', 'Calc S(a)', third, third, 'Calc S(c C(S(a)))'])
  expect(server.calls).toBe(2)
  for (const result of ['S(a)', 'C(S(a))', 'S(c C(S(a)))', 'C(S(c C(S(a))))'])
    expect(server.requests[1]?.user).toContain(`Result: ${result}`)
})

it('RW-9: with several steps in flight, those that were done stay done, in whatever order they were', async () => {
  server.reply({
    text: plan('Search[one]', 'Search[two]', 'Search[three]', 'Calc[#E2 #E3]', 'LLM[#E4]', 'Calc[#E1 #E5]'),
  })
  server.reply({ hang: true })
  // The first never answers; the others do, the later one first; then the model's own step is under way as well.
  tools.on('Search', ({ input, nth }) => {
    if (input === 'one') return nth > 3 ? '1' : { hang: true }
    return input === 'two' ? { text: '2', delayMs: 50 } : '3'
  })
  const first = baton('-m', 'Q')
  await server.waitForRequest(2)
  await stored(3)
  await kill(first)
  server.reply({ text: 'M' }, { text: 'Done.' })
  expect(await goOn()).toBe('Done.\n')
  expect(inputs().toSorted()).toEqual([
    'Calc 1 M',
    'Calc 2 3',
    'Search one',
    'Search one',
    'Search three',
    'Search two',
  ])
  expect(server.calls).toBe(4)
})

it('ReWOO 28: killed between plan and steps, and between steps and solver, nothing is paid twice', async () => {
  server.reply({ text: plan('Search[a]') })
  tools.on('Search', ({ nth }) => (nth === 1 ? { hang: true } : 'found'))
  const first = baton('-m', 'Q')
  await tools.waitForCalls(1)
  await kill(first)
  server.reply({ hang: true })
  const second = baton()
  await server.waitForRequest(2)
  await kill(second)
  server.reply({ text: 'Done.' })
  expect(await goOn()).toBe('Done.\n')
  expect([inputs(), server.calls]).toEqual([['Search a', 'Search a'], 3])
})

it('killed while the tool of a step runs that a person approved: it is asked about again, and runs once', async () => {
  server.reply({ text: plan('Search[a]', 'Pay[#E1]', 'Calc[#E2]') })
  tools.on('Search', () => 'tea')
  tools.on('Pay', () => ({ hang: true }))
  expect(await goOn('-m', 'Q')).toContain('a call of Pay')
  const second = baton('--answer', 'approve')
  await tools.waitForCalls(2)
  await kill(second)
  expect(await goOn()).toContain('it may have taken effect already')
  const seen = path.join(folder, 'seen.json')
  writeFileSync(seen, '{"result":"paid, as the shop says"}')
  server.reply({ text: 'Done.' })
  expect(await goOn('--answer', seen)).toContain('Done.')
  expect([inputs(), server.calls]).toEqual([['Search a', 'Pay tea', 'Calc paid, as the shop says'], 2])
})
