import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { someRuns } from '../../testing/some-runs'
import { arbitraryEdits } from '../../testing/arbitrary-edits'
import { arbitraryFlow, arbitraryJson } from '../../testing/arbitrary-flow'
import { flow } from '../../testing/flow-builder'
import { applyDiff, diffFlows, invertDiff, isNoDifference } from '../diff'
import { applyDelta, deltaOf } from '../json-delta'
import type { Flow } from '../records'
import { setNodeData } from './edits'
import { openFlow } from './open'
import { respellFlow } from './respell'
import { saveFlow } from './save'
import { readUndoSteps, writeUndoStep, type UndoStep } from './undo-steps'

/** The flow as it is after a restart. */
function reopened(drawn: Flow): Flow {
  const opened = openFlow(saveFlow(drawn))
  if (!opened.ok) throw new Error(opened.error.message)
  return opened.flow
}

test('a delta leads from one value to the other and back, to the byte', () => {
  fc.assert(
    fc.property(arbitraryJson(), arbitraryJson(), (before, after) => {
      const delta = deltaOf(before, after)
      expect(JSON.stringify(applyDelta(before, delta, 'forth'))).toBe(JSON.stringify(after))
      expect(JSON.stringify(applyDelta(after, delta, 'back'))).toBe(JSON.stringify(before))
    }),
    { numRuns: someRuns(100) },
  )
})

test('steps that were stored undo and redo a flow that was read again, to the byte, wherever it stands among them', () => {
  fc.assert(
    fc.property(arbitraryFlow().map(respellFlow), arbitraryEdits(14), fc.nat(), (drawn, edits, place) => {
      const states = [drawn]
      const steps: UndoStep[] = []
      for (const edit of edits) {
        const before = states.at(-1) ?? drawn
        const after = respellFlow(edit(before))
        const diff = diffFlows(before, after)
        if (isNoDifference(diff)) continue
        steps.push({ label: `step ${steps.length}`, diff })
        states.push(after)
      }
      const at = place % states.length
      const texts = steps.map(writeUndoStep)
      let now = reopened(states[at] ?? drawn)
      const read = readUndoSteps(now, { past: texts.slice(0, at), future: texts.slice(at) })
      expect(read.past.map(({ label }) => label)).toEqual(steps.slice(0, at).map(({ label }) => label))
      expect(read.future).toHaveLength(steps.length - at)
      for (const [index, { diff }] of read.past.entries().toArray().reverse()) {
        now = applyDiff(now, invertDiff(diff))
        expect(saveFlow(now)).toBe(saveFlow(states[index] ?? drawn))
      }
      for (const [index, { diff }] of [...read.past, ...read.future].entries()) {
        now = applyDiff(now, diff)
        expect(saveFlow(now)).toBe(saveFlow(states[index + 1] ?? drawn))
      }
    }),
    { numRuns: someRuns(100) },
  )
})

test('a step is small beside the flow inside a node that it changes, and one that does not fit is never taken back', () => {
  const inner = flow('Inner').start('a')
  for (let count = 0; count < 50; count += 1)
    inner.agent(count === 0 ? 'a' : `a${count}`, { prompt: 'Help. '.repeat(40) })
  const before = flow('Desk').start('s').node('subflow', 's', { flow: inner.file() }).build()
  const held = inner.agent('more', { prompt: 'More.' }).file()
  const after = setNodeData(before, 's', { flow: held })
  const text = writeUndoStep({ label: 'Add an agent', diff: diffFlows(before, after) })
  expect(saveFlow(after).length).toBeGreaterThan(12_000)
  expect(text.length).toBeLessThan(700)
  expect(readUndoSteps(after, { past: [text], future: [] }).past).toHaveLength(1)
  for (const other of [before, flow('Desk').start('s').agent('s').build(), setNodeData(after, 's', { flow: 'named' })])
    expect(readUndoSteps(other, { past: [text], future: [] }).past).toEqual([])
  expect(readUndoSteps(after, { past: [text, 'no step'], future: ['{}'] })).toEqual({ past: [], future: [] })
})
