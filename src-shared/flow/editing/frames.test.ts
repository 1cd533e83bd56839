/** Frames: what they carry goes with them, and nothing in them means anything in runs. */
import { describe, expect, it } from 'vitest'
import { flow } from '../../testing/flow-builder'
import { checkFlow } from '../checks/check'
import type { Flow } from '../records'
import { copyText, readClip } from './clipboard'
import { markNodes, moveNodes, removeElements } from './edits'
import { childrenOf, collapsedInto, framesOf, putIntoFrame, withContents } from './frames'
import { openFlow } from './open'
import { duplicateElements, pasteFragment } from './paste'
import { saveFlow } from './save'

const drawn = (): Flow => {
  const built = flow('Desk')
    .start('a')
    .agent('a', { name: 'Ann' })
    .agent('b', { name: 'Bob' })
    .handoff('a', 'b')
    .node('frame', 'in', { name: 'Inner', children: ['b', 'gone'] })
    .node('frame', 'out', { name: 'Outer', children: ['in', 'a'], color: 'blue' })
    .build()
  return {
    ...built,
    layout: {
      nodes: {
        start: { x: 0, y: 0 },
        a: { x: 10, y: 10 },
        b: { x: 20, y: 20 },
        in: { x: 5, y: 5 },
        out: { x: 1, y: 1 },
      },
    },
  }
}

describe('a frame', () => {
  it('carries what it says, frames within it included, and not what is gone', () => {
    const { nodes } = drawn()
    expect(withContents({ nodes }, ['out'])).toEqual(['out', 'in', 'a', 'b'])
    expect([...framesOf({ nodes })]).toEqual([
      ['b', 'in'],
      ['in', 'out'],
      ['a', 'out'],
    ])
    expect(checkFlow(drawn()).filter(({ severity }) => severity === 'error')).toEqual([])
  })

  it('takes it along when it is moved, but for what is locked or was moved by itself', () => {
    const moved = moveNodes(drawn(), { out: { x: 11, y: 1 } })
    expect(moved.layout.nodes).toEqual({
      start: { x: 0, y: 0 },
      a: { x: 20, y: 10 },
      b: { x: 30, y: 20 },
      in: { x: 15, y: 5 },
      out: { x: 11, y: 1 },
    })
    const fixed = moveNodes(markNodes(drawn(), ['b'], { locked: true }), { out: { x: 11, y: 1 }, a: { x: 0, y: 0 } })
    expect([fixed.layout.nodes['a'], fixed.layout.nodes['b']]).toEqual([
      { x: 0, y: 0 },
      { x: 20, y: 20 },
    ])
    expect(moveNodes(markNodes(drawn(), ['out'], { locked: true }), { out: { x: 11, y: 1 } }).layout).toEqual(
      drawn().layout,
    )
  })

  it('is one of its nodes’ frames at most, and never its own', () => {
    const into = putIntoFrame(drawn(), ['a'], 'in')
    expect([childrenOf(into, 'in'), childrenOf(into, 'out')]).toEqual([['b', 'a'], ['in']])
    const none = putIntoFrame(into, ['a', 'b'], null)
    expect(none.nodes['in']?.data).toEqual({})
    expect(putIntoFrame(drawn(), ['out', 'in'], 'in').nodes).toEqual(drawn().nodes)
  })

  it('hides what it carries while it is collapsed, the outermost standing for all', () => {
    const folded = drawn()
    const inner = {
      ...folded,
      nodes: { ...folded.nodes, in: { kind: 'frame', name: 'Inner', data: { children: ['b'], collapsed: true } } },
    }
    expect([...collapsedInto(inner)]).toEqual([['b', 'in']])
    const outer = {
      ...inner,
      nodes: {
        ...inner.nodes,
        out: { kind: 'frame', name: 'Outer', data: { children: ['in', 'a'], collapsed: true } },
      },
    }
    expect([...collapsedInto(outer)]).toEqual([
      ['b', 'out'],
      ['in', 'out'],
      ['a', 'out'],
    ])
  })

  it('is copied, pasted and duplicated with what it carries, and removed without', () => {
    let count = 0
    const makeId = (hint: string): string => `${hint}-${(count += 1)}`
    const clip = readClip(copyText(drawn(), ['out']))
    if (clip === null) throw new Error('nothing was copied')
    const pasted = pasteFragment(drawn(), clip, { makeId })
    const [a, b, inner, outer] = pasted.nodes
    expect(childrenOf(pasted.flow, outer ?? '')).toEqual([inner, a])
    expect(childrenOf(pasted.flow, inner ?? '')).toEqual([b])
    expect(duplicateElements(drawn(), ['in']).nodes).toHaveLength(2)
    expect(Object.keys(removeElements(drawn(), { nodes: ['out'] }).nodes)).toEqual(['start', 'a', 'b', 'in'])
  })

  it('is written in a fixed order and read as it was', () => {
    const text = saveFlow(drawn())
    const opened = openFlow(text)
    expect(opened.ok && saveFlow(opened.flow)).toBe(text)
  })
})
