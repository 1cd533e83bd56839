import { expect, test } from 'vitest'
import { foldEvents } from '../../../src-shared/run/fold/fold'
import { EMPTY_THREAD } from '../../../src-shared/run/fold/fold-view'
import type { NewRunEvent } from '../../../src-shared/run/log/events'
import type { MoveReason } from '../../../src-shared/run/log/facts'
import { entry, numbered, started, type ScriptEntry } from '../../../src-shared/testing/run-script'
import { createRunOverlay, travelOn } from '../../editor/canvas/run-overlay'
import { showChanges } from './overlay-feed'

function move(id: string, [from, to]: [string, string], [by, edge]: [MoveReason, string | null]): NewRunEvent[] {
  const said: ScriptEntry = {
    kind: 'handoff',
    id,
    author: from,
    from,
    to,
    edge,
    by,
    reason: '',
    fromScope: 'main',
    carries: [],
  }
  return [entry(said), { type: 'baton', node: to, path: 'main', edge }]
}

test('every move of a turn is shown, one after the other, and back along the edge where the baton returns', () => {
  const overlay = createRunOverlay(() => 1000)
  const events = numbered('r1', [
    started(1, 'Hi'),
    ...move('m1', ['a', 'b'], ['model', 'e1']),
    ...move('m2', ['b', 'a'], ['returns', 'e1']),
    ...move('m3', ['a', 'c'], ['manager', null]),
  ])
  const view = foldEvents(EMPTY_THREAD, events)
  showChanges(overlay, { before: EMPTY_THREAD, after: view })
  const { holder, route } = overlay.getState()
  expect({ holder, route, onEdge: travelOn(overlay.getState(), 'e1') }).toEqual({
    holder: 'c',
    route: [
      { edge: 'e1', from: 'a', to: 'b', at: 1, after: 0 },
      { edge: 'e1', from: 'b', to: 'a', at: 2, after: 200 },
      { edge: null, from: 'a', to: 'c', at: 3, after: 400 },
    ],
    onEdge: '2 200 a',
  })
  const next = foldEvents(view, numbered('r1', move('m4', ['c', 'a'], ['pattern', null]), 8))
  showChanges(overlay, { before: view, after: next })
  expect(overlay.getState().route.slice(3)).toEqual([{ edge: null, from: 'c', to: 'a', at: 4, after: 600 }])
})

test('the newest plan of a node shows as the states of its steps', () => {
  const overlay = createRunOverlay(() => 1000)
  const of = { node: 'p', path: 'main', round: 1 }
  const planned = (id: string) => ({ id, plan: '', tool: 'T', input: '', deps: [], level: 1, toolNode: null })
  const events = numbered('r1', [
    started(1, 'Hi'),
    { type: 'plan.steps', ...of, steps: [planned('E1'), planned('E2')] },
    { type: 'plan.step', ...of, id: 'E1', tool: 'T', toolNode: null, state: 'running' },
  ])
  const view = foldEvents(EMPTY_THREAD, events)
  showChanges(overlay, { before: EMPTY_THREAD, after: view })
  expect(overlay.getState()).toMatchObject({ plans: { p: 'running waiting' }, nodes: { p: { state: 'running' } } })
  showChanges(overlay, { before: view, after: foldEvents(view, numbered('r2', [started(2, 'Next')])) })
  expect(overlay.getState().plans).toEqual({})
})
