/** What an empty place says: what it is for, and the next action. */
import type { ReactNode } from 'react'
import styles from './EmptyState.module.css'

export function EmptyState({
  icon,
  title,
  children,
  actions,
  role,
}: {
  icon?: ReactNode
  title: string
  children?: ReactNode
  actions?: ReactNode
  /** Where it is to be read out as it comes. */
  role?: 'alert' | undefined
}) {
  return (
    <div className={styles.empty} role={role}>
      {icon !== undefined && <div className={styles.icon}>{icon}</div>}
      <div className={styles.title}>{title}</div>
      {children !== undefined && <div className={styles.text}>{children}</div>}
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </div>
  )
}
