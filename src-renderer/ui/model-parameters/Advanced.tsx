/** A part of a form that is shown when it is asked for; it says how much is set in it, and begins open where anything is. */
import { useState, type ReactNode } from 'react'
import { useT } from '../language'
import styles from './Advanced.module.css'

export type AdvancedProps = { label?: string; /** How many of its fields are set. */ set: number; children: ReactNode }

export function Advanced({ label, set, children }: AdvancedProps) {
  const t = useT()
  const [isOpen, setOpen] = useState(set > 0)
  return (
    <details className={styles.advanced} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {label ?? t('Advanced')}
        {set > 0 && <span className={styles.count}>{t('{count} set', { count: set })}</span>}
      </summary>
      {isOpen && <div className={styles.fields}>{children}</div>}
    </details>
  )
}
