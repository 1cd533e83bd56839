/** One plan: its graph and its time, and beside them whatever card is open. */
import { useMemo, useState } from 'react'
import { usePlanPlace } from './plan-place'
import { planTimes } from './plan-times'
import { PlanBar, type PlanPart } from './PlanBar'
import { PLANNER } from './plan-layout'
import { PlanDetails } from './PlanDetails'
import { PlanGraph } from './PlanGraph'
import { PlanTime } from './PlanTime'
import { phaseOf, stepsToShow, type ThreadPlan } from './shown-steps'
import { useNow } from './use-now'

export type PlanViewProps = {
  plans: readonly ThreadPlan[]
  shown: ThreadPlan
  onLarge: (() => void) | null
}

export function PlanView({ plans, shown, onLarge }: PlanViewProps) {
  const { plan, turn } = shown
  const { chosen: asked, choose, pick } = usePlanPlace()
  const [part, setPart] = useState<PlanPart>('steps')
  const steps = useMemo(() => stepsToShow(plan), [plan])
  const now = useNow(steps.some(({ state }) => state === 'running'))
  const times = useMemo(() => planTimes(steps, now), [steps, now])
  // While nothing but the planner's text is there, that is what there is to see.
  const chosen = asked ?? (plan.steps.length === 0 && phaseOf(plan, turn) === 'planning' ? PLANNER : null)
  const isKnown = chosen !== null && (/^[a-z]/.test(chosen) || steps.some(({ id }) => id === chosen))
  const toggle = (id: string): void => choose(chosen === id ? null : id)
  return (
    <div className="bt-plan-view" data-part={part}>
      <PlanBar plans={plans} shown={shown} onPick={pick} part={part} onPart={setPart} onLarge={onLarge} />
      <div className="bt-plan-body">
        <div className="bt-plan-main">
          <PlanGraph
            plan={plan}
            turn={turn}
            steps={steps}
            critical={times.critical.path}
            chosen={chosen}
            onChoose={toggle}
          />
          <PlanTime steps={steps} times={times} chosen={chosen} onChoose={toggle} />
        </div>
        {chosen !== null && isKnown && (
          <PlanDetails key={chosen} shown={shown} steps={steps} chosen={chosen} onChoose={choose} />
        )}
      </div>
    </div>
  )
}
