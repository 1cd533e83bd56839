/** The outline in step with flow and selection: what has the keyboard, folds, search, letters typed, and edits from it. */
import { describe, expect, it } from 'vitest'
import { removeElements } from '../../src-shared/flow/editing/edits'
import { saveFlow } from '../../src-shared/flow/editing/save'
import { flow } from '../../src-shared/testing/flow-builder'
import { createEdgeIndex } from '../editor/edge-index'
import { createFlowStore } from '../editor/flow-store'
import { createSessionStore } from '../editor/session-store'
import { edgeKey, nodeKey } from './outline-rows'
import { createOutlineStore } from './outline-store'

const DESK = flow('Desk')
  .start('ann')
  .agent('ann', { name: 'Ann' })
  .agent('bob', { name: 'Bob' })
  .builtinTool('clock', { name: 'Clock', tool: 'clock' })
  .handoff('ann', 'bob', { condition: 'It is about bills' })
  .use('bob', 'clock')
  .build()

function outlineOf() {
  let now = 0
  const gone = (): Promise<never> => Promise.reject(new Error('nothing is stored here'))
  const flows = createFlowStore({
    stored: { id: 'desk', text: saveFlow(DESK), revision: 1 },
    backend: { save: gone, read: gone, saveCopy: gone, keepVersion: gone },
    clock: { now: () => now, after: () => () => undefined },
  })
  const session = createSessionStore()
  const outline = createOutlineStore({ flows, session, edgeIndex: createEdgeIndex() }, () => now)
  outline.follow()
  return { flows, session, outline, pass: (ms: number) => (now += ms), active: () => outline.getState().active.key }
}

describe('the outline', () => {
  it('goes to what is selected on the canvas, also where that is folded away', () => {
    const { session, outline, active } = outlineOf()
    session.select(['bob'])
    expect(active()).toBe(nodeKey('bob'))
    outline.setFolded([nodeKey('bob')], true)
    session.select([], ['e3'])
    expect(active()).toBe(nodeKey('clock'))
    expect(outline.getState().folds.size).toBe(0)
    session.select([], ['e2'])
    expect(active()).toBe(edgeKey('e2'))
    session.select(['ann', 'bob'])
    expect(active()).toBe(edgeKey('e2'))
  })

  it('leaves the keyboard at its place when the row that had it is removed', () => {
    const { flows, outline, active } = outlineOf()
    outline.goToKey(nodeKey('bob'))
    const { index } = outline.getState().active
    flows.edit('Delete', (before) => removeElements(before, { nodes: ['bob'] }))
    expect(outline.getState().active.index).toBe(index)
    expect(active()).toBe(nodeKey('clock'))
    flows.undo()
    expect(outline.getState().rows).toHaveLength(8)
  })

  it('finds by what is said, and by the letters that a name begins with', () => {
    const { outline, active, pass } = outlineOf()
    outline.searchFor('about bills')
    expect(outline.getState().rows.map(({ key }) => key)).toEqual([nodeKey('ann'), edgeKey('e2')])
    outline.searchFor('')
    outline.goTo(0)
    outline.typeAhead('b')
    expect(active()).toBe(edgeKey('e2'))
    outline.typeAhead('o')
    expect(active()).toBe(edgeKey('e2'))
    pass(1000)
    outline.typeAhead('b')
    expect(active()).toBe(nodeKey('bob'))
    pass(1000)
    outline.typeAhead('x')
    expect(active()).toBe(nodeKey('bob'))
  })
})
