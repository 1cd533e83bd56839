/** A line over the conversation that says what is special about the thread, with the way back to what is usual. */
import type { ReactNode } from 'react'
import { cx } from '../ui/cx'
import textStyles from '../ui/text.module.css'
import styles from './ThreadNote.module.css'

type ThreadNoteProps = {
  label: string
  /** It changes who is talked to, so it stands out. */
  isStrong?: boolean
  back: string
  onBack: () => void
  children: ReactNode
}

export function ThreadNote({ label, isStrong = false, back, onBack, children }: ThreadNoteProps) {
  return (
    <div className={styles.line} role="note" aria-label={label} data-strong={isStrong || undefined}>
      {children}
      <button type="button" className={cx(textStyles.link, styles.back)} onClick={onBack}>
        {back}
      </button>
    </div>
  )
}
