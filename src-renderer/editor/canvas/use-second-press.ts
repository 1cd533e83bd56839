/**
 * The second press of a double-click belongs to what the first one was on, whatever came under the pointer in between: the view
 * glides and the inspector opens or changes at the first, and no text there may be selected by the second.
 */
import { ELEMENTS } from '../../react-flow/react-flow'
import { useEffect } from 'react'
import { editWords, startRenaming } from '../actions'
import type { Editor } from '../editor-context'
import { canOpen, openInPlace } from '../subflows'
import type { Session } from '../session-store'

/** How soon and how near, in ms and px, a press follows one that it goes with. */
const SOON = 500
const NEAR = 6

/** Held while one presses twice. */
const MODIFIERS: ReadonlySet<string> = new Set(['Alt', 'Control', 'Meta', 'Shift'])

type Press = {
  x: number
  y: number
  at: number
  /** The node that was pressed. */
  node: string | null
  /** The edge whose words were pressed. */
  edge: string | null
  isInside: boolean
  /** What was pressed outside of the drawing: while it is still there, such as Undo, it is pressed as often as one likes. */
  control: Element | null
  /** What the inspector showed. */
  shown: ShownSelection
}
type ShownSelection = Pick<Session, 'nodes' | 'edges' | 'flowSettingsOpen'>

/** A double-click on a node opens the flow inside it, or has its name written; one on the words of an edge has these written. */
export function useSecondPress(editor: Editor): void {
  useEffect(() => listen(editor), [editor])
}

function listen(editor: Editor): () => void {
  let last: Press | null = null
  let first: Press | null = null
  let isSecond = false
  const goesWith = (press: Press | null, event: MouseEvent): boolean =>
    press !== null &&
    event.button === 0 &&
    Math.hypot(event.clientX - press.x, event.clientY - press.y) < NEAR &&
    (press.node !== null || press.edge !== null || isElsewhere(press, event))
  const isElsewhere = ({ shown, isInside, control }: Press, event: MouseEvent): boolean =>
    !isSame(shown, editor.session.getState()) && (isInside || control !== controlOf(event))
  const stop = (event: Event): void => {
    event.preventDefault()
    event.stopPropagation()
  }
  const begin = (event: PointerEvent): void => {
    isSecond = last !== null && event.timeStamp - last.at < SOON && goesWith(last, event)
    if (isSecond && last !== null) {
      last.at = event.timeStamp
      return stop(event)
    }
    first = last
    last = pressOf(event, editor)
  }
  const goOn = (event: MouseEvent): void => {
    // Some people double-click slowly, and the system knows it.
    if (event.type === 'mousedown' && !isSecond && event.detail > 1 && goesWith(first, event)) {
      isSecond = true
      last = first
    }
    // What a key or a program clicks on has no count.
    if (isSecond && (event.detail > 0 || event.type.startsWith('pointer'))) stop(event)
    if (!isSecond || event.type !== 'dblclick' || last === null) return
    const node = last.node === null ? undefined : editor.flows.getState().flow.nodes[last.node]
    if (last.node !== null && canOpen(node)) openInPlace(editor, last.node)
    else if (last.node !== null) startRenaming(editor, last.node)
    else if (last.edge !== null) editWords(editor, last.edge)
  }
  /** What is pressed after a key, such as Escape, is a press of its own. */
  const end = ({ key }: KeyboardEvent): void => {
    if (MODIFIERS.has(key)) return
    last = null
    first = null
  }
  const types = ['mousedown', 'pointerup', 'mouseup', 'click', 'dblclick'] as const
  document.addEventListener('pointerdown', begin, true)
  document.addEventListener('keydown', end, true)
  for (const type of types) document.addEventListener(type, goOn, true)
  return () => {
    document.removeEventListener('pointerdown', begin, true)
    document.removeEventListener('keydown', end, true)
    for (const type of types) document.removeEventListener(type, goOn, true)
  }
}

/** Parts of a node that are pressed for themselves. */
const PARTS = [`.${ELEMENTS.handle}`, 'input', 'textarea', 'button'].join(', ')

function pressOf(event: PointerEvent, { session, view }: Editor): Press {
  const { nodes, edges, flowSettingsOpen } = session.getState()
  const { target, clientX: x, clientY: y, timeStamp: at } = event
  const isPlain = event.button === 0 && !event.shiftKey && !event.ctrlKey && !event.metaKey
  const pressed = isPlain && target instanceof Element && target.closest(PARTS) === null ? target : null
  const node = pressed?.closest<HTMLElement>(`.${ELEMENTS.node}`)?.dataset['id'] ?? null
  const edge = pressed?.closest<HTMLElement>('[data-edge-label]')?.dataset['edgeLabel'] ?? null
  const isInside = target instanceof Element && view.getState().element?.contains(target) === true
  return { x, y, at, node, edge, isInside, control: controlOf(event), shown: { nodes, edges, flowSettingsOpen } }
}

function controlOf({ target }: Event): Element | null {
  return target instanceof Element ? (target.closest('button, a, [role]') ?? target) : null
}

function isSame(one: ShownSelection, other: ShownSelection): boolean {
  return one.nodes === other.nodes && one.edges === other.edges && one.flowSettingsOpen === other.flowSettingsOpen
}
