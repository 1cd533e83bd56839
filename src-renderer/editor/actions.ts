/** What a person does to the drawing: adding, joining, removing, moving, copying. Commands, canvas and palette share these. */
import { message } from '../../src-shared/languages/translate'
import {
  addEdge,
  addNode,
  moveNodes,
  reconnect,
  removeElements,
  setSettings,
  type NewNode,
  type Positions,
} from '../../src-shared/flow/editing/edits'
import { duplicateElements, pasteFragment, type Fragment } from '../../src-shared/flow/editing/paste'
import { isFrame } from '../../src-shared/flow/editing/frames'
import { isJsonObject } from '../../src-shared/flow/json'
import { newId, type EdgeEnd, type Flow, type JsonObject, type Position } from '../../src-shared/flow/records'
import { EDGES } from '../../src-shared/kinds/edges'
import type { Kind } from '../../src-shared/kinds/kind'
import { ELEMENTS } from '../react-flow/react-flow'
import { GRID, sizeOf } from '../../src-shared/drawing/node-size'
import type { Editor } from './editor-context'
import { lookOf, wordsField } from '../kinds/edge-looks'
import { insertInEdge, roomBetween } from './insert'
import { boundsOf, clearPlace, freePlace, GAP, onGrid, placeBeside } from './placing'
import { edgeKindAt, endsAt, kindFits, portToward, reversedEnds, type LooseEnd } from './wiring'

/** Where a new node goes: under the pointer, at the end of a wire, or (neither) beside the selection or in the middle. */
export type NewNodePlace = { center?: Position; wire?: LooseEnd | null }

/** What a new node of an offered kind is called and has. */
function startOf({ kind, preset }: Kind): Pick<NewNode, 'kind' | 'name' | 'data'> {
  return preset === undefined ? { kind } : { kind, name: preset.label, data: preset.data }
}

/** Adds a node, joins it where it fits, selects it. Answers with its id. */
export function addKind(editor: Editor, kind: Kind, place: NewNodePlace = {}): string {
  const id = newId(kind.kind)
  const { flow } = editor.flows.getState()
  const size = sizeOf({ kind: kind.kind, name: kind.label, data: {} })
  const wired = place.wire?.isSource === true ? place.wire.end : null
  const beside = place.center === undefined ? (wired ?? hostOf(editor, kind)) : null
  const position =
    place.center === undefined
      ? beside === null
        ? freePlace(flow, middleOf(editor, size), { size, step: { x: 24, y: 24 }, gap: GAP })
        : placeBeside(flow, beside.node, { size, edge: edgeKindAt(flow, beside) ?? 'next' })
      : clearPlace(
          flow,
          { x: place.center.x - size.width / 2, y: place.center.y - size.height / 2 },
          {
            size,
            from: wired === null || isPartOf(flow, wired) ? null : wired.node,
            isAround: isFrame({ kind: kind.kind }),
          },
        )
  const loose = place.wire ?? (beside === null ? null : { end: beside, isSource: true })
  editor.flows.edit(message('Add {kind}', { kind: { label: kind.label } }), (before) => {
    const added = addNode(before, { id, position, ...startOf(kind) })
    const ends = loose === null ? null : endsAt(added, loose, id)
    return ends === null ? added : addEdge(added, { id: newId(edgeKindAt(added, ends.from) ?? 'edge'), ...ends })
  })
  editor.session.select([id])
  return id
}

/** Whether what hangs on a port hangs below it. */
function isPartOf(flow: Flow, end: EdgeEnd): boolean {
  const edge = edgeKindAt(flow, end)
  return edge !== null && EDGES[edge].isPart
}

/** Adds a node that hangs where the selected one hangs; where it cannot, as `addKind` does. */
export function addSibling(editor: Editor, kind: Kind): void {
  const [only, ...others] = editor.session.getState().nodes
  const { flow } = editor.flows.getState()
  const edges =
    only === undefined || others.length > 0 ? [] : Object.values(flow.edges).filter(({ to }) => to.node === only)
  const hook = edges.find(({ from }) => from.node !== only && kindFits(flow, kind, { end: from, isSource: true }))
  addKind(editor, kind, hook === undefined ? {} : { wire: { end: hook.from, isSource: true } })
}

/** The end that a new node of a kind would hang on, beside what is selected. */
export function wireFor(editor: Editor, kind: Kind): LooseEnd | null {
  const end = hostOf(editor, kind)
  return end === null ? null : { end, isSource: true }
}

/** The port of the one selected node that a new node of this kind would hang on. */
function hostOf(editor: Editor, kind: Kind): EdgeEnd | null {
  const { nodes } = editor.session.getState()
  const [only, ...others] = nodes
  if (only === undefined || others.length > 0) return null
  return portToward(editor.flows.getState().flow, only, kind)
}

/** The middle of what is on the screen, for a node of this size. */
function middleOf(editor: Editor, size: { width: number; height: number }): Position {
  const { flow, element } = editor.view.getState()
  if (flow === null || element === null) return { x: 0, y: 0 }
  const box = element.getBoundingClientRect()
  const middle = flow.screenToFlowPosition({ x: box.left + box.width / 2, y: box.top + box.height / 2 })
  return { x: middle.x - size.width / 2, y: middle.y - size.height / 2 }
}

