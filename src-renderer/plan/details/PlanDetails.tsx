/** What is beside a plan: the chosen step, the planner's attempts or the solver's prompt and answer, in full. */
import { IconX } from '@tabler/icons-react'
import { IconButton } from '../../ui/IconButton'
import { PLANNER, SOLVER } from '../graph/plan-layout'
import { PlannerDetails } from './PlannerDetails'
import type { ThreadPlan } from '../shown-steps'
import { SolverDetails } from './SolverDetails'
import { EditStep } from '../approval/EditStep'
import { StepBefore, StepDetails } from './StepDetails'
import type { PlanStepView } from '../../../src-shared/run/fold/fold-view'
import { useT } from '../../ui/language'
import textStyles from '../../ui/text.module.css'
import detailsStyles from '../details.module.css'

export type PlanDetailsProps = {
  shown: ThreadPlan
  steps: readonly PlanStepView[]
  chosen: string
  onChoose: (id: string | null) => void
  /** The run that the plan was taken from, where it is compared with that. */
  first: ThreadPlan | null
}

export function PlanDetails({ shown, steps, chosen, onChoose, first }: PlanDetailsProps) {
  const t = useT()
  const step = steps.find(({ id }) => id === chosen)
  const before = first?.plan.steps.find(({ id }) => id === chosen)
  const title = chosen === PLANNER ? 'Planner' : chosen === SOLVER ? 'Answer' : `#${chosen}`
  return (
    <aside className={detailsStyles.details} aria-label={t('Details of the plan')}>
      <div className={detailsStyles.detailsHead}>
        <h3 className={textStyles.ellipsis}>
          {title}
          <span className={detailsStyles.detailsTool}> {(step ?? before)?.tool}</span>
        </h3>
        <IconButton label={t('Close the details')} side="left" size={24} onClick={() => onChoose(null)}>
          <IconX size={14} />
        </IconButton>
      </div>
      {chosen === PLANNER && <PlannerDetails plan={shown.plan} />}
      {chosen === SOLVER && <SolverDetails plan={shown.plan} before={first?.plan ?? null} />}
      {step !== undefined && (
        <StepDetails step={step} steps={steps} onChoose={onChoose} actions={<EditStep shown={shown} step={step} />} />
      )}
      {before !== undefined && <StepBefore step={before} isRemoved={step === undefined} />}
    </aside>
  )
}
