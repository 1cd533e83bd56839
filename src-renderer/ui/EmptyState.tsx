/** What an empty place says: what it is for, and the next action. */
import type { ReactNode } from 'react'

export function EmptyState({
  icon,
  title,
  children,
  actions,
}: {
  icon?: ReactNode
  title: string
  children?: ReactNode
  actions?: ReactNode
}) {
  return (
    <div className="bt-empty">
      {icon !== undefined && <div className="bt-empty-icon">{icon}</div>}
      <div className="bt-empty-title">{title}</div>
      {children !== undefined && <div className="bt-empty-text">{children}</div>}
      {actions !== undefined && <div className="bt-empty-actions">{actions}</div>}
    </div>
  )
}
