/** What a swarm agent means at run time: context hand-offs, then the model, then after-work (swarm 5 to 8). */
import { evaluateText, isAvailable, isTruthy } from '../../../src-shared/agents/expressions/expression'
import { nestedNameOf } from '../../../src-shared/agents/offers/offers'
import { builtInPrompts, builtInText } from '../../../src-shared/agents/prompts'
import { renderTemplate } from '../../../src-shared/agents/templates/template'
import type { EdgeEntry } from '../../../src-shared/flow/graph'
import type { AfterWorkOption, FlowNode } from '../../../src-shared/flow/records'
import { kindOf } from '../../../src-shared/kinds'
import { agentKind } from '../../../src-shared/kinds/agent'
import { hasEndingObserver, isLeftByCheck } from '../../../src-shared/kinds/dialog-exits'
import { afterWorkEdgeSchema, handoffEdgeSchema } from '../../../src-shared/kinds/edges'
import { actStep } from '../speaking/tool-step'
import { afterCodeStep, swarmCodeStep } from '../swarm/after-code'
import { closedCandidate } from '../speaking/requested-handoffs'
import { askBranches, askSteps } from '../speaking/asks'
import { named, tellDecision } from '../calls/decisions'
import { defineRuntime, type DataOf } from '../contract/define-runtime'
import { topFrame, type Draft } from '../state/draft'
import { passBaton } from '../moves/moves'
import { stepName, type CompiledFlow, type FlowFacts, type StepContext, type SystemTexts } from '../contract/runtime'
import { say } from '../moves/messages'
import { endOrReturn, followOut, isAwaited, isOfItem, leaveSubflow } from '../moves/after-reply'
import { askManager, followPattern, manageStep } from '../swarm/swarm'
import { awaitUser, openSlotsLine, slotsOfHost } from '../workers/workers'
import { thinkStep } from '../speaking/reply-step'
import { stepsBeforeReply } from '../dialogs/watchers'
import { switchStep } from '../dialogs/dialog-checks'

export const agentRuntime = defineRuntime(agentKind, {
  participant({ id, node, data }, flow) {
    return {
      settings: flow.modelOf(data.model),
      opening: builtInPrompts(flow.language).prompts.openingInstruction,
      arrival: 'guest',
      enter: (draft, compiled) => [...stepsBeforeReply(draft, compiled, { onEntry: false }), stepName.think(id)],
      settle: (draft, context) => settle(draft, context, { id, data }),
      speaks: {
        maxToolRounds: data.maxToolRounds,
        toolUse: data.toolUse,
        output: data.output,
        hidesTransit: true,
        checksSwitch: (edge) => dialogEdges(id, flow).some((one) => one.id === edge),
        promptCode: data.promptCode,
        texts: (draft, compiled) => textsOf(draft, compiled, { node, data }),
        moveFirst: (draft, context) => moveByContext(draft, context, id),
      },
      afterWork: {
        finish: (draft, context) => afterWork(draft, context, { id, own: data.afterWork, mayStay: false }),
        takeOption: (draft, context, option) => takeOption(draft, context, { id, option }),
      },
    }
  },
  branches: ({ id }, flow) => askBranches(flow, id),
  steps({ id, data }, flow) {
    const asDrawn = (draft: Draft, context: StepContext) =>
      afterWork(draft, context, { id, own: data.afterWork, mayStay: true })
    const steps = {
      ...(data.afterWorkCode === null ? {} : { [stepName.after(id)]: afterCodeStep(id, data.afterWorkCode, asDrawn) }),
      ...(flow.settings.swarm.afterWorkCode === null
        ? {}
        : {
            [stepName.afterAll(id)]: swarmCodeStep(id, isAside, (draft, context) =>
              takeOption(draft, context, { id, option: context.flow.settings.swarm.afterWork }),
            ),
          }),
      [stepName.think(id)]: thinkStep(id),
      [stepName.act(id)]: actStep(id),
      [stepName.manage(id)]: manageStep(id),
      ...askSteps(id, flow),
    }
    if (dialogEdges(id, flow).length === 0) return steps
    const check = { prompt: '', settings: flow.modelOf(data.model), routesDirectly: false }
    return { ...steps, [stepName.switchCheck(id)]: switchStep(id, check) }
  },
})

type AgentData = DataOf<typeof agentKind>

function textsOf(draft: Draft, flow: CompiledFlow, { node, data }: { node: FlowNode; data: AgentData }): SystemTexts {
  const template = data.prompt || builtInPrompts(flow.language).prompts.agent
  const slots = slotsOfHost(draft, flow)
  const values = { ...draft.variables, ...slots, name: node.name, description: data.description || node.name }
  const open = openSlotsLine(slots, template)
  return { before: [renderTemplate(template, values)], after: open === '' ? [] : [open] }
}

/** Hand-offs to dialogs that nothing else leads out of: the agent checks whether the user wants something else, as a supervisor does. */
function dialogEdges(id: string, { graph }: FlowFacts): EdgeEntry[] {
  return graph.from(id, 'handoffs').filter(({ edge }) => {
    const target = graph.node(edge.to.node)
    const isDialog = target !== undefined && kindOf(target)?.roles.dialog === true
    return isDialog && isLeftByCheck(edge.data) && !hasEndingObserver(graph, edge.to.node)
  })
}

