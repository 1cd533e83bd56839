/** What a turn cost, under it: how many model calls for what, and their tokens. Pressed, it says who took how much. */
import { IconChevronRight } from '@tabler/icons-react'
import { memo, useId, useMemo, useState } from 'react'
import { costOf } from '../../src-shared/run/fold/fold-cost'
import type { TurnView } from '../../src-shared/run/fold/fold-view'
import { costWords } from '../run/store/words'
import { useT } from '../ui/language'
import { CostTable } from './CostTable'
import styles from './CostLine.module.css'

export const CostLine = memo(function CostLine({ turn }: { turn: TurnView }) {
  const t = useT()
  const [isOpen, setIsOpen] = useState(false)
  const body = useId()
  const { trace } = turn
  const words = useMemo(() => costWords(costOf({ trace }), t), [trace, t])
  if (words === '') return null
  const last = words.lastIndexOf(' ') + 1
  return (
    <div className={styles.cost} role="group" aria-label={t('Cost of the turn')} data-open={isOpen || undefined}>
      <button
        type="button"
        className={styles.head}
        aria-expanded={isOpen}
        aria-controls={isOpen ? body : undefined}
        onClick={() => setIsOpen(!isOpen)}
      >
        {words.slice(0, last)}
        <span className={styles.end}>
          {words.slice(last)}
          <IconChevronRight size={12} className={styles.chevron} aria-hidden />
        </span>
      </button>
      {isOpen && (
        <div className={styles.body} id={body}>
          <CostTable spending={turn.spending} />
        </div>
      )}
    </div>
  )
})
