/** A titled part of the details of a plan. */
import type { ReactNode } from 'react'
import detailsStyles from '../details.module.css'

export function Part({ title, note, children }: { title: string; note?: string | undefined; children: ReactNode }) {
  return (
    <section className={detailsStyles.part}>
      <h4>
        {title}
        {note !== undefined && <span className={detailsStyles.partNote}> {note}</span>}
      </h4>
      {children}
    </section>
  )
}
