/** The checks round a dialog's reply: the supervisor's switch check and the drawn observers, a super-step each. */
import type { Offer } from '../../src-shared/agents/offers'
import { isAvailable } from '../../src-shared/agents/expression'
import { readObserverAnswer, type ObserverAnswer } from '../../src-shared/agents/observer-answer'
import { builtInPrompts, formatNames, observerPromptName } from '../../src-shared/agents/prompts'
import { readSwitchAnswer, type SwitchAnswer } from '../../src-shared/agents/switch-answer'
import { renderTemplate } from '../../src-shared/agents/template'
import { codeOfDialog } from '../../src-shared/kinds/dialog'
import { kindOf } from '../../src-shared/kinds'
import { delegateEdgeSchema, handoffEdgeSchema } from '../../src-shared/kinds/edges'
import { observerSchema, type ObserverData } from '../../src-shared/kinds/observer'
import type { ModelPurpose, ModelSettings } from '../models/model'
import { questionPrompt } from '../models/prompt'
import { callModel, type CallResult } from './call-model'
import { promptWithChat } from './chat-prompt'
import { tellDecision } from './decisions'
import { beginStep, endTurn, setSession, topFrame, updateOf, userEntryOf, wordsOf, type Draft } from './draft'
import { advance, callWorker, leaveDialog, leaveFinished, passBaton, say, topSession } from './moves'
import { participantOf, stepName, type CompiledFlow, type Step, type StepContext } from './runtime'
import type { Frame } from './state'

/** Prompt and model of a supervisor's switch check; `routesDirectly`: a helper that it names takes the message at once. */
export type SwitchCheck = { prompt: string; settings: ModelSettings; routesDirectly: boolean }

/** The step in which `parent` asks whether the user still wants the dialog on top (DialogSupervisor 9 to 12). */
export function switchStep(parent: string, check: SwitchCheck): Step {
  return async (state, context) => {
    const draft = beginStep(state, context)
    const { flow } = context
    const dialog = topFrame(draft).node
    const names = switchNames(draft, flow, { parent, dialog })
    const message = messageText(draft)
    const others = [...names.helpers.map(({ offer }) => offer), ...names.tools]
    const listed = others.map(({ name }) => name)
    const prompt = renderTemplate(check.prompt || builtInPrompts(flow.language).prompts.switchCheck, {
      description: describe(flow, dialog),
      message,
      names: formatNames(listed, flow.language),
    })
    const options = others.map(({ name, description }) => ({ name, description }))
    const purpose: ModelPurpose = { kind: 'choose', options, none: 'False', message }
    const asked = await ask(draft, context, {
      node: parent,
      role: 'switch check',
      settings: check.settings,
      prompt,
      purpose,
    })
    if (asked === null) return updateOf(draft)
    const read = readSwitchAnswer(asked.reply.text, {
      current: names.current,
      helpers: names.helpers.flatMap((one) => one.names),
      tools: names.tools.map(({ name }) => name),
    })
    const route = check.routesDirectly ? routeOf(names, read) : null
    tell(draft, context, {
      node: parent,
      about: 'switch',
      asked,
      prompt,
      rule: route === null ? read.rule : 'helper, directly',
      choice: route === null ? read.outcome : flow.nameOf(route.target),
      candidates: ['False', ...listed, 'SELF'],
    })
    if (read.rule === 'unclear') warnUnclear(context, parent, asked.reply.text)
    takeSwitch(draft, context, { parent, read, route })
    return updateOf(draft)
  }
}

type Taken = { parent: string; read: SwitchAnswer; route: Offer | null }

function takeSwitch(draft: Draft, context: StepContext, { parent, read, route }: Taken): void {
  const reason = read.hint ?? read.rule
  if (read.outcome === 'stay') advance(draft, context)
  else if (route === null) interrupt(draft, context, { by: 'switch', reason, parent })
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
  const { returns } = delegateEdgeSchema.parse(flow.graph.flow.edges[route.edgeId]?.data ?? {})
  const returnTo = returns === 'when-done' ? parent : null
  const move = { to: route.target, edge: route.edgeId, by: 'pick' as const, reason: '', returnTo }
  if (participantOf(flow, route.target).arrival === 'worker') callWorker(draft, context, move)
  else passBaton(draft, context, move)
}

