/** A diagram with its bar and, beside it, the current item in full. */
import type { KeyboardEvent } from 'react'
import type { Sequence } from '../../src-shared/run/sequence'
import { ItemDetails } from './ItemDetails'
import { SequenceBar } from './SequenceBar'
import { SequenceDiagram } from './SequenceDiagram'
import { stepOf, type Scrub } from './use-scrub'

export type SequenceViewProps = {
  sequence: Sequence
  scrub: Scrub
  /** Names the exported files. */
  title: string
  /** Shows the diagram large; null where it is. */
  onLarge: (() => void) | null
}

export function SequenceView({ sequence, scrub, title, onLarge }: SequenceViewProps) {
  function step(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const next = stepOf(event.key, sequence, scrub.index)
    if (next === null) return
    event.preventDefault()
    scrub.go(next)
  }
  return (
    <div className="bt-seq-view" data-large={onLarge === null || undefined}>
      <SequenceBar sequence={sequence} scrub={scrub} title={title} onLarge={onLarge} onStep={step} />
      <div className="bt-seq-body">
        <SequenceDiagram sequence={sequence} scrub={scrub} onStep={step} />
        {scrub.item !== null && <ItemDetails item={scrub.item} lanes={sequence.lanes} />}
      </div>
    </div>
  )
}
