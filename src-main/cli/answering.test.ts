/** Plans that wait for approval, on the command line: `run --answer` and the question of `chat`. */
import path from 'node:path'
import { writeFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import { beforeEach, expect, test } from 'vitest'
import { plan, planFlow } from '../testing/plan-bench'
import { libraryPath } from '../store/database'
import { toolTerminal } from './testing/tool-terminal'

const bench = toolTerminal()
let file: string
beforeEach(() => {
  file = bench.terminal.file(planFlow(bench.tools, { approvePlan: true }).build())
})

const line = () => [
  '--base-url',
  bench.server.baseUrl,
  '--model',
  'm',
  '--allow',
  `host:${new URL(bench.tools.url).host}`,
]
const run = (...rest: string[]) => bench.terminal.baton(['run', file, '--thread', 't', ...rest, ...line()])
const calls = () => bench.tools.calls.map(({ tool, input }) => `${tool} ${input}`)
const PLAN = ['The turn waits for you to approve its plan:', '  #E1 = Search[a]  step 1', '  #E2 = Calc[#E1]  step 2']
const HOW = 'Answer with --thread ID --answer approve, refuse or FILE.json, or in the app. A new message begins anew.'
const wait = async () => {
  bench.server.reply({ text: plan('Search[a]', 'Calc[#E1]') })
  return run('-m', 'Q')
}
const edited = (tool: string) => {
  const steps = [{ id: 'E1', plan: 'other', tool, input: 'b' }]
  const name = path.join(bench.terminal.folder, `${tool}.json`)
  writeFileSync(name, JSON.stringify({ steps }))
  return name
}

test('a turn that waits shows its plan; approved, it goes on', async () => {
  expect(await wait()).toEqual({ code: 0, out: '', notes: [...PLAN, HOW] })
  expect(await run()).toEqual({ code: 2, out: '', notes: [...PLAN, HOW] })
  bench.server.reply({ text: 'A' }, { text: plan('Search[c]') })
  expect(await run('--answer', 'approve', '-m', 'Q2')).toEqual({
    code: 0,
    out: 'A\n',
    notes: [PLAN[0], '  #E1 = Search[c]  step 1', HOW],
  })
  expect(calls()).toEqual(['Search a', 'Calc S(a)'])
})

test('refused, nothing runs; there is nothing to answer afterwards', async () => {
  await wait()
  const notes = ['You refused the plan, so nothing of it runs.']
  expect(await run('--answer', 'refuse')).toEqual({ code: 0, out: '', notes })
  const again = await run('--answer', 'approve')
  expect([again.code, again.out, again.notes[0]]).toEqual([1, '', expect.stringContaining('(nothing-to-resume)')])
  expect(calls()).toEqual([])
})

test('the file of an edited plan; one that does not hold fails, and the turn still waits', async () => {
  await wait()
  const faulty = await run('--answer', edited('Fax'))
  expect([faulty.code, faulty.notes[0]]).toEqual([1, expect.stringMatching(/^The edited plan cannot run\. .*Fax/)])
  bench.server.reply({ text: 'A' })
  expect(await run('--answer', edited('Search'))).toEqual({ code: 0, out: 'A\n', notes: [] })
  expect(calls()).toEqual(['Search b'])
})

test('an answer is not for what a turn that was left asks only as it goes on: nobody has seen that', async () => {
  const ending = new AbortController()
  bench.server.reply({ hang: true }, { text: plan('Search[a]', 'Calc[#E1]') })
  const command = ['run', file, '--thread', 't', ...line()]
  const left = bench.terminal.baton([...command, '-m', 'Q'], { signal: ending.signal })
  await bench.server.waitForRequest(1)
  ending.abort()
  await left
  const early = await run('--answer', 'approve')
  expect([early.code, early.notes]).toEqual([1, [...PLAN, HOW, expect.stringContaining('(nothing-to-resume)')]])
  expect(calls()).toEqual([])
  bench.server.reply({ text: 'A' })
  expect(await run('--answer', 'approve')).toEqual({ code: 0, out: 'A\n', notes: [] })
})

test('a message instead of an answer drops the plan, and says so', async () => {
  await wait()
  bench.server.reply({ text: plan('Search[b]') })
  const { code, notes } = await run('-m', 'Other')
  expect([code, notes[0]]).toEqual([0, 'The plan that waited for approval is dropped: this message begins a new turn.'])
})

test('a turn of the flow’s own drops it too, and says so', async () => {
  await wait()
  bench.server.reply({ text: 'Hello.' })
  const { code, out, notes } = await run('--open')
  expect([code, out, notes]).toEqual([
    0,
    'Hello.\n',
    ['The plan that waited for approval is dropped: the flow begins a new turn.'],
  ])
})

test('wrong use: no thread, no such file, a file that holds no plan', async () => {
  const broken = path.join(bench.terminal.folder, 'broken.json')
  writeFileSync(broken, '{"steps":[{"id":"E1"}]}')
  const codes = [
    await bench.terminal.baton(['run', file, '--answer', 'approve']),
    await run('--answer', 'yes please'),
    await run('--answer', broken),
  ]
  expect(codes.map(({ code, notes }) => [code, notes.join(' ').slice(0, 40)])).toEqual([
    [2, '--answer answers the question of a threa'],
    [2, '--answer: there is no file "yes please" '],
    [2, `--answer: ${broken} holds no plan.`.slice(0, 40)],
  ])
})

test('chat asks before a plan runs, also about one that waited already', async () => {
  const chat = (...stdin: string[]) => bench.terminal.baton(['chat', file, '--thread', 't', ...line()], { stdin })
  bench.server.reply({ text: plan('Search[a]', 'Calc[#E1]') }, { text: 'A' }, { text: plan('Search[c]') })
  const first = await chat('Q', 'perhaps', 'y', 'Q2')
  expect([first.code, first.out, first.notes.slice(1)]).toEqual([
    0,
    'Planner: A\n',
    [
      ...PLAN,
      'Run this plan? [y/n]',
      'Run this plan? [y/n]',
      PLAN[0],
      '  #E1 = Search[c]  step 1',
      'Run this plan? [y/n]',
    ],
  ])
  const second = await chat('no', '/quit')
  expect([second.notes.slice(-2), second.out, calls()]).toEqual([
    ['Run this plan? [y/n]', 'You refused the plan, so nothing of it runs.'],
    '',
    ['Search a', 'Calc S(a)'],
  ])
})

test('a question that only a newer build knows is shown, cannot be answered, and a message drops it', async () => {
  await wait()
  const db = new Database(libraryPath(path.join(bench.terminal.folder, 'data')))
  const body = {
    node: 'p',
    path: 'main',
    id: '1.p.1',
    question: { kind: 'approve-parcel', tool: 'pay', problem: null },
  }
  db.prepare(`UPDATE events SET body = ? WHERE type = 'question'`).run(JSON.stringify(body))
  db.close()
  const shown = 'The turn waits for an answer that only a newer Baton can take (approve-parcel).'
  expect(await run()).toEqual({ code: 2, out: '', notes: [shown, 'A new message begins anew.'] })
  const refused = await run('--answer', 'approve')
  expect([refused.code, refused.notes]).toEqual([1, [expect.stringMatching(/another kind of answer.*\(bad-input\)$/)]])
  bench.server.reply({ text: plan('Search[b]') })
  const chat = await bench.terminal.baton(['chat', file, '--thread', 't', ...line()], { stdin: ['y'] })
  expect([chat.code, chat.out, chat.notes.slice(1)]).toEqual([
    0,
    '',
    [
      shown,
      'A message begins anew.',
      'The question that waited for an answer is dropped: this message begins a new turn.',
      PLAN[0],
      '  #E1 = Search[b]  step 1',
      'Run this plan? [y/n]',
    ],
  ])
})
