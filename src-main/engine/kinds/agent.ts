/** What a swarm agent means at run time: context hand-offs, then the model, then after-work (swarm 5 to 8). */
import { evaluateText, isAvailable, isTruthy } from '../../../src-shared/agents/expression'
import { builtInPrompts } from '../../../src-shared/agents/prompts'
import { renderTemplate } from '../../../src-shared/agents/template'
import { agentKind } from '../../../src-shared/kinds/agent'
import { afterWorkEdgeSchema, handoffEdgeSchema } from '../../../src-shared/kinds/edges'
import { actStep } from '../act'
import { endTurn, topFrame, type Draft } from '../draft'
import { passBaton, say } from '../moves'
import { stepName, type FlowFacts, type KindRuntime, type StepContext } from '../runtime'
import { endOrReturn, followOut } from '../settle'
import { thinkStep } from '../think'

export const agentRuntime: KindRuntime = {
  participant(id, flow) {
    const { node, data } = dataOf(id, flow)
    return {
      id,
      node,
      settings: flow.modelOf(data.model),
      maxToolRounds: data.maxToolRounds,
      hidesTransit: true,
      checksSwitch: false,
      opening: builtInPrompts(flow.language).prompts.openingInstruction,
      arrival: 'replace',
      enter: () => [stepName.think(id)],
      begin: () => [stepName.think(id)],
      texts(draft, compiled) {
        const template = data.prompt || builtInPrompts(compiled.language).prompts.agent
        const values = { ...draft.variables, name: node.name, description: data.description || node.name }
        return { before: [renderTemplate(template, values)], after: [] }
      },
      moveFirst: (draft, context) => moveByContext(draft, context, id),
      settle: (draft, context) => afterWork(draft, context, { id, own: data.afterWork }),
    }
  },
  steps: (id) => ({ [stepName.think(id)]: thinkStep(id), [stepName.act(id)]: actStep(id) }),
}

function dataOf(id: string, flow: FlowFacts) {
  const node = flow.graph.node(id) ?? { kind: 'agent', name: id, data: {} }
  return { node, data: agentKind.schema.parse(node.data) }
}

/** The first context hand-off whose condition holds moves the baton without a model call (swarm 7). */
function moveByContext(draft: Draft, context: StepContext, id: string): boolean {
  for (const { id: edgeId, edge } of context.flow.graph.from(id, 'handoffs')) {
    const data = handoffEdgeSchema.parse(edge.data)
    if (data.by !== 'context' || !isAvailable(data.available, draft.variables)) continue
    if (!isTruthy(evaluateText(data.condition, draft.variables))) continue
    draft.turn.rounds += 1
    say(draft, id, `[Handing off to ${context.flow.nameOf(edge.to.node)}]`)
    const returnTo = data.returns === 'when-done' ? id : null
    passBaton(draft, context, { to: edge.to.node, edge: edgeId, by: 'context', reason: data.condition, returnTo })
    return true
  }
  return false
}

type AfterWork = 'terminate' | 'revert-to-user' | 'stay' | 'swarm-manager'

/** Where the baton goes when the agent has answered: drawn edges, its own option, a drawn sequence, the flow's option (swarm 5, 6). */
function afterWork(draft: Draft, context: StepContext, { id, own }: { id: string; own: AfterWork | null }): void {
  for (const { id: edgeId, edge } of context.flow.graph.from(id, 'afterWork')) {
    const data = afterWorkEdgeSchema.parse(edge.data)
    if (data.when !== null && data.when.trim() !== '' && !isTruthy(evaluateText(data.when, draft.variables))) continue
    if (data.option !== null) takeOption(draft, context, { id, option: data.option })
    else passBaton(draft, context, { to: edge.to.node, edge: edgeId, by: 'after-work', reason: data.when ?? '' })
    return
  }
  if (own !== null) takeOption(draft, context, { id, option: own })
  else if (topFrame(draft).returnTo !== null) endOrReturn(draft, context)
  else if (!followOut(draft, context, id))
    takeOption(draft, context, { id, option: context.flow.settings.swarm.afterWork })
}

function takeOption(draft: Draft, context: StepContext, { id, option }: { id: string; option: AfterWork }): void {
  if (option === 'stay') topFrame(draft).todo = [stepName.think(id)]
  else if (topFrame(draft).returnTo !== null) endOrReturn(draft, context)
  else endTurn(draft)
}
