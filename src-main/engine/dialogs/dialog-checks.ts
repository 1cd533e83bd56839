/** The switch check: before a dialog replies, whoever brought it in asks whether the user wants something else. */
import { isUsed, type Offer } from '../../../src-shared/agents/offers/offers'
import { isAvailable } from '../../../src-shared/agents/expressions/expression'
import { builtInPrompts, formatNames } from '../../../src-shared/agents/prompts'
import { readSwitchAnswer, type SwitchAnswer } from '../../../src-shared/agents/answers/switch-answer'
import { renderTemplate } from '../../../src-shared/agents/templates/template'
import { codeOfDialog } from '../../../src-shared/kinds/dialog'
import { returnsWhenDone } from '../../../src-shared/kinds/edge-facts'
import { handoffEdgeSchema } from '../../../src-shared/kinds/edges'
import type { DecisionQuestion } from '../../../src-shared/run/log/decision-questions'
import type { ModelPurpose, ModelSettings } from '../../models/contract/model'
import { askCheck, describeWatched, messageText, tellCheck, warnUnclear } from '../calls/checks'
import { named } from '../calls/decisions'
import { topFrame, type Draft } from '../state/draft'
import { advance, callWorker, interruptDialog, leaveDialog, passBaton } from '../moves/moves'
import { participantOf, type CompiledFlow, type Step, type StepContext } from '../contract/runtime'
import { step } from '../contract/step'

/** Prompt and model of a supervisor's switch check; `routesDirectly`: a helper that it names takes the message at once. */
export type SwitchCheck = { prompt: string; settings: ModelSettings; routesDirectly: boolean }

/** The step in which `parent` asks whether the user still wants the dialog on top (DialogSupervisor 9 to 12). */
export function switchStep(parent: string, check: SwitchCheck): Step {
  return step(async (draft, context) => {
    const { flow } = context
    const dialog = topFrame(draft).node
    const names = switchNames(draft, flow, { parent, dialog })
    const message = messageText(draft)
    const others = [...names.helpers.map(({ offer }) => offer), ...names.tools]
    const listed = others.map(({ name }) => name)
    const prompt = renderTemplate(check.prompt || builtInPrompts(flow.language).prompts.switchCheck, {
      description: describeWatched(flow, dialog),
      message,
      names: formatNames(listed, flow.language),
    })
    const options = others.map(({ name, description }) => ({ name, description }))
    const words = ['False', ...listed, 'SELF']
    const purpose: ModelPurpose = { kind: 'choose', options, none: 'False', message, words }
    const asked = await askCheck(draft, context, {
      node: parent,
      role: 'switch check',
      settings: check.settings,
      prompt,
      purpose,
    })
    if (asked === null) return
    const read = readSwitchAnswer(asked.reply.text, {
      current: names.current,
      helpers: names.helpers.flatMap((one) => one.names),
      tools: names.tools.map(({ name }) => name),
    })
    const route = check.routesDirectly ? routeOf(names, read) : null
    tellCheck(draft, context, {
      node: parent,
      about: 'switch',
      asked,
      prompt,
      rule: { by: 'switch', read: read.rule, directly: route !== null },
      choice:
        route === null
          ? { is: 'outcome', outcome: read.outcome }
          : { ...named(flow.nameOf(route.target)), nodes: [route.target] },
      question: switchQuestion(flow, names, check),
      candidates: words,
    })
    if (read.rule === 'unclear') warnUnclear(context, parent, asked.reply.text)
    takeSwitch(draft, context, { parent, read, route })
  })
}

function switchQuestion(
  flow: CompiledFlow,
  { current, helpers, tools }: SwitchNamesOf,
  { routesDirectly }: SwitchCheck,
): DecisionQuestion {
  return {
    reads: 'switch',
    current,
    helpers: helpers.map(({ offer: { target }, names }) => ({ names, node: target, name: flow.nameOf(target) })),
    tools: tools.map(({ name }) => name),
    directly: routesDirectly,
  }
}

type SwitchDecision = { parent: string; read: SwitchAnswer; route: Offer | null }

function takeSwitch(draft: Draft, context: StepContext, { parent, read, route }: SwitchDecision): void {
  const reason = read.hint ?? read.rule
  if (read.outcome === 'stay') advance(draft, context)
  else if (route === null) interruptDialog(draft, context.flow, { by: 'switch', reason })
  else {
    leaveDialog(draft, context.flow, { by: 'switch', reason, state: 'interrupted' })
    routeTo(draft, context, { parent, route })
  }
}

/** The helper that the answer names (DialogSupervisor 10, "route directly"). */
function routeOf({ helpers }: SwitchNamesOf, { rule, hint }: SwitchAnswer): Offer | null {
  if (rule !== 'helper' || hint === null) return null
  return helpers.find(({ names }) => names.includes(hint))?.offer ?? null
}

/** Gives the message to a helper over its drawn edge, as if the supervisor's model had called it. */
function routeTo(draft: Draft, context: StepContext, { parent, route }: { parent: string; route: Offer }): void {
  const { flow } = context
  const returnTo = returnsWhenDone(flow.graph.flow.edges[route.edgeId]) ? parent : null
  const move = { to: route.target, edge: route.edgeId, by: 'pick' as const, reason: '', returnTo }
  if (participantOf(flow, route.target).arrival === 'worker') callWorker(draft, context, move)
  else passBaton(draft, context, move)
}

type SwitchNamesOf = ReturnType<typeof switchNames>

/** Every name by which the answer may mean the active dialog, another one, or a tool (DialogSupervisor 11). */
function switchNames(draft: Draft, flow: CompiledFlow, { parent, dialog }: { parent: string; dialog: string }) {
  const isOpen = ({ type, edgeId }: Offer) =>
    type !== 'handoff' ||
    isAvailable(handoffEdgeSchema.parse(flow.graph.flow.edges[edgeId]?.data ?? {}).available, draft.variables)
  const offers = flow.offersOf(parent).filter((offer) => offer.enabled && isOpen(offer))
  const namesOf = (target: string, tool: string) => {
    const node = flow.graph.node(target)
    return node === undefined ? [tool] : [tool, codeOfDialog(node), node.name]
  }
  const helpers = offers.filter((offer) => !isUsed(offer))
  const own = helpers.filter((offer) => offer.target === dialog)
  return {
    current: own.length === 0 ? namesOf(dialog, dialog) : own.flatMap(({ name }) => namesOf(dialog, name)),
    helpers: helpers
      .filter((offer) => offer.target !== dialog)
      .map((offer) => ({ offer, names: namesOf(offer.target, offer.name) })),
    tools: offers.filter(isUsed),
  }
}
