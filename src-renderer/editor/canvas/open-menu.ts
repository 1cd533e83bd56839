/** Opening the menu at the cursor: by the right button, or by a key for what is focused or selected. */
import { ELEMENTS } from '../../react-flow/react-flow'
import type { Position } from '../../../src-shared/flow/records'
import type { Editor } from '../editor-context'
import { middleOfNodes } from './beside'

export type MenuSubject = { node: string } | { edge: string } | 'selection' | 'canvas'

/** Opens it where the button was pressed; what is pressed and not selected is selected first. */
export function openMenuAt(editor: Editor, subject: MenuSubject, screen: Position): void {
  selectSubject(editor, subject)
  editor.pointer.at = screen
  show(editor, { screen, isOfCanvas: subject === 'canvas', byKey: false })
}

/** Opens it for several things that are selected, else for what has the focus on the canvas, else for what is selected, else for the canvas. */
export function openMenuByKey(editor: Editor): void {
  const { element } = editor.view.getState()
  if (element === null) return
  const focused = focusedSubject(element)
  const before = editor.session.getState()
  if (focused !== null && before.nodes.size + before.edges.size < 2) selectSubject(editor, focused)
  const { nodes, edges } = editor.session.getState()
  const view = element.getBoundingClientRect()
  const inTheMiddle = { x: view.left + view.width / 2, y: view.top + view.height / 3 }
  const [edge] = edges
  const ends = nodes.size === 0 && edge !== undefined ? endsOf(editor, edge) : [...nodes]
  const screen = middleOfNodes(editor, ends) ?? inTheMiddle
  if (nodes.size + edges.size === 0) editor.pointer.at = screen
  show(editor, { screen, isOfCanvas: nodes.size + edges.size === 0, byKey: true })
}

function show(editor: Editor, menu: { screen: Position; isOfCanvas: boolean; byKey: boolean }): void {
  editor.session.setState({ menu, popup: null, connecting: null })
}

function selectSubject({ session }: Editor, subject: MenuSubject): void {
  if (typeof subject === 'string') return
  const { nodes, edges } = session.getState()
  if ('node' in subject) {
    if (!nodes.has(subject.node)) session.select([subject.node])
  } else if (!edges.has(subject.edge)) session.select([], [subject.edge])
}

function endsOf(editor: Editor, id: string): string[] {
  const edge = editor.flows.getState().flow.edges[id]
  return edge === undefined ? [] : [edge.from.node, edge.to.node]
}

/** The node or edge of the canvas that has the focus. */
function focusedSubject(canvas: HTMLElement): MenuSubject | null {
  const active = document.activeElement
  const isOfDrawing = active instanceof HTMLElement || active instanceof SVGElement
  const id = isOfDrawing && canvas.contains(active) ? active.dataset['id'] : undefined
  if (!isOfDrawing || id === undefined) return null
  if (active.classList.contains(ELEMENTS.node)) return { node: id }
  return active.classList.contains(ELEMENTS.edge) ? { edge: id } : null
}
