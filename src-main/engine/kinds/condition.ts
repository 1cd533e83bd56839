/** What a condition means at run time: the first branch whose expression holds takes the baton, without a model call. */
import { evaluateText, isTruthy } from '../../../src-shared/agents/expression'
import { conditionSchema, ELSE_PORT, type Branch } from '../../../src-shared/kinds/condition'
import { tellDecision } from '../decisions'
import { beginStep, updateOf, type Draft } from '../draft'
import { stepName, type FlowFacts, type KindRuntime, type Step, type StepContext } from '../runtime'
import { leadOn } from '../settle'
import { wayParticipant } from '../way'

export const conditionRuntime: KindRuntime = {
  participant: (id, flow) => wayParticipant(id, flow, stepName.decide(id)),
  steps: (id, flow) => ({ [stepName.decide(id)]: decideStep(id, branchesOf(id, flow)) }),
}

function branchesOf(id: string, { graph }: FlowFacts): readonly Branch[] {
  return conditionSchema.parse(graph.node(id)?.data ?? {}).branches
}

function decideStep(id: string, branches: readonly Branch[]): Step {
  return (state, context) => {
    const draft = beginStep(state, context)
    const held = branches.find(({ when }) => isTruthy(evaluateText(when, draft.variables)))
    const port = held?.name ?? ELSE_PORT
    tell(draft, context, { id, branches, held })
    leadOn(draft, context, { id, port, reason: port })
    return Promise.resolve(updateOf(draft))
  }
}

type Decided = { id: string; branches: readonly Branch[]; held: Branch | undefined }

function tell(draft: Draft, context: StepContext, { id, branches, held }: Decided): void {
  tellDecision(draft, context, {
    node: id,
    about: 'condition',
    candidates: [...branches.map(({ name, when }) => ({ name, note: when })), { name: ELSE_PORT }],
    rule: held?.when ?? 'no branch holds',
    tries: 0,
    choice: held?.name ?? ELSE_PORT,
  })
}
