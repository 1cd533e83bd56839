/** The undo history over restarts and crashes, against a library that keeps what `undo-rows` keeps: undo brings back the very bytes. */
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { renameFlow } from '../../src-shared/flow/editing/edits'
import { saveFlow } from '../../src-shared/flow/editing/save'
import type { StoredFlow } from '../../src-shared/rpc/contract'
import type { UndoHistory } from '../../src-shared/rpc/undo'
import { arbitraryEdit, type Edit } from '../../src-shared/testing/arbitrary-edits'
import { flow } from '../../src-shared/testing/flow-builder'
import { createFlowStore, type FlowStore } from './flow-store'
import type { FlowSave } from './saver'

const drawn = flow('Desk').start('a').agent('a').agent('b').handoff('a', 'b').build()

/** A flow as it is stored with its history, and how a window opens it. What is stored passes through JSON, as over a restart. */
function bench() {
  let stored: StoredFlow = { id: drawn.id, revision: 1, text: saveFlow(drawn) }
  let kept: UndoHistory = { stamp: null, revision: 1, position: 0, steps: [], ended: false }
  const history = (): UndoHistory =>
    kept.revision === stored.revision
      ? (JSON.parse(JSON.stringify(kept)) as UndoHistory)
      : { stamp: null, revision: stored.revision, position: 0, steps: [], ended: kept.steps.length > 0 }
  const put = (text: string): void => {
    if (text !== stored.text) stored = { ...stored, revision: stored.revision + 1, text }
  }
  const save = ({ baseRevision, text, undo }: FlowSave) => {
    if (baseRevision !== stored.revision && text !== stored.text) throw new Error('Somebody else saved.')
    put(text)
    if (undo.stamp !== null && undo.stamp !== kept.stamp) {
      kept = { ...kept, stamp: null, steps: [] }
      return { revision: stored.revision, undo: null }
    }
    const before = undo.stamp === null ? [] : kept.steps.filter(({ number }) => number < undo.from)
    const stamp = (kept.stamp ?? 0) + 1
    const numbers = [...before, ...undo.add].map(({ number }) => number)
    expect(numbers).toEqual(numbers.toSorted((one, other) => one - other))
    kept = { stamp, revision: stored.revision, position: undo.position, steps: [...before, ...undo.add], ended: false }
    return { revision: stored.revision, undo: stamp }
  }
  const open = (): FlowStore =>
    createFlowStore({
      stored,
      undo: history(),
      // Saved when the test says so.
      clock: { now: () => 0, after: () => () => undefined },
      backend: {
        save: (wanted) => Promise.resolve().then(() => save(wanted)),
        read: () => Promise.resolve(stored),
        saveCopy: () => Promise.reject(new Error('No copies here.')),
        keepVersion: () => Promise.resolve(),
      },
    })
  return { open, history, put: (name: string) => put(saveFlow({ ...drawn, name })) }
}

const textOf = (store: FlowStore): string => saveFlow(store.getState().flow)
const labelsOf = (store: FlowStore) => {
  const { past, future } = store.getState().history
  return [past, future].map((steps) => steps.map(({ label }) => label))
}

type Move = { do: 'edit'; edit: Edit } | { do: 'undo' | 'redo' | 'save' | 'crash' | 'quit' }

function arbitraryMoves(): fc.Arbitrary<Move[]> {
  const others = fc.constantFrom('undo', 'undo', 'redo', 'save', 'crash', 'quit').map((what): Move => ({ do: what }))
  const edits = arbitraryEdit().map((edit): Move => ({ do: 'edit', edit }))
  return fc.array(fc.oneof({ weight: 3, arbitrary: edits }, { weight: 2, arbitrary: others }), { maxLength: 24 })
}

test('random edits with random restarts and crashes: what was saved is undone to the first bytes and redone', async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryMoves(), async (moves) => {
      const { open } = bench()
      let store = open()
      const first = textOf(store)
      let saved = { text: first, labels: labelsOf(store) }
      let count = 0
      for (const move of moves) {
        if (move.do === 'edit') store.edit(`step ${(count += 1)}`, (now) => move.edit({ ...now, id: now.id }))
        else if (move.do === 'undo') store.undo()
        else if (move.do === 'redo') store.redo()
        else {
          if (move.do !== 'crash') {
            await store.flush()
            saved = { text: textOf(store), labels: labelsOf(store) }
          }
          if (move.do === 'save') continue
          store.dispose()
          store = open()
          expect({ text: textOf(store), labels: labelsOf(store) }).toEqual(saved)
        }
      }
      const last = textOf(store)
      let undone = 0
      while (store.undo() !== null) undone += 1
      expect(textOf(store)).toBe(first)
      await store.flush()
      store = open()
      for (let step = 0; step < undone; step += 1) store.redo()
      expect(textOf(store)).toBe(last)
    }),
    { numRuns: 60 },
  )
})

test('a change by somebody else while nobody looked ends what no longer applies; another window takes the history over', async () => {
  const { open, history, put } = bench()
  const mine = open()
  mine.edit('Rename', (now) => renameFlow(now, 'Mine'))
  await mine.flush()
  put('By a program')
  const again = open()
  expect(labelsOf(again)).toEqual([[], []])
  expect(history().ended).toBe(true)
  again.edit('Rename', (now) => renameFlow(now, 'Once more'))
  await again.flush()
  const theirs = open()
  theirs.edit('Describe', (now) => ({ ...now, description: 'Theirs' }))
  await theirs.flush()
  await again.follow(null)
  expect(labelsOf(again)).toEqual([['Rename', 'Change from another window'], []])
  again.edit('Rename', (now) => renameFlow(now, 'Mine again'))
  await again.flush()
  const last = open()
  expect(labelsOf(last)).toEqual([['Rename', 'Change from another window', 'Rename'], []])
  while (last.undo() !== null) expect(last.getState().flow.id).toBe(drawn.id)
  expect(last.getState().flow.name).toBe('By a program')
})
