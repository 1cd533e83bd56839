/** Opening the palette at the cursor. */
import type { Position } from '../../../src-shared/flow/records'
import type { Editor } from '../editor-context'

/** Opens the palette at a place on the screen; without one, where the pointer was last seen, or in the middle. */
export function openPopup(editor: Editor, at: Position | null = null): void {
  const { flow, element } = editor.view.getState()
  if (flow === null || element === null) return
  const box = element.getBoundingClientRect()
  const middle = { x: box.left + box.width / 2, y: box.top + box.height / 3 }
  const seen = editor.pointer.at
  const isSeen = seen !== null && seen.x > box.left && seen.x < box.right && seen.y > box.top && seen.y < box.bottom
  const screen = at ?? (isSeen ? seen : middle)
  editor.session.setState({ popup: { screen, flow: flow.screenToFlowPosition(screen), wire: null } })
}
