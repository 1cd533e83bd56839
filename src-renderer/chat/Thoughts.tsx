/** What a model thought aloud: folded, above what it then said; while it thinks, with the newest line to read. */
import { IconBulb, IconChevronRight } from '@tabler/icons-react'
import { memo, useId, useState } from 'react'
import { oneLine } from '../../src-shared/run/words/text'
import { useT } from '../ui/language'
import styles from './Thoughts.module.css'

type ThoughtsProps = { text: string; isGrowing: boolean }

export const Thoughts = memo(function Thoughts({ text, isGrowing }: ThoughtsProps) {
  const t = useT()
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  if (text.trim() === '') return null
  return (
    <div className={styles.thoughts} data-kind="thoughts" data-growing={isGrowing || undefined}>
      <button
        type="button"
        className={styles.head}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        <IconChevronRight className={styles.chevron} size={12} aria-hidden />
        <IconBulb size={12} aria-hidden />
        <span>{isGrowing ? t('Thinking') : t('Thoughts')}</span>
        {isGrowing && !isOpen && <span className={styles.last}>{oneLine(lastLine(text), 100)}</span>}
      </button>
      {isOpen && (
        <div className={styles.text} id={id} tabIndex={0} role="region" aria-label={t('Thoughts')}>
          {text.trim()}
        </div>
      )}
    </div>
  )
})

function lastLine(text: string): string {
  return text.trimEnd().split('\n').at(-1) ?? ''
}
