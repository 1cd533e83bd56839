import { expect, test } from 'vitest'
import { entry, numbered, started } from '../../testing/run-script'
import type { NewRunEvent } from '../log/events'
import { foldEvents } from './fold'
import { EMPTY_THREAD } from './fold-view'

const place = { node: 'a', path: 'main', span: 's1', callId: 'c1', tool: 'copy', toolNode: 'files' }
const calls = [{ id: 'c1', name: 'copy', arguments: '{}', transit: false }]
const begun: NewRunEvent[] = [
  started(1, 'Copy it'),
  entry({ kind: 'calls', id: 'e2', author: 'a', text: '', calls }),
  { type: 'tool.started', ...place, arguments: '{}' },
]
const progress = (done: number, message: string | null = null): NewRunEvent => ({
  type: 'tool.progress',
  ...place,
  done,
  total: 10,
  message,
})

/** How far the line and the row of the call say that it is. */
function shown(...events: NewRunEvent[]) {
  const { latest } = foldEvents(EMPTY_THREAD, numbered('r1', [...begun, ...events]))
  const line = latest?.items.find((item) => item.kind === 'tool')
  const row = latest?.trace.find(({ step }) => step.what === 'tool')
  const step = row?.step.what === 'tool' ? row.step : undefined
  return { line: line?.progress, row: step?.progress, states: [line?.state, row?.state] }
}

test('the newest progress of a running tool stands on its line and its row', () => {
  const newest = { done: 3, total: 10, message: 'third' }
  expect(shown(progress(1), progress(3, 'third'))).toEqual({
    line: newest,
    row: newest,
    states: ['running', 'running'],
  })
})

test('its end, its result and a stop take it away; what comes too late changes nothing', () => {
  const finished: NewRunEvent = { type: 'tool.finished', ...place, isError: false, ms: 5 }
  const result = entry({
    kind: 'result',
    id: 'e3',
    author: 'a',
    callId: 'c1',
    tool: 'copy',
    text: 'ok',
    isError: false,
  })
  const done = { line: undefined, row: undefined, states: ['done', 'done'] }
  expect(shown(progress(9), finished)).toEqual(done)
  expect(shown(progress(9), finished, progress(10))).toEqual(done)
  expect(shown(progress(9), result)).toEqual(done)
  expect(shown(progress(9), { type: 'run.stopped' })).toEqual({ ...done, states: ['stopped', 'stopped'] })
})

test('a step of a plan that says how far it is does so on its row', () => {
  const ofPlan = { node: 'p', path: 'main', round: 1 }
  const step = { id: 'E1', plan: '', tool: 'copy', input: '', deps: [], level: 1, toolNode: 'files' }
  const view = foldEvents(
    EMPTY_THREAD,
    numbered('r1', [
      started(1, 'Copy it'),
      { type: 'plan.steps', ...ofPlan, steps: [step] },
      { type: 'plan.step', ...ofPlan, id: 'E1', tool: 'copy', toolNode: 'files', state: 'running' },
      { ...place, type: 'tool.progress', node: 'p', callId: 'p 1 E1', done: 1, total: null, message: 'on' },
    ]),
  )
  expect(view.latest?.trace.at(-1)?.step).toMatchObject({ progress: { done: 1, total: null, message: 'on' } })
})

test('what is kept of a result is on its line and its row', () => {
  const kept = [{ id: 'r_1', mimeType: 'image/png', size: 3, name: null }]
  const said = {
    kind: 'result',
    id: 'e3',
    author: 'a',
    callId: 'c1',
    tool: 'copy',
    text: '[Image]',
    isError: false,
  } as const
  const { latest } = foldEvents(EMPTY_THREAD, numbered('r1', [...begun, entry({ ...said, kept })]))
  expect(latest?.items.at(-1)).toMatchObject({ kind: 'tool', result: '[Image]', kept })
  expect(latest?.trace.at(-1)?.step).toMatchObject({ what: 'tool', result: '[Image]', kept })
})

test('calls of one reply that overlap say so, and each has its own end', () => {
  const second = { ...place, callId: 'c2' }
  const alone = { ...place, callId: 'c3' }
  const ends = (at: typeof place, ms: number): NewRunEvent => ({ type: 'tool.finished', ...at, isError: false, ms })
  const starts = (at: typeof place): NewRunEvent => ({ type: 'tool.started', ...at, arguments: '{}' })
  const { latest } = foldEvents(
    EMPTY_THREAD,
    numbered('r1', [...begun, starts(second), ends(second, 3), ends(place, 9), starts(alone), ends(alone, 1)]),
  )
  const rows = latest?.trace.flatMap(({ step, ms }) => (step.what === 'tool' ? [[step.callId, step.atOnce, ms]] : []))
  expect(rows).toEqual([
    ['c1', true, 9],
    ['c2', true, 3],
    ['c3', undefined, 1],
  ])
})
