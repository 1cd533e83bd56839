/** A part of a form that is shown when it is asked for; it says how much is set in it, and begins open where anything is. */
import { useState, type ReactNode } from 'react'
import styles from './Advanced.module.css'

export type AdvancedProps = { label?: string; /** How many of its fields are set. */ set: number; children: ReactNode }

export function Advanced({ label = 'Advanced', set, children }: AdvancedProps) {
  const [isOpen, setOpen] = useState(set > 0)
  return (
    <details className={styles.advanced} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {label}
        {set > 0 && <span className={styles.count}>{set} set</span>}
      </summary>
      {isOpen && <div className={styles.fields}>{children}</div>}
    </details>
  )
}
