/** The end marks of edges: they take the colour of the line that carries them. */
import type { ReactNode } from 'react'
import styles from './EdgeMarks.module.css'

export function EdgeMarks() {
  return (
    <svg className={styles.marks} aria-hidden>
      <defs>
        <Mark id="arrow" at={9.5}>
          <path d="M 1 1 L 10 5.5 L 1 10 Z" fill="context-stroke" />
        </Mark>
        <Mark id="vee" at={9.5}>
          <path d="M 0.5 0.5 L 10.5 5.5 L 0.5 10.5 L 3.5 5.5 Z" fill="context-stroke" />
        </Mark>
        <Mark id="kite" at={10}>
          <path d="M 0.5 5.5 L 5.5 1.2 L 10.5 5.5 L 5.5 9.8 Z" fill="context-stroke" />
        </Mark>
        <Mark id="hollow" at={10}>
          <path d="M 1.5 1.5 L 10 5.5 L 1.5 9.5 Z" className={styles.markHollow} stroke="context-stroke" />
        </Mark>
        <Mark id="chevron" at={8}>
          <path
            d="M 2 1 L 8 5.5 L 2 10"
            fill="none"
            stroke="context-stroke"
            strokeWidth={2}
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </Mark>
        <Mark id="ring" at={9}>
          <circle cx={5.5} cy={5.5} r={3.5} className={styles.markHollow} stroke="context-stroke" strokeWidth={1.6} />
        </Mark>
      </defs>
    </svg>
  )
}

function Mark({ id, at, children }: { id: string; at: number; children: ReactNode }) {
  return (
    <marker
      id={`bt-mark-${id}`}
      viewBox="0 0 11 11"
      refX={at}
      refY={5.5}
      markerWidth={11}
      markerHeight={11}
      markerUnits="userSpaceOnUse"
      orient="auto"
    >
      {children}
    </marker>
  )
}
