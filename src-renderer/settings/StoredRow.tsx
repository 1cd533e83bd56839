/** One stored thing in a list of them: its name, what there is to say about it, and removing it on second thoughts. */
import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { cx } from '../ui/cx'
import { useT } from '../ui/language'
import textStyles from '../ui/text.module.css'
import settingsStyles from './settings.module.css'

export type StoredRowProps = {
  icon: ReactNode
  name: string
  isMono?: boolean
  note: string
  /** What removing it comes to, said before it is done. */
  warning: string
  /** The word on the button that opens it. */
  change: string
  onChange: () => void
  onRemove: () => void
}

export function StoredRow({ icon, name, isMono = false, note, warning, change, onChange, onRemove }: StoredRowProps) {
  const t = useT()
  const [isAsking, setAsking] = useState(false)
  return (
    <li className={settingsStyles.connection}>
      {icon}
      <div className={settingsStyles.connectionWords}>
        <div className={isMono ? cx(settingsStyles.connectionName, textStyles.mono) : settingsStyles.connectionName}>
          {name}
        </div>
        <div className={settingsStyles.connectionNote}>{isAsking ? warning : note}</div>
      </div>
      {isAsking ? (
        <>
          <Button
            size="compact-sm"
            variant="filled"
            color="red"
            aria-label={t('Remove {name} for good', { name })}
            onClick={onRemove}
          >
            {t('Remove')}
          </Button>
          <Button size="compact-sm" onClick={() => setAsking(false)}>
            {t('Keep')}
          </Button>
        </>
      ) : (
        <>
          <Button size="compact-sm" aria-label={`${change} ${name}`} onClick={onChange}>
            {change}
          </Button>
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            aria-label={t('Remove {name}', { name })}
            onClick={() => setAsking(true)}
          >
            {t('Remove')}
          </Button>
        </>
      )}
    </li>
  )
}
