/** What only frames have on the canvas: a button that collapses them, and a corner that is pulled to size them. */
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { setNodeData } from '../../../src-shared/flow/editing/edits'
import { isCollapsed } from '../../../src-shared/flow/editing/frames'
import type { FlowNode } from '../../../src-shared/flow/records'
import { FRAME_SIZE } from '../../../src-shared/kinds/frame'
import { useEditor } from '../editor-context'
import { SizeCorner } from './NotePaper'
import { sizeOf } from '../../../src-shared/drawing/node-size'
import { cx } from '../../ui/cx'
import { useT } from '../../ui/language'
import styles from './FrameParts.module.css'

type FramePartsProps = { id: string; node: FlowNode; isSelected: boolean }

export function FrameParts({ id, node, isSelected }: FramePartsProps) {
  const t = useT()
  const { flows } = useEditor()
  const isFolded = isCollapsed(node)
  const label = isFolded ? 'Expand' : 'Collapse'
  return (
    <>
      <button
        type="button"
        className={cx(styles.fold, 'nodrag', 'nopan')}
        aria-label={isFolded ? t('Expand {name}', { name: node.name }) : t('Collapse {name}', { name: node.name })}
        title={t(label)}
        aria-expanded={!isFolded}
        onClick={(event) => {
          event.stopPropagation()
          flows.edit(label, (flow) => setNodeData(flow, id, { collapsed: !isFolded }))
        }}
      >
        {isFolded ? <IconChevronRight size={15} /> : <IconChevronDown size={15} />}
      </button>
      {isSelected && !isFolded && <SizeCorner id={id} size={sizeOf(node)} limits={FRAME_SIZE} step="Size a frame" />}
    </>
  )
}
