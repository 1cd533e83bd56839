/** What a condition means at run time: the first branch whose expression holds takes the baton, without a model call. */
import { evaluateText, isTruthy } from '../../../src-shared/agents/expressions/expression'
import { ELSE_PORT, type Branch } from '../../../src-shared/kinds/branches'
import { conditionKind } from '../../../src-shared/kinds/condition'
import { named, tellDecision } from '../calls/decisions'
import { defineRuntime } from '../contract/define-runtime'
import { type Draft } from '../state/draft'
import { stepName, type Step, type StepContext } from '../contract/runtime'
import { leadOn } from '../moves/after-reply'
import { step } from '../contract/step'
import { wayParticipant } from '../moves/way-on'

export const conditionRuntime = defineRuntime(conditionKind, {
  participant: ({ id }) => wayParticipant(stepName.decide(id)),
  steps: ({ id, data }) => ({ [stepName.decide(id)]: decideStep(id, data.branches) }),
})

function decideStep(id: string, branches: readonly Branch[]): Step {
  return step((draft, context) => {
    const held = branches.find(({ when }) => isTruthy(evaluateText(when, draft.variables)))
    const port = held?.name ?? ELSE_PORT
    tell(draft, context, { id, branches, held })
    leadOn(draft, context, { id, port, reason: port })
  })
}

type ConditionReport = { id: string; branches: readonly Branch[]; held: Branch | undefined }

function tell(draft: Draft, context: StepContext, { id, branches, held }: ConditionReport): void {
  tellDecision(draft, context, {
    node: id,
    about: 'condition',
    candidates: [...branches.map(({ name, when }) => ({ name, note: when })), { name: ELSE_PORT }],
    rule: held === undefined ? { by: 'no-branch' } : { by: 'expression', when: held.when },
    tries: 0,
    choice: named(held?.name ?? ELSE_PORT),
  })
}
