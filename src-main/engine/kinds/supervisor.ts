/** What a supervisor means at run time (DialogSupervisor 1, 2, 5, 6, 9). */
import { isUsed } from '../../../src-shared/agents/offers/offers'
import { builtInPrompts, formatToolList } from '../../../src-shared/agents/prompts'
import { renderTemplate } from '../../../src-shared/agents/templates/template'
import { supervisorKind } from '../../../src-shared/kinds/supervisor'
import { actStep } from '../speaking/tool-step'
import { askBranches, askSteps } from '../speaking/asks'
import { defineRuntime, type DataOf } from '../contract/define-runtime'
import type { Draft } from '../state/draft'
import { stepName, type CompiledFlow, type OwnNode, type SystemTexts } from '../contract/runtime'
import { endOrReturn, followOut, isAwaited } from '../moves/after-reply'
import { thinkStep } from '../speaking/reply-step'
import { pooledOffers } from '../pools/tool-pools'
import { stepsBeforeReply } from '../dialogs/watchers'
import { switchStep } from '../dialogs/dialog-checks'

export const supervisorRuntime = defineRuntime(supervisorKind, {
  participant(own, flow) {
    const { id, data } = own
    return {
      settings: flow.modelOf(data.model),
      opening: data.openingInstruction || builtInPrompts(flow.language).prompts.openingInstruction,
      arrival: 'guest',
      enter: (draft, compiled) => [...stepsBeforeReply(draft, compiled, { onEntry: false }), stepName.think(id)],
      settle(draft, context) {
        if (isAwaited(draft, id) || !followOut(draft, context, id)) endOrReturn(draft, context)
      },
      speaks: {
        maxToolRounds: data.maxToolRounds,
        hidesTransit: false,
        checksSwitch: () => data.switchObserver,
        promptCode: data.promptCode,
        texts: (draft, compiled) => textsOf(draft, compiled, own),
      },
    }
  },
  branches: ({ id }, flow) => askBranches(flow, id),
  steps: ({ id, data }, flow) => ({
    [stepName.think(id)]: thinkStep(id),
    [stepName.act(id)]: actStep(id),
    ...askSteps(id, flow),
    [stepName.switchCheck(id)]: switchStep(id, {
      prompt: data.switchPrompt,
      settings: flow.modelOf(data.model),
      routesDirectly: data.routeDirectly,
    }),
  }),
})

type SupervisorData = DataOf<typeof supervisorKind>

/** The system prompt with both lists before the history, the reminder after it. */
function textsOf(draft: Draft, flow: CompiledFlow, { id, data }: OwnNode<SupervisorData>): SystemTexts {
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
