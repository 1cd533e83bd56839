/** A titled part of the details of a plan. */
import type { ReactNode } from 'react'

export function Part({ title, note, children }: { title: string; note?: string | undefined; children: ReactNode }) {
  return (
    <section className="bt-plan-part">
      <h4>
        {title}
        {note !== undefined && <span className="bt-plan-part-note"> {note}</span>}
      </h4>
      {children}
    </section>
  )
}
