/** Tab within a drawing: through nodes and edges in the order of `tab-order.ts`, with what can be pressed in them, and out of it at the ends. */
import type { KeyboardEvent } from 'react'
import { ELEMENTS } from '../../react-flow/react-flow'
import { controlsIn } from '../../ui/layers/focus-parts'
import type { Editor } from '../editor-context'
import { keepOnScreen } from '../show'
import { tabOrder, type TabStop } from './tab-order'

/** The drawing as a whole is one stop of the page; from there Tab goes into it, and Shift+Tab back there. */
export function goByTab(event: KeyboardEvent, editor: Editor): void {
  const { target } = event
  if (event.key !== 'Tab' || event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return
  if (!(target instanceof Element) || event.nativeEvent.isComposing) return
  if (goFrom(editor, target, event.shiftKey)) event.preventDefault()
}

/** Whether there was somewhere to go that the browser would not have gone to. */
export function goFrom(editor: Editor, from: Element, isBack: boolean): boolean {
  return isBack ? goBack(editor, from) : goOn(editor, from)
}

function goOn(editor: Editor, from: Element): boolean {
  const { element } = editor.view.getState()
  if (element === null) return false
  const stops = tabOrder(editor.canvas.getState())
  if (from === element) return goTo(editor, stops[Math.max(0, selectedAt(editor, stops))])
  const piece = from.closest(PIECE)
  if (piece === null) return false
  const within = controlsIn(piece)
  const inner = within[within.findIndex((one) => one === from) + 1]
  if (inner !== undefined) return focused(inner)
  const at = placeOf(stops, piece)
  if (at !== -1 && goTo(editor, stops[at + 1])) return true
  return focused(firstAfter(element))
}

function goBack(editor: Editor, from: Element): boolean {
  const { element } = editor.view.getState()
  if (element === null || from === element) return false
  const stops = tabOrder(editor.canvas.getState())
  const piece = from.closest(PIECE)
  // The first of what stands beside the drawing, such as its zoom.
  if (piece === null) return from === firstAfter(element) && goTo(editor, stops.at(-1))
  if (piece !== from) {
    const within = controlsIn(piece)
    return focused(within[within.findIndex((one) => one === from) - 1] ?? piece)
  }
  const at = placeOf(stops, piece)
  return at > 0 ? goTo(editor, stops[at - 1]) : focused(element)
}

const PIECE = `.${ELEMENTS.node}, .${ELEMENTS.edge}`

function placeOf(stops: readonly TabStop[], piece: Element): number {
  const id = piece.getAttribute('data-id')
  const what = piece.classList.contains(ELEMENTS.node) ? 'node' : 'edge'
  return stops.findIndex((stop) => stop.id === id && stop.what === what)
}

function selectedAt({ session }: Editor, stops: readonly TabStop[]): number {
  const { nodes, edges } = session.getState()
  return stops.findIndex(({ what, id }) => (what === 'node' ? nodes : edges).has(id))
}

/** Brings it onto the screen first: of a large drawing only what is in sight is on the page, and from afar no edge that nobody asked for. */
function goTo(editor: Editor, stop: TabStop | undefined): boolean {
  const { element } = editor.view.getState()
  if (stop === undefined || element === null) return false
  keepOnScreen(editor, stop)
  if (stop.what === 'edge') reach(editor, stop.id)
  const selector = `.${ELEMENTS[stop.what]}[data-id="${CSS.escape(stop.id)}"]`
  if (focused(element.querySelector(selector))) return true
  // It is drawn when this event was heard, before the next key.
  queueMicrotask(() => void focused(element.querySelector(selector)))
  return true
}

/** The edge before is kept, which has the focus until this one is drawn. */
function reach({ session }: Editor, edge: string): void {
  const before = [...session.getState().reachedEdges].filter((id) => id !== edge)
  session.setState({ reachedEdges: new Set([...before.slice(-1), edge]) })
}

function focused(element: Element | null | undefined): boolean {
  if (!(element instanceof HTMLElement || element instanceof SVGElement)) return false
  element.focus({ preventScroll: true })
  return document.activeElement === element
}

/** What Tab would come to behind all that is drawn. */
function firstAfter(element: Element): HTMLElement | undefined {
  const drawing = element.querySelector(`.${ELEMENTS.viewport}`)
  if (drawing === null) return undefined
  return controlsIn(document.body).find(
    (one) =>
      one.closest('[inert]') === null &&
      !drawing.contains(one) &&
      (drawing.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
  )
}
