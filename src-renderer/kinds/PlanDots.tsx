/** A plan on its node: a dot for each step, by its state, and how many are done. */
import { memo } from 'react'
import styles from './PlanDots.module.css'

/** More dots than that do not fit on a card. */
const MOST = 16

/** `states`: those of the steps in order, with a space between. */
export const PlanDots = memo(function PlanDots({ states }: { states: string }) {
  const all = states.split(' ')
  const done = all.filter((state) => state === 'done').length
  const failed = all.filter((state) => state === 'failed').length
  const words = `${done} of ${all.length} steps done${failed === 0 ? '' : `, ${failed} failed`}`
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
