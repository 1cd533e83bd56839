import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ENGLISH } from '../../languages/translate'
import { turnAt, turnsOf } from '../fold/fold-view'
import { createThreadRecord } from '../moments/thread-record'
import { threadEvents } from '../../testing/arbitrary-thread'
import { rowOfStep, stepWords } from './step-row'

test('the row of a step stands in the trace of its own turn', () => {
  fc.assert(
    fc.property(threadEvents, (all) => {
      const record = createThreadRecord()
      record.add(all)
      const { index, events } = record
      for (const { event: place, end, turn } of index.steps) {
        const event = events[place]
        if (event === undefined) throw new Error('a step has its event')
        const view = record.viewAt(end)
        const anywhere = turnsOf(view).findLast(({ trace }) => rowOfStep(trace, event) !== null)
        expect(rowOfStep(turnAt(view, turn - 1)?.trace ?? [], event)).toEqual(rowOfStep(anywhere?.trace ?? [], event))
      }
    }),
    { numRuns: 40 },
  )
})

test('a step that no row tells of is called by its kind', () => {
  expect(stepWords({ kind: 'session', row: null, who: 'Order' }, (id) => id, ENGLISH)).toBe('Order: session')
})
