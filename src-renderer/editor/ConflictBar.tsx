/** The plain choice when another window saved the same flow: nothing is overwritten before somebody chose. */
import { Button } from '@mantine/core'
import { useState } from 'react'
import { notify, notifyError, useServices } from '../ui/services'
import { useEditor, useFlowState } from './editor-context'
import { Said, useT } from '../ui/language'
import textStyles from '../ui/text.module.css'
import styles from './ConflictBar.module.css'

type ConflictBarProps = {
  /** Shows what differs between both. */
  onShow: () => void
}

export function ConflictBar({ onShow }: ConflictBarProps) {
  const isConflict = useFlowState((state) => state.save.kind === 'conflict')
  return isConflict ? <Choice onShow={onShow} /> : null
}

function Choice({ onShow }: ConflictBarProps) {
  const t = useT()
  const { flows } = useEditor()
  const { openFlow } = useServices()
  const [isBusy, setBusy] = useState(false)
  function choose(action: () => Promise<void>): void {
    setBusy(true)
    action()
      .catch((cause: unknown) => notifyError('That did not work', cause))
      .finally(() => setBusy(false))
  }
  return (
    <div className={styles.conflict} role="alertdialog" aria-label={t('This flow was changed in another window')}>
      <div>
        <strong>{t('This flow was changed in another window.')}</strong>{' '}
        {t('Nothing is saved from here until you choose. Undo works after each choice.')}
      </div>
      <div className={styles.actions}>
        <Button size="compact-sm" variant="subtle" onClick={onShow}>
          {t('Show the difference')}
        </Button>
        <Button
          size="compact-sm"
          disabled={isBusy}
          onClick={() => choose(() => flows.resolve('mine'))}
          title={t('Their version is kept among the versions')}
        >
          {t('Keep mine')}
        </Button>
        <Button size="compact-sm" disabled={isBusy} onClick={() => choose(() => flows.resolve('theirs'))}>
          {t('Take theirs')}
        </Button>
        <Button
          size="compact-sm"
          disabled={isBusy}
          title={t('This flow becomes theirs; mine is saved as a copy')}
          onClick={() =>
            choose(async () => {
              const copy = await flows.keepBoth(t('{name} (my copy)', { name: flows.getState().flow.name }))
              notify(
                <>
                  <Said message="Yours is saved as a copy." />{' '}
                  <button type="button" className={textStyles.link} onClick={() => openFlow(copy)}>
                    <Said message="Open the copy" />
                  </button>
                </>,
              )
            })
          }
        >
          {t('Keep both')}
        </Button>
      </div>
    </div>
  )
}
