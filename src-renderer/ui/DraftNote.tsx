/** Says above a form that what was typed before is still in it, and takes it out. */
import { Button } from '@mantine/core'
import type { FormDraft } from './form-drafts'
import { useT } from './language'
import styles from './DraftNote.module.css'

export function DraftNote<T>({ draft: { isBack, startOver } }: { draft: FormDraft<T> }) {
  const t = useT()
  if (!isBack) return null
  return (
    <div className={styles.note}>
      {t('What you typed before is still here.')}
      <Button size="compact-xs" variant="subtle" onClick={startOver}>
        {t('Start over')}
      </Button>
    </div>
  )
}
