/** What a dialog means at run time: a session of its own, watched before and after its replies (DialogSupervisor 3, 5, 8). */
import { isUsed } from '../../../src-shared/agents/offers/offers'
import { builtInPrompts, formatToolList } from '../../../src-shared/agents/prompts'
import { renderTemplate } from '../../../src-shared/agents/templates/template'
import { dialogKind, type DialogData } from '../../../src-shared/kinds/dialog'
import { actStep } from '../speaking/tool-step'
import { askBranches, askSteps } from '../speaking/asks'
import { switchChecks } from '../moves/begin'
import { defineRuntime } from '../contract/define-runtime'
import { topFrame, userEntryOf, type Draft } from '../state/draft'
import { advance } from '../moves/moves'
import { stepName, type CompiledFlow, type FlowFacts, type OwnNode, type SystemTexts } from '../contract/runtime'
import { endOrReturn } from '../moves/after-reply'
import { thinkStep } from '../speaking/reply-step'
import { pooledOffers } from '../pools/tool-pools'
import { speak, stepsBeforeReply } from '../dialogs/watchers'
import { switchStep } from '../dialogs/dialog-checks'

export const dialogRuntime = defineRuntime(dialogKind, {
  participant(own, flow) {
    const { id, data } = own
    return {
      settings: flow.modelOf(data.model),
      arrival: 'session',
      enter(draft, compiled) {
        const checks = stepsBeforeReply(draft, compiled, { onEntry: true })
        if (checks.length > 0 || !opensWithWords(draft, own)) return [...checks, stepName.think(id)]
        return sayFirstWords(draft, compiled, data)
      },
      begin(draft, compiled) {
        if (userEntryOf(draft) === null) return [stepName.think(id)]
        const checks = [...switchChecks(draft, compiled), ...stepsBeforeReply(draft, compiled, { onEntry: false })]
        return [...checks, stepName.think(id)]
      },
      settle: endOrReturn,
      speaks: {
        maxToolRounds: data.maxToolRounds,
        output: data.output,
        hidesTransit: false,
        checksSwitch: () => hasDialogs(id, flow),
        promptCode: data.promptCode,
        texts: (draft, compiled) => textsOf(draft, compiled, own),
        // Observers that run before the reply are asked before the dialog's first words are said.
        moveFirst(draft, context) {
          if (!opensWithWords(draft, own)) return false
          const frame = topFrame(draft)
          frame.todo = [stepName.think(id), ...sayFirstWords(draft, context.flow, data)]
          advance(draft, context)
          return true
        },
      },
    }
  },
  branches: ({ id }, flow) => askBranches(flow, id),
  steps({ id, data }, flow) {
    const steps = { [stepName.think(id)]: thinkStep(id), [stepName.act(id)]: actStep(id), ...askSteps(id, flow) }
    if (!hasDialogs(id, flow)) return steps
    const check = { prompt: '', settings: flow.modelOf(data.model), routesDirectly: false }
    return { ...steps, [stepName.switchCheck(id)]: switchStep(id, check) }
  },
})

function hasDialogs(id: string, flow: FlowFacts): boolean {
  return flow.graph.from(id, 'dialogs').length > 0
}

function opensWithWords(draft: Draft, { id, data }: OwnNode<DialogData>): boolean {
  return data.firstWords.trim() !== '' && !hasSpoken(draft, id)
}

/** Says the first words; gives the steps of whoever looks at them. */
function sayFirstWords(draft: Draft, flow: CompiledFlow, { firstWords }: DialogData): string[] {
  draft.turn.rounds += 1
  return speak(draft, flow, renderTemplate(firstWords, draft.variables))
}

function hasSpoken(draft: Draft, id: string): boolean {
  const { scope } = topFrame(draft)
  return draft.state.log.some((entry) => entry.kind === 'text' && entry.scope === scope && entry.author === id)
}

function textsOf(draft: Draft, flow: CompiledFlow, { id, node, data }: OwnNode<DialogData>): SystemTexts {
  const offers = flow.offersOf(id).filter((offer) => offer.enabled)
  const prompt = renderTemplate(data.prompt || builtInPrompts(flow.language).prompts.dialog, {
    ...draft.variables,
    name: node.name,
    description: data.toolDescription || node.name,
    dialogs: formatToolList(
      offers.filter((offer) => offer.type === 'dialog'),
      flow.language,
    ),
    tools: formatToolList([...offers.filter(isUsed), ...pooledOffers(draft, flow, id)], flow.language),
  })
  return { before: [prompt], after: [] }
}
