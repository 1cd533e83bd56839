/** What a sub-flow means at run time: a way in. Whoever gets the baton here passes it to the node that speaks first inside. */
import { builtInPrompts } from '../../../src-shared/agents/prompts'
import { subflowKind } from '../../../src-shared/kinds/subflow'
import { defineRuntime } from '../contract/define-runtime'
import { topFrame } from '../state/draft'
import { ENTRY_PORT } from '../expand/expand'
import { advance } from '../moves/moves'
import { participantOf, stepName, stepsToBegin, type FlowFacts, type Step } from '../contract/runtime'
import { endOrReturn } from '../moves/after-reply'
import { step } from '../contract/step'
import { isOverseen, stepsBeforeSubflow } from '../dialogs/watchers'

export const subflowRuntime = defineRuntime(subflowKind, {
  participant({ id }, flow) {
    const entry = entryOf(id, flow)
    return {
      opening: openingOf(entry, flow),
      arrival: 'replace',
      enter(draft, compiled) {
        topFrame(draft).node = entry
        const before = stepsBeforeSubflow(draft, compiled, id)
        return before.length > 0
          ? [...before, stepName.open(id)]
          : participantOf(compiled, entry).enter(draft, compiled)
      },
      begin(draft, compiled) {
        topFrame(draft).node = entry
        const first = stepsToBegin(participantOf(compiled, entry), draft, compiled)
        return [...stepsBeforeSubflow(draft, compiled, id), ...first]
      },
      settle: endOrReturn,
    }
  },
  steps: ({ id }, flow) => (isOverseen(flow, id) ? { [stepName.open(id)]: openStep(entryOf(id, flow)) } : {}),
})

/** Whoever speaks first inside begins when the observers of the sub-flow have looked at the message. */
function openStep(entry: string): Step {
  return step((draft, context) => {
    const frame = topFrame(draft)
    const steps = participantOf(context.flow, entry).enter(draft, context.flow)
    frame.todo = [...frame.todo.slice(0, 1), ...steps]
    advance(draft, context)
  })
}

function entryOf(id: string, flow: FlowFacts): string {
  return flow.graph.from(id, ENTRY_PORT).at(0)?.edge.to.node ?? id
}

/** The opening instruction of the node that speaks first, however deep it is. */
function openingOf(entry: string, flow: FlowFacts): string {
  let first = entry
  for (let next = entryOf(first, flow); next !== first; next = entryOf(first, flow)) first = next
  const own = flow.graph.node(first)?.data['openingInstruction']
  return typeof own === 'string' && own !== '' ? own : builtInPrompts(flow.language).prompts.openingInstruction
}
