import { expect, test } from 'vitest'
import { saveFlow } from '../../src-shared/flow/editing/save'
import { setNodeName } from '../../src-shared/flow/editing/edits'
import { openFlow } from '../../src-shared/flow/editing/open'
import { heldFlow } from '../../src-shared/flow/editing/embedded-flow'
import type { Flow } from '../../src-shared/flow/records'
import { flow } from '../../src-shared/testing/flow-builder'
import { createFlowStore, type FlowStore } from './flow-store'
import { createHeldFlows } from './held-flows'
import { createEditor, type Editor } from './editor-context'
import { outwards, runIdOf } from './levels'

const deep = () => flow('Deep').start('x').agent('x', { name: 'Xenia' })
const desk = () =>
  flow('Desk').start('clerk').agent('clerk', { name: 'Clerk' }).node('subflow', 'more', { flow: deep().file() })
const shop = () => flow('Shop').start('s').node('subflow', 's', { name: 'Refunds', flow: desk().file() })

function open(drawn: Flow): FlowStore {
  const stored = { id: drawn.id, revision: 1, text: saveFlow(drawn) }
  return createFlowStore({
    stored,
    backend: {
      save: ({ baseRevision }) => Promise.resolve({ revision: baseRevision + 1 }),
      read: () => Promise.resolve(stored),
      saveCopy: () => Promise.reject(new Error('No copies here.')),
      keepVersion: () => Promise.resolve(),
    },
  })
}

function held(whole: Flow, id: string): Flow {
  const node = whole.nodes[id]
  const value = node === undefined ? null : heldFlow(node)
  const opened = value?.by === 'value' ? openFlow(value.value) : null
  if (opened?.ok !== true) throw new Error('There is no flow inside.')
  return opened.flow
}

test('an edit inside is an edit of the flow round it, and undo brings back its first bytes', () => {
  const outer = open(shop().build())
  const first = saveFlow(outer.getState().flow)
  const inner = createHeldFlows(outer, 's')
  const innermost = inner === null ? null : createHeldFlows(inner, 'more')
  if (inner === null || innermost === null) throw new Error('There is no flow inside.')
  inner.edit('Rename', (now) => setNodeName(now, 'clerk', 'Cashier'))
  const untouched = inner.getState().flow.nodes['more']
  innermost.edit('Rename', (now) => setNodeName(now, 'x', 'Yves'))
  const now = outer.getState().flow
  expect(held(now, 's').nodes['clerk']?.name).toBe('Cashier')
  expect(held(held(now, 's'), 'more').nodes['x']?.name).toBe('Yves')
  expect(inner.getState().flow.nodes['more']).not.toBe(untouched)
  expect(outer.getState().history.past.map(({ label }) => label)).toEqual(['Rename', 'Rename'])
  expect(innermost.undo()).toBe('Rename')
  expect(innermost.getState().flow.nodes['x']?.name).toBe('Xenia')
  inner.undo()
  expect(inner.getState().flow.nodes['clerk']?.name).toBe('Clerk')
  expect(saveFlow(outer.getState().flow)).toBe(first)
})

const editorOf = (drawn: Flow, named: FlowStore = open(desk().build())): Editor =>
  createEditor(open(drawn), {
    openNamed: () => Promise.resolve(named),
    onLost: (cause) => {
      throw cause
    },
  })

test('flows are opened within each other, left one by one or at once, and when undo takes their node away', async () => {
  const page = editorOf(shop().build())
  const { levels } = page
  if (levels === null) throw new Error('Nothing can be opened.')
  const shown = () => levels.getState().shown
  expect(await levels.open('start')).toBe(false)
  expect(await levels.open('s')).toBe(true)
  expect(await levels.open('more')).toBe(true)
  expect(outwards(shown()).map(({ flows }) => flows.getState().flow.name)).toEqual(['Deep', 'Desk', 'Shop'])
  expect(runIdOf(shown(), 'x')).toBe('s~more~x')
  expect(shown().flowId).toBe(page.flowId)
  levels.leave()
  expect(shown().flows.getState().flow.name).toBe('Desk')
  await levels.open('more')
  levels.show(page)
  expect(shown()).toBe(page)
  await levels.open('s')
  await levels.open('more')
  page.flows.edit('Delete', (now) => ({
    ...now,
    nodes: { start: now.nodes['start'] ?? { kind: 'start', name: 'Start', data: {} } },
  }))
  expect(shown()).toBe(page)
})

test('a flow of the library has a history of its own, and its unsaved edits are saved when it is left', async () => {
  const named = open(desk().build())
  const page = editorOf(flow('Shop').start('s').node('subflow', 's', { flow: 'desk' }).build(), named)
  const { levels } = page
  if (levels === null) throw new Error('Nothing can be opened.')
  await levels.open('s')
  const { shown } = levels.getState()
  expect(shown.within?.isOfLibrary).toBe(true)
  shown.flows.edit('Rename', (now) => setNodeName(now, 'clerk', 'Cashier'))
  expect(page.flows.getState().history.past).toEqual([])
  levels.leave()
  await named.flush()
  expect(named.getState().save.kind).toBe('saved')
  expect(named.getState().revision).toBe(2)
})
