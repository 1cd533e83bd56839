/** What only notes have on the canvas: their text is written in place, and a corner is pulled to size them. */
import type { PlainText } from '../../../src-shared/languages/translate'
import { ELEMENTS } from '../../react-flow/react-flow'
import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { setNodeData } from '../../../src-shared/flow/editing/edits'
import { NOTE_SIZE } from '../../../src-shared/kinds/note'
import { useEditor } from '../editor-context'
import { GRID, type Size } from '../../../src-shared/drawing/node-size'
import { cx } from '../../ui/cx'
import { useT } from '../../ui/language'
import styles from './NotePaper.module.css'

type NoteEditorProps = { id: string; name: string; text: string }

/** Markdown as it is written. Leaving it, Escape and Ctrl+Enter keep what was typed, as one step of undo. */
export function NoteEditor({ id, name, text }: NoteEditorProps) {
  const t = useT()
  const { flows, session } = useEditor()
  const [draft, setDraft] = useState(text)
  const input = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    const area = input.current
    area?.focus({ preventScroll: true })
    area?.setSelectionRange(area.value.length, area.value.length)
  }, [])

  function end(): void {
    // Leaving comes once more when the area is taken away.
    if (session.getState().renaming !== id) return
    session.setState({ renaming: null })
    flows.edit('Write a note', (flow) => setNodeData(flow, id, { text: draft }))
  }
  function press(event: KeyboardEvent<HTMLTextAreaElement>): void {
    const isEnd = event.key === 'Escape' || (event.key === 'Enter' && (event.ctrlKey || event.metaKey))
    if (event.nativeEvent.isComposing || !isEnd) return
    event.preventDefault()
    event.stopPropagation()
    const node = event.currentTarget.closest<HTMLElement>(`.${ELEMENTS.node}`)
    end()
    node?.focus({ preventScroll: true })
  }
  return (
    <textarea
      ref={input}
      className={cx(styles.text, 'nodrag', 'nopan', 'nowheel')}
      aria-label={name === '' ? t('Text of the note') : t('Text of {name}', { name })}
      placeholder={t('# Heading, **bold**, - list, [link](https://…)')}
      value={draft}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onKeyDown={press}
      onBlur={end}
    />
  )
}

/** Where a pull began: on the screen, and how large the note was. */
type Pull = { x: number; y: number; size: Size; zoom: number; key: string }

/** The corner of a selected note. */
export function NoteCorner({ id, size }: { id: string; size: Size }) {
  return <SizeCorner id={id} size={size} limits={{ ...NOTE_SIZE, minHeight: 0 }} step="Size a note" />
}

type SizeCornerProps = {
  id: string
  size: Size
  limits: { minWidth: number; maxWidth: number; minHeight: number; maxHeight: number }
  /** The step of undo. */
  step: PlainText
}

/** The corner by which a note or a frame is sized. Its fields in the inspector do the same by keyboard. */
export function SizeCorner({ id, size, limits, step }: SizeCornerProps) {
  const t = useT()
  const { flows, view } = useEditor()
  const pull = useRef<Pull | null>(null)

  function start(event: PointerEvent<HTMLSpanElement>): void {
    if (event.button !== 0) return
    event.stopPropagation()
    event.currentTarget.setPointerCapture(event.pointerId)
    const zoom = view.getState().flow?.getZoom() ?? 1
    const key = `size of ${id} ${event.timeStamp}`
    pull.current = { x: event.clientX, y: event.clientY, size, zoom, key }
  }
  function move(event: PointerEvent<HTMLSpanElement>): void {
    if (pull.current === null) return
    const { x, y, size: before, zoom, key } = pull.current
    const width = snapped(before.width + (event.clientX - x) / zoom, limits.minWidth, limits.maxWidth)
    const height = snapped(before.height + (event.clientY - y) / zoom, limits.minHeight, limits.maxHeight)
    flows.edit(step, (flow) => setNodeData(flow, id, { width, height }), { merge: key, isGesture: true })
  }
  const end = (): void => void (pull.current = null)
  return (
    <span
      className={cx(styles.corner, 'nodrag', 'nopan')}
      title={t('Drag to size')}
      data-note-corner
      onPointerDown={start}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
    />
  )
}

function snapped(value: number, min: number, max: number): number {
  return Math.min(Math.max(Math.round(value / GRID) * GRID, min), max)
}
