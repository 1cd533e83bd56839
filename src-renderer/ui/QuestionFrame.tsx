/** The frame of what a turn waits for: a card that says what it is when it appears. */
import type { ReactNode } from 'react'
import styles from './Card.module.css'

export type QuestionFrameProps = {
  /** What is asked, in a line. */
  title: string
  /** What the card is called where its title is not enough. */
  name?: string
  /** Beside the title. */
  aside?: ReactNode
  isBusy?: boolean
  children?: ReactNode
}

export function QuestionFrame({ title, name = title, aside, isBusy, children }: QuestionFrameProps) {
  return (
    <section
      className={styles.card}
      data-tone="calm"
      role="group"
      aria-label={name}
      aria-busy={isBusy}
      data-kind="question"
    >
      <div className={styles.head}>
        <div className={styles.title} data-part="title" role="status">
          {title}
        </div>
        {aside}
      </div>
      {children}
    </section>
  )
}
