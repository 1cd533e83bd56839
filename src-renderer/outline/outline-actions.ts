/** What a person does in the outline to the flow and to the selection. */
import { removeElements, reorderEdges, setNodeName } from '../../src-shared/flow/editing/edits'
import { edgesFrom } from '../../src-shared/flow/graph'
import type { FlowNode } from '../../src-shared/flow/records'
import { edgeDefinition } from '../../src-shared/kinds/edge-facts'
import { FIELD_TYPES } from '../../src-shared/kinds/field-types'
import { fieldsOf } from '../../src-shared/kinds/fields-of'
import { addKind, joinEnds, removeSelection } from '../editor/actions'
import { IN_PORT } from '../editor/canvas/ports'
import type { Editor } from '../editor/editor-context'
import { showEdge, showNode } from '../editor/show'
import type { AddChoice } from './add-choices'
import { edgeKey, nodeKey, type OutlineRow } from './outline-rows'

/** Selects what the row is about, on the canvas too. */
export function selectRow(editor: Editor, row: OutlineRow): void {
  if (row.what === 'edge') showEdge(editor, row.edge)
  else if (row.what !== 'group') showNode(editor, row.node)
}

/** Selects it or takes it out of the selection; all else that is selected stays so. */
export function toggleRow({ session }: Editor, row: OutlineRow): void {
  if (row.what === 'group') return
  const { nodes, edges } = session.getState()
  if (row.what === 'edge') session.select(nodes, edges.symmetricDifference(new Set([row.edge])))
  else session.select(nodes.symmetricDifference(new Set([row.node])), edges)
}

/** Selects it and goes on writing in the inspector: in the field that the row shows, else in the first. */
export function openRow(editor: Editor, row: OutlineRow): void {
  selectRow(editor, row)
  const field = fieldOf(editor, row)
  if (field !== null) editor.session.focus(field)
}

function fieldOf({ flows }: Editor, row: OutlineRow): string | null {
  if (row.what === 'group') return null
  if (row.what === 'prompt') return row.field
  const { flow } = flows.getState()
  if (row.what === 'node') return fieldsOf(flow.nodes[row.node] ?? NO_NODE).at(0)?.key ?? 'name'
  const edge = flow.edges[row.edge]
  const hints = edge === undefined ? [] : fieldsOf(edge)
  // What is written on an edge is what it is about, not who decides.
  const written = hints.find(({ type }) => FIELD_TYPES[type].variables !== null)
  return (written ?? hints[0])?.key ?? null
}

const NO_NODE: FlowNode = { kind: '', name: '', data: {} }

/** Takes away the row's node or edge, or all that is selected where that is part of it. */
export function removeRow(editor: Editor, row: OutlineRow): void {
  if (row.what === 'group' || row.what === 'prompt') return
  const { nodes, edges } = editor.session.getState()
  const isEdge = row.what === 'edge'
  if (isEdge ? edges.has(row.edge) : nodes.has(row.node)) return removeSelection(editor)
  editor.flows.edit('Delete', (flow) => removeElements(flow, isEdge ? { edges: [row.edge] } : { nodes: [row.node] }))
}

export function renameRow({ flows }: Editor, row: OutlineRow, name: string): void {
  const wanted = name.trim()
  if (row.what === 'node' && wanted !== '') flows.edit('Rename', (flow) => setNodeName(flow, row.node, wanted))
}

/** The edge that a row stands for, with those that leave the same port, in order; null where their order does not count. */
export function orderedWith({ flows }: Editor, row: OutlineRow): { edge: string; all: readonly string[] } | null {
  if ((row.what !== 'edge' && row.what !== 'node') || row.edge === null) return null
  const { flow } = flows.getState()
  const edge = flow.edges[row.edge]
  const shape = edge === undefined ? undefined : edgeDefinition(edge.kind)?.schema.shape
  if (edge === undefined || shape === undefined || !Object.hasOwn(shape, 'order')) return null
  return { edge: row.edge, all: edgesFrom(flow, edge.from.node, edge.from.port).map(({ id }) => id) }
}

/** Puts the row's edge some places further on among those that leave the same port. */
export function moveRow(editor: Editor, row: OutlineRow, step: number): void {
  const ordered = orderedWith(editor, row)
  if (ordered === null) return
  const at = ordered.all.indexOf(ordered.edge)
  placeEdge(editor, ordered.edge, Math.max(0, Math.min(at + step, ordered.all.length - 1)))
}

/** Puts an edge at a place among those that leave its port. */
export function placeEdge({ flows }: Editor, id: string, place: number): void {
  flows.edit('Reorder', (flow) => {
    const from = flow.edges[id]?.from
    if (from === undefined) return flow
    const ids = edgesFrom(flow, from.node, from.port).map((entry) => entry.id)
    const at = ids.indexOf(id)
    if (at === place) return flow
    ids.splice(at, 1)
    ids.splice(place, 0, id)
    return reorderEdges(flow, from, ids)
  })
}

/** Adds or joins what was chosen. Answers with the key of its row, and whether its name is still that of its kind. */
export function addChosen(editor: Editor, choice: AddChoice): { key: string; isNew: boolean } | null {
  const { from } = choice
  if ('kind' in choice) {
    const wire = from === null ? null : { end: from, isSource: true }
    // Without a wire it would hang on whatever is selected.
    if (wire === null) editor.session.select([])
    return { key: nodeKey(addKind(editor, choice.kind, { wire })), isNew: true }
  }
  if (from === null) return null
  const before = editor.flows.getState().flow.edges
  joinEnds(editor, from, { node: choice.node, port: IN_PORT })
  const drawn = Object.keys(editor.flows.getState().flow.edges).find((id) => !Object.hasOwn(before, id))
  return drawn === undefined ? null : { key: edgeKey(drawn), isNew: false }
}