/** Stops the dialog for this message and lets the one below answer it (DialogSupervisor 9, 13, 14). */
function interrupt(
  draft: Draft,
  context: StepContext,
  at: { by: 'switch' | 'observer'; reason: string; parent: string },
): void {
  leaveDialog(draft, context.flow, { by: at.by, reason: at.reason, state: 'interrupted' })
  const frame = topFrame(draft)
  frame.todo = participantOf(context.flow, at.parent).begin(draft, context.flow)
}

/** The step in which one drawn observer looks at the dialog on top (flow-format, observers' answers). */
export function observerStep(observer: string, data: ObserverData, settings: ModelSettings): Step {
  return async (state, context) => {
    const draft = beginStep(state, context)
    const { flow } = context
    const prompt = observerPrompt(draft, context, { data, settings })
    const message = messageText(draft)
    const asked = await ask(draft, context, {
      node: observer,
      settings,
      prompt,
      purpose: observerPurpose(data, message),
    })
    if (asked === null) {
      leaveFinished(draft, flow)
      return updateOf(draft)
    }
    const current = topSession(draft)
    const read = readObserverAnswer({ ...data, collected: current?.session.slots ?? {} }, asked.reply.text)
    const candidates = data.outcomes.map((outcome) => outcome.answer)
    tell(draft, context, {
      node: observer,
      about: 'observer',
      asked,
      prompt,
      rule: read.rule,
      choice: read.then,
      candidates,
    })
    if (read.unclear) warnUnclear(context, observer, asked.reply.text)
    if (read.slots !== undefined && current !== null)
      setSession(draft, current.key, { ...current.session, slots: read.slots })
    takeVerdict(draft, context, { observer: flow.nameOf(observer), read })
    return updateOf(draft)
  }
}

function takeVerdict(
  draft: Draft,
  context: StepContext,
  { observer, read }: { observer: string; read: ObserverAnswer },
): void {
  const frame = topFrame(draft)
  const isBefore = frame.todo.includes(stepName.think(frame.node))
  const parent = draft.frames.at(-2)?.node
  switch (frame.ending === undefined ? read.then : 'finish') {
    case 'continue':
      advance(draft, context)
      return
    case 'steer':
      if (isBefore) frame.steer.push(read.text ?? '')
      else steerNextReply(draft, read.text ?? '')
      advance(draft, context)
      return
    case 'reply':
      say(draft, frame.node, read.text ?? '')
      frame.todo = isBefore ? frame.todo.slice(0, 1) : frame.todo
      advance(draft, context)
      return
    case 'finish':
      frame.ending ??= { observer, isUnanswered: isBefore }
      finish(draft, context, { frame, isAnswered: !frame.ending.isUnanswered })
      return
    case 'interrupt':
      if (isBefore && parent !== undefined) interrupt(draft, context, { by: 'observer', reason: observer, parent })
      else {
        leaveDialog(draft, context.flow, { by: 'observer', reason: observer, state: 'interrupted' })
        endTurn(draft)
      }
      return
  }
}

/** Ends the dialog once all that gathers has looked at its last words, wherever it is drawn: the result has what was found in them (DialogSupervisor 15). */
function finish(
  draft: Draft,
  context: StepContext,
  { frame, isAnswered }: { frame: Frame; isAnswered: boolean },
): void {
  const { flow } = context
  const gathering = gatheringSteps(flow, frame.node)
  frame.todo = frame.todo.slice(1).filter((step) => gathering.has(step))
  if (frame.todo.length > 0) return
  leaveFinished(draft, flow)
  const below = topFrame(draft)
  if (isAnswered || below === frame) endTurn(draft)
  else below.todo = participantOf(flow, below.node).enter(draft, context)
}

