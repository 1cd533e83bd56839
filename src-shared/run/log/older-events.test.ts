import { expect, test } from 'vitest'
import { RU } from '../../languages/ru/index'
import { createTranslate, ENGLISH } from '../../languages/translate'
import type { JsonObject } from '../../flow/records'
import { isChosen } from './decisions'
import { runEventSchema, type RunEvent } from './events'
import { foldEvents } from '../fold/fold'
import { EMPTY_THREAD } from '../fold/fold-view'
import { fromOlderBuild } from './older-events'
import { saidReason } from './reasons'
import { toldCode } from './warnings'
import { candidateWords, choiceWords, ruleWords, unavailableWords } from '../words/decisions'
import { limitWords } from '../words/limits'
import { becauseWords, movedWords } from '../words/moves'
import { stepNotesWords } from '../words/step-notes'
import { warningWords } from '../words/warnings'

const stored = (type: string, body: JsonObject): RunEvent =>
  runEventSchema.parse(fromOlderBuild({ runId: 'r', seq: 1, at: '2026-01-01T00:00:00.000Z', type, ...body }))

function movedOf(by: string, reason: string) {
  const of = { id: 'e', turn: 1, scope: 'main', author: 'a', at: '2026-01-01T00:00:00.000Z', kind: 'handoff' }
  const to = { from: 'a', to: 'b', edge: null, fromScope: 'main', carries: [] }
  const event = stored('entry', { node: 'a', path: 'main', entry: { ...of, ...to, by, reason } })
  if (event.type !== 'entry' || event.entry.kind !== 'handoff') throw new Error('no move')
  return event.entry
}

test('moves whose cause was a word in the reason', () => {
  const moves = ['first', 'stay', 'none', 'others', 'again', 'asks for cake'].map((reason) => movedOf('intent', reason))
  expect(moves.map(({ cause, reason }) => [cause, reason])).toEqual([
    ['first', ''],
    ['stay', ''],
    ['none', ''],
    ['others', ''],
    ['again', ''],
    [undefined, 'asks for cake'],
  ])
  expect(moves.map((move) => becauseWords(move, ENGLISH))).toEqual([
    ', first in the graph',
    ', not done yet',
    ', always next',
    ', no intent fits',
    ', no intent fits',
    ', because: asks for cake',
  ])
  expect(movedWords(movedOf('after-work', 'its code says so'), ENGLISH)).toBe(', after work, because: its code says so')
  expect([movedOf('model', 'first').reason, becauseWords(movedOf('start', '3 items'), ENGLISH)]).toEqual([
    'first',
    ', 3 items',
  ])
})

test('a candidate that was not available, with the condition in its note', () => {
  const candidates = [
    { name: 'a', note: 'not available: tries < 3' },
    { name: 'b', note: 'not available: its code says so' },
    { name: 'c', note: 'asks for cake' },
  ]
  const told = { about: 'handoff', candidates, prompt: null, answer: null, rule: 'r', choice: 'c', tries: 1 }
  const event = stored('decision', { node: 'a', path: 'main', span: 's', decision: told, usage: null, ms: 0 })
  const read = event.type === 'decision' ? event.decision.candidates : []
  expect(read).toEqual([
    { name: 'a', unavailable: { when: 'tries < 3' } },
    { name: 'b', unavailable: { when: null } },
    { name: 'c', note: 'asks for cake' },
  ])
  expect(
    read.flatMap(({ unavailable }) => (unavailable === undefined ? [] : unavailableWords(unavailable, ENGLISH))),
  ).toEqual(['not available: only when tries < 3', 'not available: its code says so'])
})

test('what is on no list is something other', () => {
  const call = { node: 'a', path: 'main', span: 's', model: 'm', messages: 1, dropped: 0 }
  const usage = { input: 1, output: 1 }
  const told = { about: 'weather', candidates: [], prompt: null, answer: null, rule: 'r', choice: 'c', tries: 1 }
  expect([
    stored('model.started', { ...call, purpose: 'dream' }),
    stored('model.finished', { ...call, purpose: 'reply', usage: null, ms: 1 }),
    stored('model.finished', { ...call, purpose: 'reply', usage: null, ms: 1, end: 'tired' }),
    stored('model.fallback', { ...call, from: 'x', to: 'y', why: 'moon', reason: 'It said so.' }),
    stored('decision', { ...call, decision: told, usage: null, ms: 0 }),
    stored('run.finished', { reason: 'limit', limit: 'money', message: 'Too dear.', usage, modelCalls: 1, ms: 1 }),
    stored('run.failed', { node: null, error: { code: 'rain', message: 'It rained.' } }),
    movedOf('wind', 'it blew'),
  ]).toMatchObject([
    { purpose: 'other' },
    { purpose: 'reply' },
    { end: 'other' },
    { why: 'other', reason: 'It said so.' },
    { decision: { about: 'other', choice: { is: 'other', text: 'c' } } },
    { limit: { limit: 'other', was: 'money', message: 'Too dear.' } },
    { error: { code: 'other', message: 'It rained.' } },
    { by: 'other', reason: 'it blew' },
  ])
})

