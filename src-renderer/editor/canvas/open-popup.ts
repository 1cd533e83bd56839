/** Opening the palette at the cursor, and the list of what a node may be joined to. */
import type { EdgeEnd, Position } from '../../../src-shared/flow/records'
import type { Editor } from '../editor-context'
import { besideNodes, middleOfNodes } from './beside'

/** The list of what a node may be joined to, in px. */
export const CONNECT_LIST = { width: 280, height: 360 }

/** Opens the palette at a place on the screen; without one, where the pointer was last seen, or in the middle. */
export function openPopup(editor: Editor, at: Position | null = null): void {
  const { flow, element } = editor.view.getState()
  if (flow === null || element === null) return
  const box = element.getBoundingClientRect()
  const middle = { x: box.left + box.width / 2, y: box.top + box.height / 3 }
  const seen = editor.pointer.at
  const isSeen = seen !== null && seen.x > box.left && seen.x < box.right && seen.y > box.top && seen.y < box.bottom
  const screen = at ?? (isSeen ? seen : middle)
  editor.session.setState({
    popup: { screen, flow: flow.screenToFlowPosition(screen), wire: null, isJoined: at === null },
    connecting: null,
  })
}

/** Opens the list of what a node may be joined to, beside it. */
export function openConnectList(editor: Editor, node: string): void {
  const screen = besideNodes(editor, [node], CONNECT_LIST)
  if (screen === null) return
  editor.session.select([node])
  editor.session.setState({ connecting: { node, screen }, popup: null })
}

/** Opens the palette for what is put into an edge, where its middle is. */
export function openInsert(editor: Editor, edge: string, at: Position | null = null): void {
  const { flow } = editor.view.getState()
  const ends = editor.flows.getState().flow.edges[edge]
  if (flow === null || ends === undefined) return
  const screen = at ?? middleOfNodes(editor, [ends.from.node, ends.to.node])
  if (screen === null) return
  editor.session.setState({
    popup: { screen, flow: flow.screenToFlowPosition(screen), wire: null, edge },
    connecting: null,
  })
}

/** Opens the palette of what a port may lead to, beside the port. */
export function openAtPort(editor: Editor, end: EdgeEnd, { right, bottom }: { right: number; bottom: number }): void {
  const { flow } = editor.view.getState()
  if (flow === null) return
  const screen = { x: right + 8, y: bottom - 24 }
  editor.session.setState({
    popup: { screen, flow: flow.screenToFlowPosition(screen), wire: { end, isSource: true }, isBeside: true },
    connecting: null,
  })
}
