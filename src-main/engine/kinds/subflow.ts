/** What a sub-flow means at run time: a way in. Whoever gets the baton here passes it to the node that speaks first inside. */
import { builtInPrompts } from '../../../src-shared/agents/prompts'
import { beginStep, topFrame, updateOf } from '../draft'
import { ENTRY_PORT } from '../expand'
import { advance } from '../moves'
import { participantOf, stepName, type FlowFacts, type KindRuntime, type Step } from '../runtime'
import { endOrReturn } from '../settle'
import { isOverseen, stepsBeforeSubflow } from '../watchers'

export const subflowRuntime: KindRuntime = {
  participant(id, flow) {
    const node = flow.graph.node(id) ?? { kind: 'subflow', name: id, data: {} }
    const entry = entryOf(id, flow)
    return {
      id,
      node,
      settings: flow.modelOf(null),
      maxToolRounds: 1,
      hidesTransit: true,
      opening: openingOf(entry, flow),
      arrival: 'replace',
      speaks: true,
      enter(draft, context) {
        topFrame(draft).node = entry
        const before = stepsBeforeSubflow(draft, context.flow, id)
        return before.length > 0
          ? [...before, stepName.open(id)]
          : participantOf(context.flow, entry).enter(draft, context)
      },
      begin(draft, compiled) {
        topFrame(draft).node = entry
        return [...stepsBeforeSubflow(draft, compiled, id), ...participantOf(compiled, entry).begin(draft, compiled)]
      },
      texts: () => ({ before: [], after: [] }),
      settle: endOrReturn,
    }
  },
  steps: (id, flow) => (isOverseen(flow, id) ? { [stepName.open(id)]: openStep(entryOf(id, flow)) } : {}),
}

/** Whoever speaks first inside begins when the observers of the sub-flow have looked at the message. */
function openStep(entry: string): Step {
  return (state, context) => {
    const draft = beginStep(state, context)
    const frame = topFrame(draft)
    const steps = participantOf(context.flow, entry).enter(draft, context)
    frame.todo = [...frame.todo.slice(0, 1), ...steps]
    advance(draft, context)
    return Promise.resolve(updateOf(draft))
  }
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
