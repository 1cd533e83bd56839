/** Undo histories in the library: they fit the flow as it is stored, are written with it or not at all, and are bounded. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { saveFlow } from '../../src-shared/flow/editing/save'
import type { UndoChange } from '../../src-shared/rpc/undo'
import { flow } from '../../src-shared/testing/flow-builder'
import { manualClock } from '../clock'
import { openLibraryDatabase } from '../store/database'
import { createLibrary } from './library'
import { MAX_UNDO_STEPS } from '../../src-shared/rpc/undo'
import { MAX_UNDO_BYTES } from './undo-rows'

const text = (name: string) => saveFlow({ ...flow('Desk').start('a').agent('a').build(), name })
const step = (number: number, body = `step ${number}`) => ({ number, body })
const change = (more: Partial<UndoChange>): UndoChange => ({ stamp: null, from: 0, add: [], position: 0, ...more })

function opened() {
  const dir = mkdtempSync(path.join(tmpdir(), 'baton-undo-'))
  const db = openLibraryDatabase(dir)
  onTestFinished(() => {
    db.close()
    rmSync(dir, { recursive: true, force: true })
  })
  const library = createLibrary({ db, clock: manualClock() })
  const { id } = library.importText({ text: text('One') })
  const save = (baseRevision: number, name: string, undo?: UndoChange) =>
    library.save({ id, baseRevision, text: text(name), undo })
  const kept = () => library.undoHistory(id)
  return { library, id, save, kept }
}

test('steps are kept with the save, added to, cut and moved along', () => {
  const { save, kept } = opened()
  expect(kept()).toEqual({ stamp: null, revision: 1, position: 0, steps: [], ended: false })
  const first = save(1, 'Two', change({ add: [step(1), step(2)], position: 2 }))
  expect(kept()).toEqual({ stamp: first.undo, revision: 2, position: 2, steps: [step(1), step(2)], ended: false })
  // One was undone, and something else done.
  const second = save(2, 'Three', change({ stamp: first.undo, from: 2, add: [step(2, 'another')], position: 2 }))
  expect(kept().steps).toEqual([step(1), step(2, 'another')])
  // The text is as it was: no new revision, and the history still goes along.
  const third = save(3, 'Three', change({ stamp: second.undo, from: 3, position: 1 }))
  expect([third.revision, kept().position, kept().steps.length]).toEqual([3, 1, 2])
})

test('a change by somebody without the history ends it; so does one on top of another history', () => {
  const { library, id, save, kept } = opened()
  const { undo } = save(1, 'Two', change({ add: [step(1)], position: 1 }))
  library.rename(id, 'By somebody else')
  expect(kept()).toEqual({ stamp: null, revision: 3, position: 0, steps: [], ended: true })
  expect(
    save(3, 'Four', change({ stamp: undo === null ? null : undo + 5, from: 2, add: [step(2)], position: 2 })).undo,
  ).toBe(null)
  expect(kept()).toMatchObject({ steps: [], ended: false })
  expect(save(4, 'Five', change({ add: [step(7)], position: 7 })).undo).not.toBe(null)
  expect(kept().steps).toEqual([step(7)])
})

test('a save that is refused changes nothing of the history, and one in the bin keeps its own', () => {
  const { library, id, save, kept } = opened()
  save(1, 'Two', change({ add: [step(1)], position: 1 }))
  const before = kept()
  expect(() => save(1, 'Elsewhere', change({ add: [step(9)], position: 9 }))).toThrow(/saved elsewhere/)
  expect(kept()).toEqual(before)
  library.remove(id)
  library.restore(id)
  expect(kept()).toEqual(before)
})

test('the oldest steps go when there are too many, or too much of them', () => {
  const { save, kept } = opened()
  const many = Array.from({ length: MAX_UNDO_STEPS + 20 }, (_item, at) => step(at + 1))
  const { undo } = save(1, 'Two', change({ add: many, position: many.length }))
  expect([kept().steps.length, kept().steps[0]?.number]).toEqual([MAX_UNDO_STEPS, 21])
  // What hardly gets smaller in its short form.
  const large = randomBytes(MAX_UNDO_BYTES / 2).toString('base64')
  save(
    2,
    'Three',
    change({ stamp: undo, from: many.length + 1, add: [step(500, large), step(501, large)], position: 501 }),
  )
  expect(kept().steps.map(({ number }) => number)).toEqual([501])
})