/** Puts a new node into an edge, in the middle or where it was dropped, and selects it. Answers with its id. */
export function insertKind(
  editor: Editor,
  kind: Kind,
  { edge: edgeId, center }: { edge: string; center?: Position },
): string {
  const { flow } = editor.flows.getState()
  const edge = flow.edges[edgeId]
  const id = newId(kind.kind)
  if (edge === undefined) return id
  const size = sizeOf({ kind: kind.kind, name: kind.label, data: {} })
  const room =
    center === undefined
      ? roomBetween(flow, edge, size)
      : { at: onGrid({ x: center.x - size.width / 2, y: center.y - size.height / 2 }), moved: {} }
  editor.flows.edit(message('Insert {kind}', { kind: { label: kind.label } }), (before) => {
    const added = addNode(moveNodes(before, room.moved), { id, position: room.at, ...startOf(kind) })
    return insertInEdge(added, edgeId, { node: id, newEdge: newId(edge.kind) })
  })
  editor.session.select([id])
  return id
}

/** Turns an edge round, where both of its ends take that. */
export function reverseEdge(editor: Editor, id: string): void {
  editor.flows.edit('Reverse', (flow) => {
    const ends = reversedEnds(flow, id)
    return ends.ok ? reconnect(flow, id, ends) : flow
  })
}

/** Has the words of an edge written where they stand; from afar, where none are shown, in the inspector. */
export function editWords(editor: Editor, id: string): void {
  const edge = editor.flows.getState().flow.edges[id]
  const field = edge === undefined ? null : wordsField(edge)
  if (field === null) return
  editor.session.select([], [id])
  if (editor.session.getState().isFar) editor.session.focus(field)
  else editor.session.setState({ wording: id })
}

/** Draws an edge and selects nothing; a refused one changes nothing. Answers with its id. */
export function joinEnds(editor: Editor, from: EdgeEnd, to: EdgeEnd): string {
  const kind = edgeKindAt(editor.flows.getState().flow, from)
  const label = kind === null ? 'Connect' : message('Connect ({edge})', { edge: { label: EDGES[kind].label } })
  const id = newId(kind ?? 'edge')
  editor.flows.edit(label, (flow) => addEdge(flow, { id, from, to }))
  return id
}

/** Draws an edge; one that waits for words is selected, and has them written at once. */
export function joinAndWrite(editor: Editor, from: EdgeEnd, to: EdgeEnd): void {
  const id = joinEnds(editor, from, to)
  const edge = editor.flows.getState().flow.edges[id]
  const field = edge === undefined || !lookOf(edge).asksForWords ? null : wordsField(edge)
  if (field === null) return
  editor.session.select([], [id])
  editor.session.focus(field)
}

/** Moves an end of a drawn edge; where it may not end nothing changes. */
export function moveEnd(editor: Editor, id: string, ends: { from: EdgeEnd; to: EdgeEnd }): void {
  editor.flows.edit('Reconnect', (flow) => reconnect(flow, id, ends))
}

/** Has a node's name written on its card; a note, which shows no name, has its text written there. */
export function startRenaming(editor: Editor, id: string): void {
  if (editor.flows.getState().flow.nodes[id] === undefined) return
  editor.session.select([id])
  editor.session.setState({ renaming: id })
}

export function removeSelection(editor: Editor): void {
  const { nodes, edges } = editor.session.getState()
  const count = nodes.size + edges.size
  if (count === 0) return
  const [only = ''] = nodes
  const name = editor.flows.getState().flow.nodes[only]?.name ?? ''
  const what = name === '' ? 'Delete' : message('Delete {name}', { name })
  editor.flows.edit(
    count === 1 ? what : message('{count, plural, one {Delete # thing} other {Delete # things}}', { count }),
    (flow) => {
      return removeElements(flow, { nodes: [...nodes], edges: [...edges] })
    },
  )
}

export function selectAll(editor: Editor): void {
  editor.session.select(Object.keys(editor.flows.getState().flow.nodes))
}

/** Moves what is selected by some px; a row of key presses is one step of the history. */
export function nudge(editor: Editor, by: Position): void {
  const { nodes } = editor.session.getState()
  if (nodes.size === 0) return
  editor.flows.edit('Move', (flow) => moveNodes(flow, shifted(flow.layout.nodes, nodes, by)), { merge: 'nudge' })
}

function shifted(layout: Positions, ids: Iterable<string>, by: Position): Positions {
  const moved: { [id: string]: Position } = {}
  for (const id of ids) {
    const at = layout[id] ?? { x: 0, y: 0 }
    moved[id] = { x: at.x + by.x, y: at.y + by.y }
  }
  return moved
}

export function duplicateSelection(editor: Editor): void {
  duplicateBy(editor, [...editor.session.getState().nodes], { x: GRID * 4, y: GRID * 4 })
}