/** The steps of the observers that gather what a dialog is told. */
function gatheringSteps({ graph }: CompiledFlow, dialog: string): ReadonlySet<string> {
  const observers = graph.from(dialog, 'observers').map(({ edge }) => edge.to.node)
  const gathers = (id: string) => observerSchema.parse(graph.node(id)?.data ?? {}).type === 'collect'
  return new Set(observers.filter(gathers).map(stepName.watch))
}

/** The reply is said already: the instruction waits for the next one. */
function steerNextReply(draft: Draft, text: string): void {
  const current = topSession(draft)
  if (current === null) return
  setSession(draft, current.key, { ...current.session, steer: [...(current.session.steer ?? []), text] })
}

function observerPrompt(
  draft: Draft,
  context: StepContext,
  { data, settings }: { data: ObserverData; settings: ModelSettings },
): string {
  const { flow } = context
  const frame = topFrame(draft)
  const log = draft.state.log
  const reply = log.findLast(
    (entry) => entry.kind === 'text' && entry.scope === frame.scope && entry.author === frame.node,
  )
  const template = data.prompt || builtInPrompts(flow.language).prompts[observerPromptName(data.type)]
  const values = {
    ...draft.variables,
    description: describe(flow, frame.node),
    message: messageText(draft),
    reply: reply?.kind === 'text' ? reply.text : '',
    slots: JSON.stringify(data.slots),
    answers: data.outcomes.map((outcome) => outcome.answer).join('\n'),
  }
  return promptWithChat(draft, { flow, settings }, { template, slot: 'history', values })
}

function observerPurpose(data: ObserverData, message: string): ModelPurpose {
  const answers = {
    finished: ['no', 'yes'],
    interest: ['yes', 'no'],
    collect: [],
    steer: ['False'],
    guard: ['ok'],
    question: data.outcomes.map((outcome) => outcome.answer),
  }[data.type]
  return data.type === 'collect'
    ? { kind: 'extract', schema: data.slots, message }
    : { kind: 'judge', answers, message }
}

type Question = { node: string; role?: string; settings: ModelSettings; prompt: string; purpose: ModelPurpose }

function ask(draft: Draft, context: StepContext, { prompt, ...question }: Question): Promise<CallResult | null> {
  return callModel(draft, context, { ...question, prompt: questionPrompt(context.flow.language, prompt), tools: [] })
}

type Told = {
  node: string
  about: string
  asked: CallResult
  prompt: string
  rule: string
  choice: string
  candidates: string[]
}

/** One trace entry for one decision: candidates, prompt, raw answer, the rule that fired, the choice. */
function tell(draft: Draft, context: StepContext, told: Told): void {
  tellDecision(draft, context, { ...told, candidates: told.candidates.map((name) => ({ name })) })
}

function warnUnclear(context: StepContext, node: string, answer: string): void {
  const message = `${context.flow.nameOf(node)} got an unclear answer to its check, so the dialog goes on: "${answer.slice(0, 200)}"`
  context.emit({ type: 'warning', node, code: 'unclear-answer', message })
}

function messageText(draft: Draft): string {
  return wordsOf(userEntryOf(draft))
}

/** What the dialog is for, in the words that whoever brings it in reads. */
function describe(flow: CompiledFlow, dialog: string): string {
  const offers = flow.graph
    .into(dialog)
    .flatMap(({ edge, id }) =>
      flow.offersOf(edge.from.node).filter((one) => one.type === 'dialog' && one.edgeId === id),
    )
  const node = flow.graph.node(dialog)
  const own = node === undefined ? null : (kindOf(node)?.offer(node) ?? null)
  return offers.at(0)?.description ?? own?.description ?? flow.nameOf(dialog)
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
  const helpers = offers.filter((offer) => offer.type !== 'tool')
  const own = helpers.filter((offer) => offer.target === dialog)
  return {
    current: own.length === 0 ? namesOf(dialog, dialog) : own.flatMap(({ name }) => namesOf(dialog, name)),
    helpers: helpers
      .filter((offer) => offer.target !== dialog)
      .map((offer) => ({ offer, names: namesOf(offer.target, offer.name) })),
    tools: offers.filter((offer) => offer.type === 'tool'),
  }
}
