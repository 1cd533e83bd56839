import { expect, it } from 'vitest'
import { ENGLISH } from '../../languages/translate'
import { done, numbered, started } from '../../testing/run-script'
import type { NewRunEvent } from '../log/events'
import type { Answer, Question } from '../log/questions'
import { answerWords } from '../words/questions'
import { foldEvents } from './fold'
import { EMPTY_THREAD, type ThreadView, type TurnView } from './fold-view'

const step = (id: string, tool: string, input: string) => ({ id, plan: `do ${id}`, tool, input })
const steps = [step('E1', 'Search', 'tea'), step('E2', 'Calc', '#E1')]
const planned = steps.map((one, index) => ({ ...one, deps: [], toolNode: null, level: index + 1 }))
const place = { node: 'p', path: 'main' }

const question = (problem: string | null): Question => ({ kind: 'approve-plan', round: 1, steps: planned, problem })
const asked = (problem: string | null = null): NewRunEvent[] => [
  { type: 'plan.steps', ...place, round: 1, steps: planned },
  { type: 'question', ...place, id: '1.p.1', question: question(problem) },
  {
    type: 'run.finished',
    reason: 'waiting',
    limit: null,
    usage: { input: 1, output: 1 },
    modelCalls: 1,
    ms: 1,
  },
]
const answered = (answer: Answer): NewRunEvent => ({ type: 'answer', ...place, id: '1.p.1', answer })

const first = () => foldEvents(EMPTY_THREAD, numbered('r1', [started(1, 'Q'), ...asked()]))
const notes = (turn: TurnView | null | undefined): string[] =>
  turn?.items.flatMap((item) =>
    item.kind === 'note' ? [`${item.isPast ? 'past: ' : ''}${ENGLISH.message(item.text)}`] : [],
  ) ?? []
const rows = (turn: TurnView | null): string[] =>
  turn?.trace.flatMap(({ step: { what, ...told } }) => (what === 'run' && 'became' in told ? [told.became] : [])) ?? []
const stateOf = ({ latest, nodes, activeRunId }: ThreadView) => [
  latest?.state,
  latest?.questions[0]?.id,
  nodes['p']?.state,
  activeRunId,
]

it('a turn waits with its question, on its node too; an answer goes on with it and stays as a line', () => {
  const waiting = first()
  expect([stateOf(waiting), notes(waiting.latest)]).toEqual([['waiting', '1.p.1', 'waiting', null], []])
  const going = foldEvents(
    waiting,
    numbered('r2', [started(1, 'Q'), answered({ kind: 'approve-plan', approved: true })]),
  )
  expect(stateOf(going)).toEqual(['running', undefined, undefined, 'r2'])
  const failed = { type: 'run.failed', node: 'p', error: { code: 'internal', message: 'no', details: {} } } as const
  const again = [...numbered('r2', [failed], 3), ...numbered('r3', [started(1, 'Q'), done])]
  const { latest, earlier } = foldEvents(going, again)
  expect([latest?.state, notes(latest), earlier.length]).toEqual(['done', ['You approved the plan.'], 0])
  expect(rows(latest)).toEqual(['waiting', 'resumed', 'answered', 'failed', 'resumed'])
})

it('an edit that could not be taken is asked about again, with what was edited', () => {
  const edited = [step('E1', 'Fax', 'tea')]
  const events = [
    started(1, 'Q'),
    answered({ kind: 'approve-plan', approved: true, steps: edited }),
    ...asked('There is no tool Fax.'),
  ]
  const { latest } = foldEvents(first(), numbered('r2', events))
  expect([latest?.state, latest?.questions[0]?.given, latest?.questions[0]?.question.problem, notes(latest)]).toEqual([
    'waiting',
    { kind: 'approve-plan', approved: true, steps: edited },
    'There is no tool Fax.',
    ['past: You approved the plan, with changes to #E1, without #E2.'],
  ])
})

it('a message instead of an answer drops the plan', () => {
  const { earlier, latest } = foldEvents(first(), numbered('r2', [started(2, 'Other')]))
  const [dropped] = earlier
  expect([
    dropped?.state,
    dropped?.questions,
    dropped?.plans[0]?.steps.map(({ state }) => state),
    notes(dropped),
  ]).toEqual(['done', [], ['skipped', 'skipped'], ['You went on without an answer, so the plan was dropped.']])
  expect([latest?.state, latest?.questions]).toEqual(['running', []])
})

it('says what was answered', () => {
  const words = (answer: Answer) => ENGLISH.message(answerWords(answer, question(null)))
  expect([
    words({ kind: 'approve-plan', approved: false }),
    words({ kind: 'approve-plan', approved: true }),
    words({ kind: 'approve-plan', approved: true, steps }),
    words({ kind: 'approve-plan', approved: true, steps: [step('E1', 'Search', 'tea'), step('E2', 'Calc', '2 + 2')] }),
    words({ kind: 'approve-plan', approved: true, steps: [step('E2', 'LLM', 'x'), step('E3', 'LLM', 'y')] }),
  ]).toEqual([
    'You refused the plan.',
    'You approved the plan.',
    'You approved the plan.',
    'You approved the plan, with changes to #E2.',
    'You approved the plan, with changes to #E2, without #E1, with the new #E3.',
  ])
})
