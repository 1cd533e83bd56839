import { ENGLISH } from '../../src-shared/languages/translate'
import type { StepDeed } from '../../src-shared/run/log/step-deeds'
import { expect, test } from 'vitest'
import { stepWords, timelineRows } from './steps'

function item(checkpointId: string, turn: number | null, nodes: string[] = []) {
  return { checkpointId, parentId: null, step: 0, turn, at: '2026-03-01T10:00:00.000Z', nodes }
}

test('steps stand under the heading of their turn, counted from 1', () => {
  const rows = timelineRows([item('d', 2, ['think.a']), item('begun', 2), item('c', 2), item('b', 1), item('a', null)])
  expect(
    rows.map((row) => (row.kind === 'turn' ? `turn ${row.turn ?? '-'} of ${row.steps}` : `${row.number} ${row.key}`)),
  ).toEqual(['turn 2 of 2', '2 d', '1 c', 'turn 1 of 1', '1 b', 'turn - of 1', '1 a'])
})

test('each step has the time since the one before in its turn, and its share of the longest', () => {
  const at = (seconds: number): string => new Date(Date.UTC(2026, 2, 1, 10, 0, seconds)).toISOString()
  const rows = timelineRows([
    { ...item('f', 2, ['end']), at: at(70) },
    { ...item('e', 2), at: at(60) },
    { ...item('d', 1, ['act.a']), at: at(9) },
    { ...item('c', 1, ['think.a']), at: at(5) },
    { ...item('b', 1), at: at(4) },
    // The clock was set back.
    { ...item('a', 1), at: at(8) },
  ])
  expect(rows.flatMap((row) => (row.kind === 'step' ? [[row.key, row.ms, row.share]] : []))).toEqual([
    ['f', 10_000, 1],
    ['e', null, 0],
    ['d', 4000, 1],
    ['c', 1000, 0.25],
    ['a', null, 0],
  ])
})

test('steps are told in words', () => {
  const nameOf = (id: string): string => id.toUpperCase()
  const words = [
    'think.order',
    'act.order',
    'watch.slots',
    'route.shop',
    'pick.else',
    'talk.polish',
    'branch.e1',
    'decide.fork',
    'map.list',
    'after-all.order',
    'end',
    '__start__',
  ].map((step) => stepWords(step, { nameOf, t: ENGLISH }))
  expect(words).toEqual([
    'ORDER replied',
    'ORDER used tools',
    'SLOTS watched',
    'SHOP looked for the intent',
    'ELSE picked a worker',
    'POLISH went on with a chat',
    'A chat beside others went on',
    'FORK chose a branch',
    'LIST went through its list',
    'ORDER was followed as code says',
    'END',
    'Turn began',
  ])
})

test('a step whose deeds are known says what it did, each kind of deed', () => {
  const nameOf = (id: string): string => id.toUpperCase()
  const tools = ['weather', 'news']
  const words = (step: string, ...deeds: StepDeed[]) => stepWords(step, { nameOf, t: ENGLISH, told: { deeds } })
  const steps = [
    { id: 'E1', tool: 'Search' },
    { id: 'E2', tool: 'Calc' },
  ]
  expect([
    words('think.order', { did: 'called', tools }),
    words('think.order', { did: 'replied' }),
    words('act.order', { did: 'waited', tools: ['weather'] }),
    words('act.order', { did: 'decided', tools: ['weather'] }, { did: 'answered', tools: ['news'] }),
    words('act.order', { did: 'asked', tools: ['weather'] }),
    words('act.order', { did: 'held', tools: ['weather'] }),
    words('act.order', { did: 'put', tools: ['ask_bob'] }),
    words('act.order', { did: 'handed', to: 'bob' }),
    words('act.order'),
    words('plan.trip', { did: 'planned', steps: 2 }),
    words('plan.trip', { did: 'misplanned' }),
    words('approve.trip', { did: 'plan-approved', isEdited: false }),
    words('approve.trip', { did: 'plan-approved', isEdited: true }),
    words('approve.trip', { did: 'plan-refused' }),
    words('work.trip', { did: 'ran', steps }, { did: 'failed', steps: steps.slice(1) }),
    words('solve.trip', { did: 'replanned' }),
    words('branch.e1', { did: 'stood' }),
    stepWords('branch.e1', { nameOf, t: ENGLISH, told: { within: 'talk.polish', deeds: [] } }),
  ]).toEqual([
    'ORDER asked for weather, news',
    'ORDER replied',
    'A call waits for a decision: weather',
    'The call was decided on: weather, news answered',
    'A tool asked something: weather',
    'A result waits for you: weather',
    'ORDER put a question to ask_bob',
    'ORDER handed over to BOB',
    'ORDER used tools',
    'TRIP planned 2 steps',
    'TRIP wrote a plan that cannot be carried out',
    'The plan was approved',
    'The plan was changed and approved',
    'The plan was refused',
    'Steps of the plan done: #E1 Search, #E2 Calc, Steps of the plan failed: #E2 Calc',
    'TRIP asked for another plan',
    'A chat beside others waited for its turn',
    'POLISH went on with a chat',
  ])
})
