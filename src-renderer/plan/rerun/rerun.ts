/** Running a plan again with changes: whether that can be done, what the plan may call, and asking for it. */
import type { Translate } from '../../../src-shared/languages/translate'
import { useMemo } from 'react'
import { editPlan, type EditedPlan, type RefusedEdit, type StepEdit } from '../../../src-shared/agents/plan/edit-plan'
import { offersOf } from '../../../src-shared/agents/offers/offers'
import { flowGraph } from '../../../src-shared/flow/graph'
import { rewooSchema } from '../../../src-shared/kinds/rewoo'
import type { PlanStepView } from '../../../src-shared/run/fold/fold-view'
import { useEditor } from '../../editor/editor-context'
import type { NotBegun } from '../../run/store/forks'
import { useRunStore } from '../../run/store/run-context'
import type { ThreadPlan } from '../shown-steps'

/** A plan that was carried out, whatever came of it. */
export function canRerun({ plan, turn }: ThreadPlan): boolean {
  const isOver = turn.state === 'done' || turn.state === 'failed' || turn.state === 'limit' || turn.state === 'stopped'
  return (
    isOver &&
    plan.steps.length > 0 &&
    plan.steps.every(({ state }) => state === 'done' || state === 'failed' || isCut(turn.state, state))
  )
}

/** Steps that a failure or a limit kept from running can run now. */
function isCut(turn: ThreadPlan['turn']['state'], step: PlanStepView['state']): boolean {
  return (turn === 'failed' || turn === 'limit') && (step === 'skipped' || step === 'waiting')
}

/** What would come of a change to a plan, or why it cannot be made. */
export function previewOf({ plan }: ThreadPlan, edit: StepEdit): EditedPlan | RefusedEdit {
  const steps = plan.steps.map(({ id, plan: text, tool, input, deps }) => ({
    ...{ id, plan: text, tool, input },
    deps: [...deps],
  }))
  return editPlan(steps, [edit])
}

/** What runs again after a change: `#E2, #E4 and the answer`. */
export function runsWords({ again }: EditedPlan, t: Translate): string {
  return again.length === 0
    ? t('Runs the answer alone again, in a new thread. This one stays as it is.')
    : t('Runs {steps} and the answer again, in a new thread. This one stays as it is.', {
        steps: again.map((id) => `#${id}`).join(', '),
      })
}

/** The names that a step may call: the tools drawn to the node, and those that the plan uses already. */
export function useToolNames({ plan }: ThreadPlan): string[] {
  const { flows } = useEditor()
  return useMemo(() => {
    const { flow } = flows.getState()
    const offers = offersOf(flowGraph(flow), plan.node)
    const data = rewooSchema.safeParse(flow.nodes[plan.node]?.data)
    const own = data.success ? data.data.modelTool.trim() : ''
    const drawn = offers.flatMap((offer) => (offer.type === 'tool' && offer.enabled ? [offer.name] : []))
    return [...new Set([...drawn, ...(own === '' ? [] : [own]), ...plan.steps.map(({ tool }) => tool)])]
  }, [flows, plan])
}

/** Runs a plan again and opens the thread in which it runs; answers why that did not begin, null when it did. */
export function useRerun({ plan, turn }: ThreadPlan): (edit: StepEdit) => Promise<NotBegun> {
  const run = useRunStore()
  return (edit) => run.planAgain({ turn: turn.turn, node: plan.node, round: plan.round, edits: [edit] })
}
