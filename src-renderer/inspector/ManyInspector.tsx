/** The inspector of several things: how many, and what can be done to all of them. */
import type { Translate } from '../../src-shared/languages/translate'
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
import { useT } from '../ui/language'
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
  const t = useT()
  const editor = useEditor()
  return (
    <>
      <header className={partsStyles.inspectorHead}>
        <div>
          <div className={partsStyles.inspectorTitle}>{words(nodes.size, edges.size, t)}</div>
          <div className={partsStyles.inspectorKind}>{t('selected')}</div>
        </div>
      </header>
      <div className={partsStyles.fields}>
        {nodes.size > 1 && (
          <div className={styles.align} role="toolbar" aria-label={t('Align and distribute')}>
            {ALIGNMENTS.map(({ side, label, Icon }) => (
              <IconButton key={side} label={t(label)} size={30} onClick={() => alignSelection(editor, side)}>
                <Icon size={17} />
              </IconButton>
            ))}
            <IconButton
              label={t('Distribute horizontally')}
              size={30}
              disabled={nodes.size < 3}
              onClick={() => distributeSelection(editor, 'x')}
            >
              <IconLayoutDistributeVertical size={17} />
            </IconButton>
            <IconButton
              label={t('Distribute vertically')}
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
              {t('Duplicate')}
            </Button>
          )}
          <Button
            size="compact-sm"
            variant="subtle"
            color="red"
            leftSection={<IconTrash size={14} />}
            onClick={() => removeSelection(editor)}
          >
            {t('Delete')}
          </Button>
        </div>
      </div>
    </>
  )
}

function words(nodes: number, edges: number, t: Translate): string {
  return t.list([
    ...(nodes === 0 ? [] : [t('{count, plural, one {# node} other {# nodes}}', { count: nodes })]),
    ...(edges === 0 ? [] : [t('{count, plural, one {# edge} other {# edges}}', { count: edges })]),
  ])
}
