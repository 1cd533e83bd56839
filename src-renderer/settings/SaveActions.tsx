/** The foot of a form of the settings: what else it can do at the left, Cancel and Save at the right. */
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { cx } from '../ui/cx'
import { useT } from '../ui/language'
import formStyles from '../ui/form.module.css'
import settingsStyles from './settings.module.css'
import styles from './SaveActions.module.css'

export type SaveActionsProps = { isSaving: boolean; onCancel: () => void; children?: ReactNode }

export function SaveActions({ isSaving, onCancel, children }: SaveActionsProps) {
  const t = useT()
  return (
    <div className={cx(formStyles.formActions, styles.saveActions)}>
      {children}
      <span className={settingsStyles.grow} />
      <Button onClick={onCancel}>{t('Cancel')}</Button>
      <Button type="submit" variant="filled" loading={isSaving}>
        {t('Save')}
      </Button>
    </div>
  )
}
