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

/** Whether there is one; unlike `usePlans` it draws nothing anew while a turn speaks. */
export function useHasPlan(): boolean {
  const earlier = useRun((state) => state.view.earlier)
  const isPast = useMemo(() => plansOf(earlier).length > 0, [earlier])
  const isRecent = useRun(({ view: { latest } }) => latest !== null && plansOf([latest]).length > 0)
  return isPast || isRecent
}
