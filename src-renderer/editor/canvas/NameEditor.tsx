/** The name of a node, written on its card: Enter and leaving keep it, Escape does not. */
import { ELEMENTS, useShownPart } from '../../react-flow/react-flow'
import type { KeyboardEvent } from 'react'
import { setNodeName } from '../../../src-shared/flow/editing/edits'
import { useEditor } from '../editor-context'
import { cx } from '../../ui/cx'
import { useT } from '../../ui/language'
import { useTextEdit } from '../../ui/use-text-edit'
import styles from './NameEditor.module.css'

/** While nothing was written there is only the drawing to undo, such as the node that was just added. */
function isUndoKey({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'z' && (ctrlKey || metaKey) && !shiftKey && !altKey
}

export function NameEditor({ id, name }: { id: string; name: string }) {
  const t = useT()
  const { flows, session } = useEditor()
  // As large as at full size, however small the drawing is.
  const scale = useShownPart(({ zoom }) => Math.max(1, 1 / zoom))
  const edit = useTextEdit<HTMLInputElement>(name, (text) => {
    if (session.getState().renaming !== id) return
    session.setState({ renaming: null })
    if (text !== null) flows.edit('Rename', (flow) => setNodeName(flow, id, text))
  })
  function press(event: KeyboardEvent<HTMLInputElement>): void {
    const node = event.currentTarget.closest<HTMLElement>(`.${ELEMENTS.node}`)
    const isUndo = isUndoKey(event) && edit.value === name
    if (isUndo) {
      event.preventDefault()
      session.setState({ renaming: null })
    } else edit.onKeyDown(event)
    if (event.defaultPrevented) node?.focus({ preventScroll: true })
    if (isUndo) flows.undo()
  }
  return (
    <input
      {...edit}
      className={cx(styles.nodeRename, 'nodrag', 'nopan', 'nowheel')}
      aria-label={name === '' ? t('Name of the node') : t('Name of {name}', { name })}
      style={{ transform: `translateY(-50%) scale(${scale})` }}
      onKeyDown={press}
    />
  )
}
