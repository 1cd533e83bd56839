/** What setting variables means at run time: each row sees what the ones before it have set; one that fails sets nothing at all. */
import { assignedValue } from '../../../src-shared/agents/templates/assignment'
import { AppError } from '../../../src-shared/errors'
import type { Json } from '../../../src-shared/flow/records'
import type { Assignment } from '../../../src-shared/kinds/assignments'
import { setVariablesKind } from '../../../src-shared/kinds/set-variables'
import { defineRuntime } from '../contract/define-runtime'
import type { Draft } from '../state/draft'
import { stepName, type CompiledFlow, type Step } from '../contract/runtime'
import { leadOn } from '../moves/after-reply'
import { step } from '../contract/step'
import { wayParticipant } from '../moves/way-on'

export const setVariablesRuntime = defineRuntime(setVariablesKind, {
  setsVariables: true,
  participant: ({ id }) => wayParticipant(stepName.assign(id)),
  steps: ({ id, data }) => ({ [stepName.assign(id)]: assignStep(id, data.set) }),
})

function assignStep(id: string, assignments: readonly Assignment[]): Step {
  return step((draft, context) => {
    for (const assignment of assignments) {
      const value = valueFor(draft, context.flow, { id, assignment })
      draft.variables = { ...draft.variables, [assignment.name]: value }
    }
    leadOn(draft, context, { id, port: 'out', reason: '' })
  })
}

/** Checked as what tools set is: a declared variable by its type. */
function valueFor(draft: Draft, flow: CompiledFlow, { id, assignment }: { id: string; assignment: Assignment }): Json {
  const { name, value } = assignment
  const declared = Object.hasOwn(flow.settings.variables, name) ? flow.settings.variables[name] : undefined
  const read = assignedValue({ name, type: declared?.type, value }, draft.variables)
  if (read.ok) return read.value
  throw new AppError('expression', read.issue, { node: id, variable: name })
}
