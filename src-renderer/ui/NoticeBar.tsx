/** A calm line above everything, with what can be done about it. */
import type { ReactNode } from 'react'
import styles from './NoticeBar.module.css'

export function NoticeBar({ children }: { children: ReactNode }) {
  return (
    <div className={styles.notice} role="status">
      {children}
    </div>
  )
}
