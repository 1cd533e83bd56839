/** What an empty canvas says. */
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { addNode, addEdge } from '../../../src-shared/flow/editing/edits'
import { newId } from '../../../src-shared/flow/records'
import { EmptyState } from '../../ui/EmptyState'
import { useServices } from '../../ui/services'
import { useEditor } from '../editor-context'
import { Rich, useT } from '../../ui/language'
import { zoomToFit } from '../show'
import textStyles from '../../ui/text.module.css'
import styles from './EmptyCanvas.module.css'

export function EmptyCanvas() {
  const t = useT()
  const editor = useEditor()
  const { docks } = useServices()
  function begin(): void {
    const start = newId('start')
    const supervisor = newId('supervisor')
    editor.flows.edit('Begin with a supervisor', (flow) => {
      const withStart = addNode(flow, { id: start, kind: 'start', position: { x: 0, y: 24 } })
      const withBoth = addNode(withStart, { id: supervisor, kind: 'supervisor', position: { x: 176, y: 0 } })
      return addEdge(withBoth, {
        id: newId('next'),
        from: { node: start, port: 'out' },
        to: { node: supervisor, port: 'in' },
      })
    })
    editor.session.select([supervisor])
    void zoomToFit(editor)
  }
  return (
    <div className={styles.emptyCanvas}>
      <EmptyState
        title={t('Draw a conversation')}
        actions={
          <>
            <Button variant="filled" leftSection={<IconPlus size={15} />} onClick={begin}>
              {t('Begin with a supervisor')}
            </Button>
            <Button onClick={() => docks.change({ paletteOpen: true })}>{t('See all kinds')}</Button>
          </>
        }
      >
        <Rich
          text="A start, someone who speaks, and edges that say who may pass the baton to whom. Double-click the canvas or press {key} to add anything."
          values={{ key: <kbd className={textStyles.key}>/</kbd> }}
        />
      </EmptyState>
    </div>
  )
}
