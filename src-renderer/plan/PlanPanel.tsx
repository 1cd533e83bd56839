/** The plans of the open thread: in the bottom dock, and large over everything on request. */
import { IconListCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { EmptyState } from '../ui/EmptyState'
import { LargeView } from '../ui/LargeView'
import { PlanView } from './PlanView'
import { usePlans } from './use-plans'
import { useT } from '../ui/language'
import styles from './PlanPanel.module.css'

/** Needs a `RunProvider` and a `PlanPlaceProvider` around it. */
export function PlanPanel() {
  const t = useT()
  const { plans, shown } = usePlans()
  const [isLarge, setLarge] = useState(false)
  if (shown === null)
    return (
      <section className={styles.plan} aria-label={t('Plan')}>
        <EmptyState icon={<IconListCheck size={20} stroke={1.5} aria-hidden />} title={t('Nothing was planned yet')}>
          {t('When a Plan node answers, its plan appears here: every step, what it found, and how long it took.')}
        </EmptyState>
      </section>
    )
  return (
    <section className={styles.plan} aria-label={t('Plan')}>
      {!isLarge && <PlanView plans={plans} shown={shown} onLarge={() => setLarge(true)} />}
      <LargeView title={t('Plan')} isOpen={isLarge} onClose={() => setLarge(false)}>
        <PlanView plans={plans} shown={shown} onLarge={null} />
      </LargeView>
    </section>
  )
}
