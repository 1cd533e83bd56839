/** What a turn cost, under it: how many model calls for what, and their tokens. */
import { memo, useMemo } from 'react'
import { costOf } from '../../src-shared/run/fold/fold-cost'
import type { TurnView } from '../../src-shared/run/fold/fold-view'
import { costWords } from '../run/store/words'
import { useT } from '../ui/language'
import styles from './CostLine.module.css'

export const CostLine = memo(function CostLine({ turn }: { turn: TurnView }) {
  const t = useT()
  const { trace } = turn
  const words = useMemo(() => costWords(costOf({ trace }), t), [trace, t])
  if (words === '') return null
  return (
    <div className={styles.cost} aria-label={t('Cost of the turn')}>
      {words}
    </div>
  )
})
