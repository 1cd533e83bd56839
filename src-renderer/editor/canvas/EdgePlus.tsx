/** The "+" in the middle of an edge that is pointed at or selected: puts a node in there. */
import { IconPlus } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useEditor, useFlow } from '../editor-context'
import { kindsBetween } from '../insert'
import { openInsert } from './open-popup'
import { useT } from '../../ui/language'
import styles from './EdgePlus.module.css'

export function EdgePlus({ id }: { id: string }) {
  const t = useT()
  const editor = useEditor()
  const edges = useFlow((flow) => flow.edges)
  const canGrow = useMemo(
    () => kindsBetween({ ...editor.flows.getState().flow, edges }, id).length > 0,
    [editor, edges, id],
  )
  if (!canGrow) return null
  return (
    <button
      type="button"
      className={styles.plus}
      tabIndex={-1}
      aria-label={t('Insert a node here')}
      title={t('Insert a node here')}
      onPointerEnter={() => editor.session.setState({ hovered: id })}
      onClick={(event) => {
        event.stopPropagation()
        const { left, width, top, height } = event.currentTarget.getBoundingClientRect()
        openInsert(editor, id, { x: left + width / 2, y: top + height / 2 })
      }}
    >
      <IconPlus size={12} stroke={2.5} aria-hidden />
    </button>
  )
}