/** Copies of nodes, as far from them as `offset` says, are selected. */
export function duplicateBy(editor: Editor, nodes: readonly string[], offset: Position): void {
  if (nodes.length === 0) return
  let copies: { nodes: string[]; edges: string[] } = { nodes: [], edges: [] }
  editor.flows.edit('Duplicate', (flow) => {
    const pasted = duplicateElements(flow, nodes, { offset })
    copies = pasted
    return pasted.flow
  })
  editor.session.select(copies.nodes, copies.edges)
}

/** Puts a copied piece in: where the pointer is in the open, else moved aside a little when it came from this very place, else in the middle. */
export function pasteIn(editor: Editor, fragment: Fragment, variables: JsonObject = {}): void {
  const { flow } = editor.flows.getState()
  const bounds = boundsOf({ ...flow, nodes: fragment.nodes, layout: fragment.layout }, Object.keys(fragment.nodes))
  if (bounds === null) return
  const step = { x: GRID * 4, y: GRID * 4 }
  const aside = isVisible(editor, bounds) ? { x: bounds.x + step.x, y: bounds.y + step.y } : middleOf(editor, bounds)
  const pointed = pointedAt(editor)
  const start = pointed === null ? aside : onGrid({ x: pointed.x - bounds.width / 2, y: pointed.y - bounds.height / 2 })
  const at = freePlace(flow, start, { size: { width: 60, height: 40 }, step })
  let pasted: { nodes: string[]; edges: string[] } = { nodes: [], edges: [] }
  editor.flows.edit('Paste', (before) => {
    const result = pasteFragment(before, fragment, { at, joinsStart: true })
    pasted = result
    return withVariables(result.flow, variables)
  })
  editor.session.select(pasted.nodes, pasted.edges)
}

/** The place on the drawing under the pointer; null where something is drawn there, or the pointer is elsewhere. */
function pointedAt({ view, pointer: { at } }: Editor): Position | null {
  const { flow, element } = view.getState()
  if (flow === null || element === null || at === null) return null
  const hit = document.elementFromPoint(at.x, at.y)
  if (hit === null || !element.contains(hit) || hit.closest(`.${ELEMENTS.node}, button`) !== null) return null
  return flow.screenToFlowPosition(at)
}

/** The flow with variables that it does not have yet. */
function withVariables(flow: Flow, variables: JsonObject): Flow {
  const own = flow.settings['variables']
  const added = Object.entries(variables).filter(([name]) => !isJsonObject(own) || !Object.hasOwn(own, name))
  if (added.length === 0) return flow
  return setSettings(flow, { variables: { ...(isJsonObject(own) ? own : {}), ...Object.fromEntries(added) } })
}

function isVisible(editor: Editor, box: Position): boolean {
  const { flow, element } = editor.view.getState()
  if (flow === null || element === null) return false
  const at = flow.flowToScreenPosition(box)
  const view = element.getBoundingClientRect()
  return at.x > view.left && at.x < view.right && at.y > view.top && at.y < view.bottom
}

export type Alignment = 'left' | 'center' | 'right' | 'top' | 'middle' | 'bottom'

/** Lines up what is selected along one side of the box around it. */
export function alignSelection(editor: Editor, side: Alignment): void {
  const { nodes } = editor.session.getState()
  editor.flows.edit('Align', (flow) => {
    const box = boundsOf(flow, nodes)
    if (box === null) return flow
    const moved: { [id: string]: Position } = {}
    for (const id of nodes) {
      const node = flow.nodes[id]
      const at = flow.layout.nodes[id]
      if (node === undefined || at === undefined) continue
      const { width, height } = sizeOf(node)
      const places = {
        left: { x: box.x, y: at.y },
        center: { x: box.x + (box.width - width) / 2, y: at.y },
        right: { x: box.x + box.width - width, y: at.y },
        top: { x: at.x, y: box.y },
        middle: { x: at.x, y: box.y + (box.height - height) / 2 },
        bottom: { x: at.x, y: box.y + box.height - height },
      }
      moved[id] = places[side]
    }
    return moveNodes(flow, moved)
  })
}

/** Makes the gaps between what is selected equal. */
export function distributeSelection(editor: Editor, axis: 'x' | 'y'): void {
  const { nodes } = editor.session.getState()
  editor.flows.edit('Distribute', (flow) => {
    const box = boundsOf(flow, nodes)
    if (box === null || nodes.size < 3) return flow
    const extent = axis === 'x' ? 'width' : 'height'
    const placed = [...nodes].flatMap((id) => {
      const node = flow.nodes[id]
      const at = flow.layout.nodes[id]
      return node === undefined || at === undefined ? [] : [{ id, at, length: sizeOf(node)[extent] }]
    })
    placed.sort((one, other) => one.at[axis] - other.at[axis])
    const free = box[extent] - placed.reduce((sum, { length }) => sum + length, 0)
    const gap = free / (placed.length - 1)
    const moved: { [id: string]: Position } = {}
    let next = box[axis]
    for (const { id, at, length } of placed) {
      moved[id] = { ...at, [axis]: next }
      next += length + gap
    }
    return moveNodes(flow, moved)
  })
}