test('why a model was asked again, or another one, was an English text alone', () => {
  const call = { node: 'a', path: 'main', span: 's', attempt: 1, waitMs: 5, reason: 'It said so.' }
  const said = { text: 'Asked again in another form: {how}.', values: { how: 'x' } }
  const other = { from: 'x', to: 'y', why: 'busy' }
  const events = [{}, { said }, { said: 'sung' }].flatMap((more) => [
    stored('model.retry', { ...call, ...more }),
    stored('model.fallback', { ...call, ...other, ...more }),
  ])
  const russian = createTranslate('ru', RU)
  const words = events.flatMap((event) =>
    event.type === 'model.retry' || event.type === 'model.fallback' ? [russian.message(saidReason(event))] : [],
  )
  const today = 'Запрос повторён в другой форме: x.'
  expect(words).toEqual(['It said so.', 'It said so.', today, today, 'It said so.', 'It said so.'])
})

function decisionOf(grounds: JsonObject) {
  const told = { about: 'tools', candidates: [], prompt: null, answer: null, tries: 1, ...grounds }
  const event = stored('decision', { node: 'a', path: 'main', span: 's', decision: told, usage: null, ms: 0 })
  if (event.type !== 'decision') throw new Error('no decision')
  return event.decision
}

test('what decided and what was chosen were texts, and are shown as they were', () => {
  const note = '1. similarity 0.90, kept'
  const old = decisionOf({
    candidates: [{ name: 'forecast', note }],
    rule: 'the best 2 of 5 in Pool W by vector search',
    choice: 'forecast, geocode',
  })
  const read = ({ rule, choice }: ReturnType<typeof decisionOf>) => [
    rule.by,
    ruleWords(rule, ENGLISH),
    choiceWords(choice, ENGLISH),
  ]
  expect([...read(old), old.candidates.map((one) => candidateWords(one, ENGLISH))]).toEqual([
    'other',
    'the best 2 of 5 in Pool W by vector search',
    'forecast, geocode',
    [note],
  ])
  const today = decisionOf({ rule: { by: 'slots', missing: ['guests'] }, choice: { is: 'named', names: ['a', 'b'] } })
  const later = decisionOf({ rule: { by: 'stars', sign: 'Leo' }, choice: { is: 'fate' } })
  expect([read(today), read(later)]).toEqual([
    ['slots', 'missing: guests', 'a, b'],
    ['other', '', ''],
  ])
})

test('a limit was a name with its words, and a note on a step one text', () => {
  const usage = { input: 1, output: 1 }
  const message = 'Der Zug endet hier.'
  const ended = (facts: JsonObject) => {
    const event = stored('run.finished', { usage, modelCalls: 1, ms: 1, ...facts })
    return event.type === 'run.finished' ? [event.limit?.limit ?? null, limitWords(event.limit)] : []
  }
  const unknown = 'The turn reached one of its limits.'
  expect([
    ended({ reason: 'limit', limit: 'hops', message }),
    ended({ reason: 'limit', limit: { limit: 'hops', most: 3, language: 'en' } }),
    ended({ reason: 'limit', limit: { limit: 'moons', most: 3 } }),
    ended({ reason: 'done', limit: null, message: null }),
  ]).toEqual([
    ['other', message],
    ['hops', 'The turn ended because the conversation was handed on 3 times, which is its limit.'],
    ['other', unknown],
    [null, unknown],
  ])
  const step = { node: 'a', path: 'main', round: 1, id: 'E1', tool: 'T', toolNode: null, state: 'done' }
  const noted = (facts: JsonObject) => {
    const event = stored('plan.step', { ...step, ...facts })
    return event.type === 'plan.step' ? stepNotesWords(event.notes ?? [], ENGLISH) : null
  }
  expect([
    noted({ note: 'try 2 of 3' }),
    noted({ notes: [{ note: 'by-hand' }, { note: 'tries', attempt: 2, of: 3 }, { note: 'sung' }] }),
    noted({}),
  ]).toEqual(['try 2 of 3', 'Written by hand; try 2 of 3', ''])
})

