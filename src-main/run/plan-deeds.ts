/** What the stored steps of a planning node did, read out of its plan before and after each. */
import type { StepDeed } from '../../src-shared/run/log/step-deeds'
import type { PlannedStepState, PlanState } from '../engine/state/plan-state'
import { planStepName } from '../engine/tool-calls/plans'

/** A plan before and after a step. `hasEnded`: the step ended the turn. */
export type PlanBetween = {
  readonly was: PlanState | undefined
  readonly is: PlanState | undefined
  readonly hasEnded: boolean
}

/** Null: it is no step of a plan. */
export function planDeeds(step: string, node: string, between: PlanBetween): StepDeed[] | null {
  const deedsOf = { plan: planned, approve: approved, work: carriedOut, solve: solved }
  const verb = (Object.keys(deedsOf) as (keyof typeof deedsOf)[]).find((name) => planStepName[name](node) === step)
  if (verb === undefined) return null
  const { was, is } = between
  if (is === undefined) return []
  // What it planned in an earlier turn is forgotten.
  return deedsOf[verb]({ ...between, was: was?.turn === is.turn ? was : undefined, is })
}

type OwnPlan = PlanBetween & { readonly is: PlanState }

function planned({ was, is }: OwnPlan): StepDeed[] {
  const before = was?.round === is.round ? was.attempts.length : 0
  if (is.attempts.length <= before) return []
  return [is.steps.length === 0 ? { did: 'misplanned' } : { did: 'planned', steps: is.steps.length }]
}

function approved({ was, is, hasEnded }: OwnPlan): StepDeed[] {
  if (hasEnded) return [{ did: 'plan-refused' }]
  return [{ did: 'plan-approved', isEdited: JSON.stringify(was?.steps) !== JSON.stringify(is.steps) }]
}

function solved({ was, is }: OwnPlan): StepDeed[] {
  return was !== undefined && was.round < is.round ? [{ did: 'replanned' }] : []
}

function carriedOut({ was, is }: OwnPlan): StepDeed[] {
  const before = was?.round === is.round ? was : undefined
  const ended = is.steps.filter(({ id, result }) => {
    return result !== null && (before?.steps.find((step) => step.id === id)?.result ?? null) === null
  })
  const [decided, earlier] = [is.deciding, before?.deciding]
  const those = (isOne: (step: PlannedStepState) => boolean) => is.steps.filter(isOne)
  const wasAsked = (id: string) => earlier?.calls[id]
  const isNewlyAsked = ({ id }: PlannedStepState) => {
    const [now, known] = [decided?.calls[id], wasAsked(id)]
    return now?.state === 'asked' && (known?.state !== 'asked' || known.times !== now.times)
  }
  const isReleased = (id: string) => {
    return decided?.held?.[id]?.decision !== undefined && earlier?.held?.[id]?.decision === undefined
  }
  const isNewlyDecided = ({ id }: PlannedStepState) =>
    (decided?.calls[id]?.state === 'decided' && wasAsked(id)?.state !== 'decided') || isReleased(id)
  return [
    ...ofTools('waited', those(isNewlyAsked)),
    ...ofTools('decided', those(isNewlyDecided)),
    ...ofTools(
      'asked',
      those(({ id }) => decided?.inner?.[id] !== undefined && earlier?.inner?.[id] === undefined),
    ),
    ...ofTools(
      'held',
      those(({ id }) => decided?.held?.[id] !== undefined && earlier?.held?.[id] === undefined),
    ),
    ...ofSteps(
      'ran',
      ended.filter(({ result }) => result?.state === 'done'),
    ),
    ...ofSteps(
      'failed',
      ended.filter(({ result }) => result?.state === 'failed'),
    ),
  ]
}

function ofTools(did: 'waited' | 'decided' | 'asked' | 'held', steps: readonly PlannedStepState[]): StepDeed[] {
  return steps.length === 0 ? [] : [{ did, tools: [...new Set(steps.map(({ tool }) => tool))] }]
}

function ofSteps(did: 'ran' | 'failed', steps: readonly PlannedStepState[]): StepDeed[] {
  return steps.length === 0 ? [] : [{ did, steps: steps.map(({ id, tool }) => ({ id, tool })) }]
}
