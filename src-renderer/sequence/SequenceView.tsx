/** A diagram with its bar and, beside it, the current item in full. */
import type { KeyboardEvent } from 'react'
import { ItemDetails } from './ItemDetails'
import { SequenceBar, type SequenceBarProps } from './SequenceBar'
import { SequenceDiagram } from './SequenceDiagram'
import { stepOf } from './use-scrub'
import styles from './SequenceView.module.css'

export type SequenceViewProps = Omit<SequenceBarProps, 'onStep'>

export function SequenceView({ sequence, scrub, title, onLarge }: SequenceViewProps) {
  function step(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const next = stepOf(event.key, sequence, scrub.index)
    if (next === null) return
    event.preventDefault()
    scrub.go(next)
  }
  return (
    <div className={styles.view} data-large={onLarge === null || undefined}>
      <SequenceBar sequence={sequence} scrub={scrub} title={title} onLarge={onLarge} onStep={step} />
      <div className={styles.body}>
        <SequenceDiagram sequence={sequence} scrub={scrub} onStep={step} />
        {scrub.item !== null && <ItemDetails item={scrub.item} lanes={sequence.lanes} />}
      </div>
    </div>
  )
}
