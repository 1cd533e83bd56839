/** The plans of the open thread, newest first, and the one that is shown. */
import { useMemo } from 'react'
import { useRun } from '../run/store/run-context'
import { usePlanPlace } from './plan-place'
import { plansOf, type ThreadPlan } from './shown-steps'

export function usePlans(): { plans: readonly ThreadPlan[]; shown: ThreadPlan | null } {
  const earlier = useRun((state) => state.view.earlier)
  const latest = useRun((state) => state.view.latest)
  const { picked } = usePlanPlace()
  const past = useMemo(() => plansOf(earlier), [earlier])
  const recent = useMemo(() => (latest === null ? [] : plansOf([latest])), [latest])
  const plans = useMemo(() => [...recent, ...past], [recent, past])
  return { plans, shown: plans.find(({ key }) => key === picked) ?? plans[0] ?? null }
}
