/** What a supervisor means at run time (DialogSupervisor 1, 2, 5, 6, 9). */
import { isUsed } from '../../../src-shared/agents/offers'
import { builtInPrompts, formatToolList } from '../../../src-shared/agents/prompts'
import { renderTemplate } from '../../../src-shared/agents/template'
import { supervisorKind } from '../../../src-shared/kinds/supervisor'
import { actStep } from '../act'
import { askBranches, askSteps } from '../asks'
import type { Draft } from '../draft'
import { stepName, type CompiledFlow, type FlowFacts, type KindRuntime, type SystemTexts } from '../runtime'
import { endOrReturn, followOut, isAwaited } from '../settle'
import { thinkStep } from '../think'
import { pooledOffers } from '../tool-pools'
import { stepsBeforeReply } from '../watchers'
import { switchStep } from '../watch'

export const supervisorRuntime: KindRuntime = {
  participant(id, flow) {
    const { node, data } = dataOf(id, flow)
    return {
      id,
      node,
      settings: flow.modelOf(data.model),
      maxToolRounds: data.maxToolRounds,
      hidesTransit: false,
      checksSwitch: () => data.switchObserver,
      opening: data.openingInstruction || builtInPrompts(flow.language).prompts.openingInstruction,
      arrival: 'replace',
      isGuest: true,
      enter: (draft, context) => [...stepsBeforeReply(draft, context.flow, { onEntry: false }), stepName.think(id)],
      begin: (draft, compiled) => [...stepsBeforeReply(draft, compiled, { onEntry: false }), stepName.think(id)],
      promptCode: data.promptCode,
      texts: (draft, compiled) => textsOf({ id, data }, draft, compiled),
      speaks: true,
      branches: askBranches(flow, id),
      settle(draft, context) {
        if (isAwaited(draft, id) || !followOut(draft, context, id)) endOrReturn(draft, context)
      },
    }
  },
  steps(id, flow) {
    const { data } = dataOf(id, flow)
    return {
      [stepName.think(id)]: thinkStep(id),
      [stepName.act(id)]: actStep(id),
      ...askSteps(id, flow),
      [stepName.switchCheck(id)]: switchStep(id, {
        prompt: data.switchPrompt,
        settings: flow.modelOf(data.model),
        routesDirectly: data.routeDirectly,
      }),
    }
  },
}

function dataOf(id: string, flow: FlowFacts) {
  const node = flow.graph.node(id) ?? { kind: 'supervisor', name: id, data: {} }
  return { node, data: supervisorKind.schema.parse(node.data) }
}

type SupervisorNode = { id: string; data: ReturnType<typeof dataOf>['data'] }

/** The system prompt with both lists before the history, the reminder after it. */
function textsOf({ id, data }: SupervisorNode, draft: Draft, flow: CompiledFlow): SystemTexts {
  const { prompts } = builtInPrompts(flow.language)
  const offers = flow.offersOf(id).filter((offer) => offer.enabled)
  const values = {
    ...draft.variables,
    dialogs: formatToolList(
      offers.filter((offer) => offer.type === 'dialog'),
      flow.language,
    ),
    tools: formatToolList([...offers.filter(isUsed), ...pooledOffers(draft, flow, id)], flow.language),
  }
  return {
    before: [renderTemplate(data.prompt || prompts.supervisor, values)],
    after: [renderTemplate(data.reminder || prompts.supervisorReminder, values)],
  }
}
