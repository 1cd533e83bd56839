/** Giving the focus back to the drawing when something over it is closed. */
import { ELEMENTS } from '../../react-flow/react-flow'
import type { Editor } from '../editor-context'

/** The one node or edge that is selected gets it, else the canvas; unless something else has it by now. */
export function focusCanvas({ session, view }: Editor): void {
  requestAnimationFrame(() => {
    const { element } = view.getState()
    const active = document.activeElement
    const isFree =
      active === null || active === document.body || active === element || active.closest('[role="menu"]') !== null
    if (element === null || !isFree) return
    const { nodes, edges } = session.getState()
    const [id] = nodes.size + edges.size === 1 ? [...nodes, ...edges] : []
    const selector = `.${ELEMENTS.node}[data-id="${id ?? ''}"], .${ELEMENTS.edge}[data-id="${id ?? ''}"]`
    const drawn = id === undefined ? null : element.querySelector<HTMLElement | SVGElement>(selector)
    ;(drawn ?? element).focus({ preventScroll: true })
  })
}
