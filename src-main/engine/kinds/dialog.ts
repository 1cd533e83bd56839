/** What a dialog means at run time: a session of its own, watched before and after its replies (DialogSupervisor 3, 5, 8). */
import { builtInPrompts, formatToolList } from '../../../src-shared/agents/prompts'
import { renderTemplate } from '../../../src-shared/agents/template'
import { dialogSchema } from '../../../src-shared/kinds/dialog'
import { observerSchema, observerWhen } from '../../../src-shared/kinds/observer'
import { actStep } from '../act'
import { setSession, topFrame, userEntryOf, type Draft } from '../draft'
import { say, topSession } from '../moves'
import { stepName, type CompiledFlow, type FlowFacts, type KindRuntime, type SystemTexts } from '../runtime'
import { endOrReturn } from '../settle'
import { thinkStep } from '../think'
import { pooledOffers } from '../tool-pools'
import { switchStep } from '../watch'

export const dialogRuntime: KindRuntime = {
  participant(id, flow) {
    const { node, data } = dataOf(id, flow)
    const before = watchers(id, flow, 'before')
    const after = watchers(id, flow, 'after')
    return {
      id,
      node,
      settings: flow.modelOf(data.model),
      maxToolRounds: data.maxToolRounds,
      hidesTransit: false,
      checksSwitch: () => hasDialogs(id, flow),
      opening: '',
      arrival: 'session',
      speaks: true,
      enter(draft) {
        takeSteer(draft)
        if (data.firstWords.trim() === '' || hasSpoken(draft, id)) return [stepName.think(id), ...after]
        draft.turn.rounds += 1
        say(draft, id, renderTemplate(data.firstWords, draft.variables))
        return after
      },
      begin(draft, compiled) {
        takeSteer(draft)
        if (userEntryOf(draft) === null) return [stepName.think(id), ...after]
        return [...switchChecks(draft, compiled), ...before, stepName.think(id), ...after]
      },
      texts: (draft, compiled) => textsOf(id, draft, compiled),
      settle: endOrReturn,
    }
  },
  steps(id, flow) {
    const { data } = dataOf(id, flow)
    const steps = { [stepName.think(id)]: thinkStep(id), [stepName.act(id)]: actStep(id) }
    if (!hasDialogs(id, flow)) return steps
    const check = { prompt: '', settings: flow.modelOf(data.model), routesDirectly: false }
    return { ...steps, [stepName.switchCheck(id)]: switchStep(id, check) }
  },
}

function dataOf(id: string, flow: FlowFacts) {
  const node = flow.graph.node(id) ?? { kind: 'dialog', name: id, data: {} }
  return { node, data: dialogSchema.parse(node.data) }
}

function hasDialogs(id: string, flow: FlowFacts): boolean {
  return flow.graph.from(id, 'dialogs').length > 0
}

/** The switch check of whoever brought the dialog in comes before its observers (DialogSupervisor 8). */
function switchChecks(draft: Draft, flow: CompiledFlow): string[] {
  const parent = draft.frames.at(-2)
  const checks = parent === undefined ? undefined : flow.participants.get(parent.node)?.checksSwitch
  return parent !== undefined && checks?.(topFrame(draft).edge) === true ? [stepName.switchCheck(parent.node)] : []
}

/** The observers that run before or after its replies, in drawn order. */
function watchers(id: string, flow: FlowFacts, when: 'before' | 'after'): string[] {
  return flow.graph.from(id, 'observers').flatMap(({ edge }) => {
    const data = observerSchema.parse(flow.graph.node(edge.to.node)?.data ?? {})
    return observerWhen(data) === when ? [stepName.watch(edge.to.node)] : []
  })
}

/** Instructions that observers left for the next reply. */
function takeSteer(draft: Draft): void {
  const current = topSession(draft)
  const steer = current?.session.steer ?? []
  if (current === null || steer.length === 0) return
  topFrame(draft).steer.push(...steer)
  setSession(draft, current.key, { ...current.session, steer: [] })
}

function hasSpoken(draft: Draft, id: string): boolean {
  const { scope } = topFrame(draft)
  return draft.state.log.some((entry) => entry.kind === 'text' && entry.scope === scope && entry.author === id)
}

function textsOf(id: string, draft: Draft, flow: CompiledFlow): SystemTexts {
  const { node, data } = dataOf(id, flow)
  const offers = flow.offersOf(id).filter((offer) => offer.enabled)
  const prompt = renderTemplate(data.prompt || builtInPrompts(flow.language).prompts.dialog, {
    ...draft.variables,
    name: node.name,
    description: data.toolDescription || node.name,
    dialogs: formatToolList(
      offers.filter((offer) => offer.type === 'dialog'),
      flow.language,
    ),
    tools: formatToolList(
      [...offers.filter((offer) => offer.type === 'tool'), ...pooledOffers(draft, flow, id)],
      flow.language,
    ),
  })
  return { before: [prompt], after: [] }
}
