/** One plan: its graph and its time, or the run that it was taken from beside it; and whatever card is open. */
import { useMemo, useState } from 'react'
import { usePlanPlace } from './plan-place'
import { PLANNER, SOLVER } from './graph/plan-layout'
import { planTimes } from './times/plan-times'
import { PlanBar, type PlanPart } from './PlanBar'
import { PlanCompare } from './PlanCompare'
import { PlanDetails } from './details/PlanDetails'
import { PlanGraph } from './graph/PlanGraph'
import { PlanTime } from './times/PlanTime'
import { phaseOf, stepsToShow, type ThreadPlan } from './shown-steps'
import { useFirstRun } from './use-first-run'
import { useNow } from './times/use-now'
import planViewStyles from './plan-view.module.css'

export type PlanViewProps = {
  plans: readonly ThreadPlan[]
  shown: ThreadPlan
  onLarge: (() => void) | null
}

export function PlanView({ plans, shown, onLarge }: PlanViewProps) {
  const { plan, turn } = shown
  const { fork } = plan
  const { chosen: asked, choose, pick } = usePlanPlace()
  const [wanted, setPart] = useState<PlanPart | null>(null)
  // A plan that was run again is looked at beside the first run, unless something else was asked for.
  const part =
    wanted === null || (wanted === 'compare' && fork === null) ? (fork === null ? 'steps' : 'compare') : wanted
  const first = useFirstRun(plan)
  const before = part === 'compare' && typeof first === 'object' ? first : null
  const steps = useMemo(() => stepsToShow(plan), [plan])
  const now = useNow(steps.some(({ state }) => state === 'running'))
  const times = useMemo(() => planTimes(steps, now), [steps, now])
  // While nothing but the planner's text is there, that is what there is to see.
  const chosen = asked ?? (plan.steps.length === 0 && phaseOf(plan, turn) === 'planning' ? PLANNER : null)
  const toggle = (id: string): void => choose(chosen === id ? null : id)
  const choosing = { chosen, onChoose: toggle }
  return (
    <div className={planViewStyles.view} data-part={part}>
      <PlanBar plans={plans} shown={shown} onPick={pick} part={part} onPart={setPart} onLarge={onLarge} />
      <div className={planViewStyles.body}>
        <div className={planViewStyles.main}>
          {part === 'compare' && fork !== null && first !== null ? (
            <PlanCompare shown={shown} fork={fork} first={first} {...choosing} />
          ) : (
            <PlanGraph plan={plan} turn={turn} steps={steps} critical={times.critical.path} {...choosing} />
          )}
          <PlanTime steps={steps} times={times} {...choosing} />
        </div>
        {chosen !== null && isThere(chosen, [...steps, ...(before?.plan.steps ?? [])]) && (
          <PlanDetails key={chosen} shown={shown} steps={steps} chosen={chosen} onChoose={choose} first={before} />
        )}
      </div>
    </div>
  )
}

function isThere(chosen: string, steps: readonly { id: string }[]): boolean {
  return chosen === PLANNER || chosen === SOLVER || steps.some(({ id }) => id === chosen)
}
