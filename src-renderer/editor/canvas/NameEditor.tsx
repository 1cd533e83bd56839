/** The name of a node, written on its card: Enter and leaving keep it, Escape does not. */
import { ELEMENTS, useShownPart } from '../../react-flow/react-flow'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { setNodeName } from '../../../src-shared/flow/editing/edits'
import { useEditor } from '../editor-context'
import { cx } from '../../ui/cx'
import { useT } from '../../ui/language'
import styles from './NameEditor.module.css'

export function NameEditor({ id, name }: { id: string; name: string }) {
  const t = useT()
  const { flows, session } = useEditor()
  const [text, setText] = useState(name)
  const input = useRef<HTMLInputElement>(null)
  // As large as at full size, however small the drawing is.
  const scale = useShownPart(({ zoom }) => Math.max(1, 1 / zoom))
  useEffect(() => {
    input.current?.focus({ preventScroll: true })
    input.current?.select()
  }, [])

  function end(isKept: boolean): void {
    // Leaving comes once more when the input is taken away.
    if (session.getState().renaming !== id) return
    session.setState({ renaming: null })
    const wanted = text.trim()
    if (isKept && wanted !== '' && wanted !== name) flows.edit('Rename', (flow) => setNodeName(flow, id, wanted))
  }
  function press(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return
    event.preventDefault()
    const node = event.currentTarget.closest<HTMLElement>(`.${ELEMENTS.node}`)
    end(event.key === 'Enter')
    node?.focus({ preventScroll: true })
  }
  return (
    <input
      ref={input}
      className={cx(styles.nodeRename, 'nodrag', 'nopan', 'nowheel')}
      aria-label={name === '' ? t('Name of the node') : t('Name of {name}', { name })}
      value={text}
      style={{ transform: `translateY(-50%) scale(${scale})` }}
      onChange={(event) => setText(event.currentTarget.value)}
      onKeyDown={press}
      onBlur={() => end(true)}
    />
  )
}