/** The first context hand-off whose condition holds moves the baton without a model call (swarm 7). */
function moveByContext(draft: Draft, context: StepContext, id: string): boolean {
  const { flow } = context
  const drawn = flow.graph.from(id, 'handoffs').flatMap(({ id: edgeId, edge }) => {
    const data = handoffEdgeSchema.parse(edge.data)
    return data.by === 'context' ? [{ edgeId, edge, data }] : []
  })
  const chosen = drawn.find(
    ({ data }) =>
      isAvailable(data.available, draft.variables) && isTruthy(evaluateText(data.condition, draft.variables)),
  )
  if (chosen === undefined) return false
  const { edgeId, edge, data } = chosen
  const to = edge.to.node
  const nested = nestedNameOf(flow.graph, edge)
  tellDecision(draft, context, {
    node: id,
    about: 'context',
    candidates: drawn.map((one) => {
      const name = nestedNameOf(flow.graph, one.edge) ?? flow.nameOf(one.edge.to.node)
      const isOpen = isAvailable(one.data.available, draft.variables)
      return isOpen ? { name, note: one.data.condition } : closedCandidate({ name }, one.data)
    }),
    rule: { by: 'expression', when: data.condition },
    tries: 0,
    choice: named(nested ?? flow.nameOf(to)),
  })
  draft.turn.rounds += 1
  const name = nested === null ? 'handingOff' : 'handingOffToChat'
  say(draft, id, builtInText(flow.language, name, { name: flow.nameOf(to) }))
  const returnTo = data.returns === 'when-done' ? id : null
  passBaton(draft, context, { to, edge: edgeId, by: 'context', reason: data.condition, returnTo })
  return true
}

/** Its code says who speaks next, where it has some; else the drawing does. */
function settle(draft: Draft, context: StepContext, { id, data }: { id: string; data: AgentData }): void {
  if (data.afterWorkCode === null) afterWork(draft, context, { id, own: data.afterWork, mayStay: true })
  else topFrame(draft).todo = [stepName.after(id)]
}

type AfterWork = { id: string; own: AfterWorkOption | null; mayStay: boolean }

/** Where the baton goes when the agent has answered: drawn edges, its own option, a drawn sequence, the flow's pattern or option (swarm 5, 6). */
function afterWork(draft: Draft, context: StepContext, { id, own, mayStay }: AfterWork): void {
  const take = (option: AfterWorkOption) =>
    takeOption(draft, context, { id, option: option === 'stay' && !mayStay ? 'terminate' : option })
  if (followEdge(draft, context, id)) return
  if (own !== null && (own !== 'stay' || mayStay)) take(own)
  else if (isAwaited(draft, id)) endOrReturn(draft, context)
  else if (!followOut(draft, context, id) && (isAside(draft) || !followPattern(draft, context, id)))
    takeSwarms(draft, context, { id, take })
}

/** What the whole swarm is set to: its code says it, or an option. */
function takeSwarms(
  draft: Draft,
  context: StepContext,
  { id, take }: { id: string; take: (option: AfterWorkOption) => void },
): void {
  const { afterWorkCode, afterWork: option } = context.flow.settings.swarm
  if (afterWorkCode === null) take(option)
  else topFrame(draft).todo = [stepName.afterAll(id)]
}

/** Follows the first drawn after-work edge whose condition holds. */
function followEdge(draft: Draft, context: StepContext, id: string): boolean {
  const { flow } = context
  const drawn = flow.graph.from(id, 'afterWork').map(({ id: edgeId, edge }) => {
    const data = afterWorkEdgeSchema.parse(edge.data)
    return { edgeId, to: edge.to.node, when: data.when?.trim() ?? '', option: data.option }
  })
  const chosen = drawn.find(({ when }) => when === '' || isTruthy(evaluateText(when, draft.variables)))
  if (chosen === undefined) return false
  const nameOf = ({ to, option }: (typeof drawn)[number]) => option ?? flow.nameOf(to)
  tellDecision(draft, context, {
    node: id,
    about: 'after-work',
    candidates: drawn.map((one) => ({ name: nameOf(one), ...(one.when === '' ? {} : { note: one.when }) })),
    rule: chosen.when === '' ? { by: 'always' } : { by: 'expression', when: chosen.when },
    tries: 0,
    choice: named(nameOf(chosen)),
  })
  const { to, edgeId, when, option } = chosen
  if (option !== null) takeOption(draft, context, { id, option })
  else passBaton(draft, context, { to, edge: edgeId, by: 'after-work', reason: when })
  return true
}

/** Patterns choose who speaks in the conversation with the user, and not for whom somebody else has brought in or works through a list. */
function isAside(draft: Draft): boolean {
  return topFrame(draft).isGuest === true || isOfItem(draft)
}

function takeOption(draft: Draft, context: StepContext, { id, option }: { id: string; option: AfterWorkOption }): void {
  if (option === 'stay') {
    topFrame(draft).todo = [stepName.think(id)]
    return
  }
  if (option === 'terminate' && leaveSubflow(draft, context, id)) return
  if (option === 'swarm-manager') {
    askManager(draft, id)
    return
  }
  if (option === 'revert-to-user' && awaitUser(draft, context.flow)) return
  endOrReturn(draft, context)
}
