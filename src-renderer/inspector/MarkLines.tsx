/** What a node is marked as, in words, each with the way back. */
import type { PlainText } from '../../src-shared/languages/translate'
import { Button } from '@mantine/core'
import { markNodes } from '../../src-shared/flow/editing/edits'
import { isDisabled, isLocked } from '../../src-shared/flow/node-marks'
import { useEditor, useFlow } from '../editor/editor-context'
import { useT } from '../ui/language'
import styles from './MarkLines.module.css'

export function MarkLines({ id }: { id: string }) {
  const { flows } = useEditor()
  const isOff = useFlow((flow) => isDisabled(flow.nodes[id]))
  const isFixed = useFlow((flow) => isLocked(flow.nodes[id]))
  return (
    <>
      {isOff && (
        <MarkLine
          words="Disabled: runs and checks leave it out."
          button="Enable"
          onClick={() => flows.edit('Enable', (flow) => markNodes(flow, [id], { disabled: false }))}
        />
      )}
      {isFixed && (
        <MarkLine
          words="Locked: it stays where it is."
          button="Unlock"
          onClick={() => flows.edit('Unlock', (flow) => markNodes(flow, [id], { locked: false }))}
        />
      )}
    </>
  )
}

type MarkLineProps = { words: PlainText; button: PlainText; onClick: () => void }

function MarkLine({ words, button, onClick }: MarkLineProps) {
  const t = useT()
  return (
    <div className={styles.mark}>
      <span>{t(words)}</span>
      <Button variant="subtle" size="compact-xs" onClick={onClick}>
        {t(button)}
      </Button>
    </div>
  )
}
