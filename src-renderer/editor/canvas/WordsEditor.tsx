/** The words of an edge, written where they stand: Enter and leaving keep them, Escape does not. */
import { message } from '../../../src-shared/languages/translate'
import { useShownPart } from '../../react-flow/react-flow'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { edgeFieldIssue } from '../../../src-shared/flow/editing/data'
import { setEdgeData } from '../../../src-shared/flow/editing/edits'
import type { FlowEdge } from '../../../src-shared/flow/records'
import { EDGES } from '../../../src-shared/kinds/edges'
import { isEdgeKind } from '../../../src-shared/kinds/edge-kinds'
import { useEditor } from '../editor-context'
import { cx } from '../../ui/cx'
import { focusCanvas } from './focus-canvas'
import { useT } from '../../ui/language'
import styles from './WordsEditor.module.css'

export function WordsEditor({ id, edge, field }: { id: string; edge: FlowEdge; field: string }) {
  const t = useT()
  const editor = useEditor()
  const { flows, session } = editor
  const before = textOf(edge, field)
  const [text, setText] = useState(before)
  const input = useRef<HTMLTextAreaElement>(null)
  // As large as at full size, however small the drawing is.
  const scale = useShownPart(({ zoom }) => Math.max(1, 1 / zoom))
  useEffect(() => {
    input.current?.focus({ preventScroll: true })
    input.current?.select()
  }, [])

  function end(isKept: boolean): void {
    // Leaving comes once more when the text is taken away.
    if (session.getState().wording !== id) return
    session.setState({ wording: null })
    const wanted = text.trim()
    if (!isKept || wanted === before) return
    const value = wanted === '' && edgeFieldIssue(edge.kind, { [field]: null }) === null ? null : wanted
    if (edgeFieldIssue(edge.kind, { [field]: value }) !== null) return
    flows.edit(message('Change {field}', { field: { label: labelOf(edge, field) } }), (flow) =>
      setEdgeData(flow, id, { [field]: value }),
    )
  }
  function press(event: KeyboardEvent<HTMLTextAreaElement>): void {
    const isEnd = event.key === 'Escape' || (event.key === 'Enter' && !event.shiftKey)
    if (event.nativeEvent.isComposing || !isEnd) return
    event.preventDefault()
    end(event.key === 'Enter')
    focusCanvas(editor)
  }
  return (
    <textarea
      ref={input}
      className={cx(styles.words, 'nodrag', 'nopan', 'nowheel')}
      aria-label={t('Words of the edge: {field}', { field: t.within(labelOf(edge, field)) })}
      rows={1}
      value={text}
      style={{ transform: `scale(${scale})` }}
      onChange={(event) => setText(event.currentTarget.value)}
      onKeyDown={press}
      onBlur={() => end(true)}
    />
  )
}

function textOf(edge: FlowEdge, field: string): string {
  const value = edge.data[field]
  return typeof value === 'string' ? value : ''
}

function labelOf(edge: FlowEdge, field: string): string {
  const hints = isEdgeKind(edge.kind) ? EDGES[edge.kind].fields : []
  return hints.find(({ key }) => key === field)?.label ?? field
}
