/** The inspector of several things: how many, and what can be done to all of them. */
import { Button } from '@mantine/core'
import {
  IconLayoutAlignBottom,
  IconLayoutAlignCenter,
  IconLayoutAlignLeft,
  IconLayoutAlignMiddle,
  IconLayoutAlignRight,
  IconLayoutAlignTop,
  IconLayoutDistributeHorizontal,
  IconLayoutDistributeVertical,
  IconTrash,
} from '@tabler/icons-react'
import {
  alignSelection,
  distributeSelection,
  duplicateSelection,
  removeSelection,
  type Alignment,
} from '../editor/actions'
import { useEditor } from '../editor/editor-context'
import { IconButton } from '../ui/IconButton'
import partsStyles from './parts.module.css'
import styles from './ManyInspector.module.css'

const ALIGNMENTS = [
  { side: 'left', label: 'Align left', Icon: IconLayoutAlignLeft },
  { side: 'center', label: 'Align centres', Icon: IconLayoutAlignCenter },
  { side: 'right', label: 'Align right', Icon: IconLayoutAlignRight },
  { side: 'top', label: 'Align top', Icon: IconLayoutAlignTop },
  { side: 'middle', label: 'Align middles', Icon: IconLayoutAlignMiddle },
  { side: 'bottom', label: 'Align bottom', Icon: IconLayoutAlignBottom },
] as const satisfies readonly { side: Alignment; label: string; Icon: unknown }[]

export function ManyInspector({ nodes, edges }: { nodes: ReadonlySet<string>; edges: ReadonlySet<string> }) {
  const editor = useEditor()
  return (
    <>
      <header className={partsStyles.inspectorHead}>
        <div>
          <div className={partsStyles.inspectorTitle}>{words(nodes.size, edges.size)}</div>
          <div className={partsStyles.inspectorKind}>selected</div>
        </div>
      </header>
      <div className={partsStyles.fields}>
        {nodes.size > 1 && (
          <div className={styles.align} role="toolbar" aria-label="Align and distribute">
            {ALIGNMENTS.map(({ side, label, Icon }) => (
              <IconButton key={side} label={label} size={30} onClick={() => alignSelection(editor, side)}>
                <Icon size={17} />
              </IconButton>
            ))}
            <IconButton
              label="Distribute horizontally"
              size={30}
              disabled={nodes.size < 3}
              onClick={() => distributeSelection(editor, 'x')}
            >
              <IconLayoutDistributeVertical size={17} />
            </IconButton>
            <IconButton
              label="Distribute vertically"
              size={30}
              disabled={nodes.size < 3}
              onClick={() => distributeSelection(editor, 'y')}
            >
              <IconLayoutDistributeHorizontal size={17} />
            </IconButton>
          </div>
        )}
        <div className={partsStyles.inspectorActions}>
          {nodes.size > 0 && (
            <Button size="compact-sm" onClick={() => duplicateSelection(editor)}>
              Duplicate
            </Button>
          )}
          <Button
            size="compact-sm"
            variant="subtle"
            color="red"
            leftSection={<IconTrash size={14} />}
            onClick={() => removeSelection(editor)}
          >
            Delete
          </Button>
        </div>
      </div>
    </>
  )
}

function words(nodes: number, edges: number): string {
  const parts = [count(nodes, 'node'), count(edges, 'edge')].filter((part) => part !== '')
  return parts.join(' and ')
}

function count(number: number, noun: string): string {
  return number === 0 ? '' : `${number} ${noun}${number === 1 ? '' : 's'}`
}