test('warnings that had their words', () => {
  const message = 'The code of Ann failed.'
  const old = stored('warning', { node: 'a', code: 'code-failed', message })
  const today = stored('warning', { node: 'a', code: 'empty-reply', facts: { name: 'Ann' } })
  const later = stored('warning', { node: null, code: 'too-loud', facts: { name: 'Ann' } })
  const warnings = [old, today, later].flatMap((event) => (event.type === 'warning' ? [event] : []))
  expect(warnings.map((warning) => [warning.code, toldCode(warning), warningWords(warning, ENGLISH)])).toEqual([
    ['other', 'code-failed', message],
    ['empty-reply', 'empty-reply', 'The model of Ann answered nothing. Ask again, or try another model.'],
    ['other', 'too-loud', 'too-loud'],
  ])
})

test('that a turn began again is told in the conversation, also where an older build told it', () => {
  const message = 'The turn begins again with its message, because "Bob" is not drawn any more.'
  const begun = { threadId: 't', flowId: 'f', revision: 1, turn: 1, input: 'Hello' }
  const view = foldEvents(EMPTY_THREAD, [
    stored('run.started', begun),
    { ...stored('warning', { node: null, code: 'turn-begins-again', message }), seq: 2 },
  ])
  const items = view.latest?.items ?? []
  expect(items.flatMap((item) => (item.kind === 'note' ? [[item.note, item.text]] : []))).toEqual([['again', message]])
})

const asked = { node: 'p', path: 'main', id: '1.p.1' }
const steps = [{ id: 'E1', plan: 'look', tool: 'Search', input: 'tea', deps: [], level: 1, toolNode: null }]

test('an answer that did not name its kind, when there was one', () => {
  const stepOf = { id: 'E1', plan: 'look', tool: 'Search', input: 'rice' }
  expect([
    stored('question', { ...asked, question: { kind: 'approve-plan', round: 1, steps, problem: null } }),
    stored('answer', { ...asked, answer: { approved: true, steps: [stepOf] } }),
    stored('answer', { ...asked, answer: { approved: false } }),
    stored('answer', { ...asked, answer: { kind: 'approve-plan', approved: true } }),
  ]).toMatchObject([
    { question: { kind: 'approve-plan', round: 1, steps } },
    { answer: { kind: 'approve-plan', approved: true, steps: [stepOf] } },
    { answer: { kind: 'approve-plan', approved: false } },
    { answer: { kind: 'approve-plan', approved: true } },
  ])
})

test('a question of a kind that only a newer build knows is a question still, and can be left', () => {
  const first = stored('run.started', { threadId: 't', flowId: 'f', revision: 1, turn: 1, input: 'Hello' })
  const question = stored('question', {
    ...asked,
    question: { kind: 'approve-parcel', tool: 'pay', problem: 'Too dear.' },
  })
  const usage = { input: 1, output: 1 }
  const end = stored('run.finished', { reason: 'waiting', limit: null, message: null, usage, modelCalls: 1, ms: 1 })
  const waiting = [first, { ...question, seq: 2 }, { ...end, seq: 3 }]
  const { latest } = foldEvents(EMPTY_THREAD, waiting)
  expect([latest?.state, latest?.questions[0]?.question]).toEqual([
    'waiting',
    { kind: 'other', was: 'approve-parcel', problem: 'Too dear.' },
  ])
  const answer = stored('answer', { ...asked, answer: { kind: 'approve-parcel', approved: true } })
  const again = { ...first, runId: 'r2' }
  const notesOf = (events: readonly RunEvent[]) => {
    const view = foldEvents(EMPTY_THREAD, [...waiting, ...events])
    const items = (view.earlier[0] ?? view.latest)?.items ?? []
    return items.flatMap((item) => (item.kind === 'note' ? [ENGLISH.message(item.text)] : []))
  }
  expect([
    notesOf([again, { ...answer, runId: 'r2', seq: 2 }]),
    notesOf([
      { ...stored('run.started', { threadId: 't', flowId: 'f', revision: 1, turn: 2, input: 'No' }), runId: 'r2' },
    ]),
  ]).toEqual([['You answered.'], ['You went on without an answer.']])
})

test('hand-offs that stood there as tools: the one that was called is the node that was chosen', () => {
  const candidates = [{ name: 'transfer_A_to_B' }, { name: 'transfer_A_to_C' }]
  const event = stored('decision', {
    ...{ node: 'a', path: 'main', span: 's', usage: null, ms: 0 },
    decision: {
      ...{ about: 'handoff', candidates, prompt: null, answer: 'transfer_A_to_C({})', tries: 1 },
      ...{ rule: { by: 'model-called' }, choice: { is: 'named', names: ['Cleo'] } },
    },
  })
  if (event.type !== 'decision') throw new Error('no decision')
  const { candidates: read, choice } = event.decision
  expect(read.map((one) => [one.name, isChosen(one, choice)])).toEqual([
    ['transfer_A_to_B', false],
    ['Cleo', true],
  ])
})
