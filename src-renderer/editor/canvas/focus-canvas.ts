/** Giving the focus back to the drawing when something over it is closed. */
import { ELEMENTS } from '../../react-flow/react-flow'
import type { Editor } from '../editor-context'

/** As `focusDrawn`, in a moment: unless something else has it by then. */
export function focusCanvas(editor: Editor): void {
  const { activeElement } = document
  // The next key may come before the next frame does: of a menu that is closed by a key, which still has the focus, or where nothing has it.
  if (activeElement === document.body) editor.view.getState().element?.focus({ preventScroll: true })
  else if (activeElement?.closest('[role="menu"]') !== null) focusDrawn(editor)
  requestAnimationFrame(() => {
    const active = document.activeElement
    if (active === null || active === document.body || active === editor.view.getState().element) focusDrawn(editor)
  })
}

/** The one node or edge that is selected gets it, else the canvas. */
export function focusDrawn({ session, view }: Editor): void {
  const { element } = view.getState()
  const { nodes, edges } = session.getState()
  const [id] = nodes.size + edges.size === 1 ? [...nodes, ...edges] : []
  const selector = `.${ELEMENTS.node}[data-id="${id ?? ''}"], .${ELEMENTS.edge}[data-id="${id ?? ''}"]`
  const drawn = id === undefined ? null : element?.querySelector<HTMLElement | SVGElement>(selector)
  ;(drawn ?? element)?.focus({ preventScroll: true })
}
