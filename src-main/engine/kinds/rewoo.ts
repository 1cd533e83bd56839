/** What a planning node means at run time: plan, carry out, solve; one graph node for each (ReWOO). */
import { rewooKind } from '../../../src-shared/kinds/rewoo'
import { defineRuntime } from '../contract/define-runtime'
import { approveStep } from '../plan/approving'
import { planStep } from '../plan/planning'
import { beginPlan, planStepName } from '../tool-calls/plans'
import { solveStep } from '../plan/solving'
import { workPlanStep } from '../plan/working'
import { stepName } from '../contract/runtime'
import { respondStep } from '../workers/answer-from-context'
import { workerParticipant } from '../workers/workers'

export const rewooRuntime = defineRuntime(rewooKind, {
  participant: ({ id, data }, flow) =>
    workerParticipant({
      id,
      settings: flow.modelOf(data.model),
      // Where the flow speaks first there is no question to plan for.
      steps: (draft) => [beginPlan(draft, id).question.trim() === '' ? stepName.respond(id) : planStepName.plan(id)],
    }),
  steps: ({ id, data }, flow) => ({
    [planStepName.plan(id)]: planStep({ id, data }),
    [planStepName.approve(id)]: approveStep({ id, data }),
    [planStepName.work(id)]: workPlanStep({ id, data }),
    [planStepName.solve(id)]: solveStep({ id, data }),
    [stepName.respond(id)]: respondStep(id, {
      settings: flow.modelOf(data.model),
      description: data.description,
    }),
  }),
})
