/** A plan on its node: a dot for each step, by its state, and how many are done. */
import { memo } from 'react'
import { useT } from '../ui/language'
import styles from './PlanDots.module.css'

/** More dots than that do not fit on a card. */
const MOST = 16

/** `states`: those of the steps in order, with a space between. */
export const PlanDots = memo(function PlanDots({ states }: { states: string }) {
  const t = useT()
  const all = states.split(' ')
  const done = all.filter((state) => state === 'done').length
  const failed = all.filter((state) => state === 'failed').length
  const words =
    failed === 0
      ? t('{done} of {all} steps done', { done, all: all.length })
      : t('{done} of {all} steps done, {failed} failed', { done, all: all.length, failed })
  return (
    <div className={styles.nodePlan} role="img" aria-label={words} title={words}>
      {all.slice(0, MOST).map((state, index) => (
        <span key={index} className={styles.planDot} data-state={state} />
      ))}
      <span className={styles.count}>
        {done}/{all.length}
      </span>
    </div>
  )
})
