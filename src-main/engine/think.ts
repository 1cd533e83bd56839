/** The model step of a participant: what it sees, what it is offered, and what its reply does. */
import { offersOf, withoutDoubles, type Offer } from '../../src-shared/agents/offers'
import { isAvailable } from '../../src-shared/agents/expression'
import { handoffEdgeSchema } from '../../src-shared/kinds/edges'
import { builtInText } from '../../src-shared/agents/prompts'
import { estimateTokens } from '../../src-shared/agents/tokens'
import type { ModelMessage, ModelReply, ModelTool, ModelToolCall } from '../models/model'
import { callModel } from './call-model'
import { contextTokensOf } from './context-tokens'
import { append, appendResult, beginStep, nextEntryId, topFrame, updateOf, logOf, type Draft } from './draft'
import { advance, endByLimit, say } from './moves'
import { participantOf, stepName, type CompiledFlow, type Participant, type Step, type StepContext } from './runtime'
import { findTools, pooledOffers } from './tool-pools'
import { viewOf } from './view'

/** The step in which a participant's model is asked. */
export function thinkStep(id: string): Step {
  return async (state, context) => {
    const draft = beginStep(state, context)
    const participant = participantOf(context.flow, id)
    if (isOutOfRounds(draft, context.flow) || participant.moveFirst?.(draft, context) === true) return updateOf(draft)
    await findTools(draft, context, id)
    const offers = availableOffers(draft, context.flow, id)
    const isLastRound = (topFrame(draft).toolRounds ?? 0) >= participant.maxToolRounds
    const view = promptOf(draft, context.flow, participant)
    const result = await callModel(draft, context, {
      node: id,
      settings: participant.settings,
      messages: view.messages,
      tools: isLastRound ? [] : offers.map(toolOf),
      purpose: { kind: 'reply' },
      entryId: nextEntryId(draft),
      isCut: view.isCut,
    })
    if (result !== null) takeReply(draft, context, { participant, reply: result.reply, isLastRound })
    return updateOf(draft)
  }
}

function isOutOfRounds(draft: Draft, flow: CompiledFlow): boolean {
  const { rounds } = flow.settings.limits
  if (draft.turn.rounds < rounds) return false
  endByLimit(draft, flow, { limit: 'rounds', value: rounds })
  return true
}

/** What may be called right now: enabled tools, those that pools offer in this turn, dialogs, and hand-offs whose condition holds (swarm 8). */
export function availableOffers(draft: Draft, flow: CompiledFlow, id: string): Offer[] {
  const offers = flow.offersOf(id)
  const isFilled = offers.some((offer) => offer.type === 'handoff' && offer.description.includes('{'))
  const all = isFilled ? withoutDoubles(offersOf(flow.graph, id, { variables: draft.variables })) : offers
  const drawn = all.filter((offer) => {
    if (!offer.enabled) return false
    if (offer.type !== 'handoff') return true
    const edge = flow.graph.flow.edges[offer.edgeId]
    return isAvailable(handoffEdgeSchema.parse(edge?.data ?? {}).available, draft.variables)
  })
  const names = new Set(drawn.map(({ name }) => name))
  const pooled = pooledOffers(draft, flow, id).filter(({ name }) => !names.has(name))
  const isTool = ({ type }: Offer) => type === 'tool'
  return [...drawn.filter(isTool), ...pooled, ...drawn.filter((offer) => !isTool(offer))]
}

function toolOf(offer: Offer): ModelTool {
  return {
    name: offer.name,
    description: offer.description,
    parameters: offer.parameters,
    moves: offer.type !== 'tool',
  }
}

/** The whole prompt: system texts, the participant's view of the log, and what comes after it (DialogSupervisor 1). */
function promptOf(
  draft: Draft,
  flow: CompiledFlow,
  participant: Participant,
): { messages: ModelMessage[]; isCut: boolean } {
  const frame = topFrame(draft)
  const texts = participant.texts(draft, flow)
  const log = logOf(draft)
  const system = (text: string): ModelMessage => ({ role: 'system', text })
  const before = texts.before.map(system)
  const after = [...texts.after, ...frame.steer].map(system)
  const instructions = [...before, ...after].reduce((sum, { text }) => sum + estimateTokens(text), 0)
  const view = viewOf(log, {
    scope: frame.scope,
    viewer: participant.id,
    nameOf: flow.nameOf,
    hideTransit: participant.hidesTransit && flow.settings.swarm.hideTransit,
    // History is cut, instructions never are (shared rule 6.7).
    budget: contextTokensOf(participant.settings) - instructions,
    handedOn: builtInText(flow.language, 'handedToSupervisor'),
  })
  return { messages: [...before, ...view.messages, ...after], isCut: view.isCut }
}

function takeReply(
  draft: Draft,
  context: StepContext,
  { participant, reply, isLastRound }: { participant: Participant; reply: ModelReply; isLastRound: boolean },
): void {
  const { id } = participant
  if (reply.calls.length === 0) {
    draft.turn.rounds += 1
    topFrame(draft).toolRounds = 0
    if (reply.text.trim() === '') warnEmpty(draft, context, id)
    else say(draft, id, reply.text)
    advance(draft, context)
    return
  }
  const moves = new Set(context.flow.offersOf(id).flatMap((offer) => (offer.type === 'tool' ? [] : [offer.name])))
  const calls = uniqueCalls(reply.calls).map((call) => ({
    ...call,
    transit: moves.has(call.name) || call.name.startsWith('transfer_'),
  }))
  append(draft, { kind: 'calls', author: id, scope: topFrame(draft).scope, text: reply.text, calls })
  if (isLastRound) {
    for (const call of calls)
      appendResult(draft, id, { call, text: 'Error: no more tool calls in this reply.', isError: true })
    endByLimit(draft, context.flow, {
      limit: 'toolRounds',
      value: participant.maxToolRounds,
      name: participant.node.name,
    })
    return
  }
  const frame = topFrame(draft)
  frame.todo = [stepName.act(id), ...frame.todo.slice(1)]
}

function warnEmpty(draft: Draft, context: StepContext, node: string): void {
  const message = `The model of ${context.flow.nameOf(node)} answered nothing. Ask again, or try another model.`
  context.emit({ type: 'warning', node, code: 'empty-reply', message })
}

/** Calls with ids that differ within the reply, so that each can have its own result. */
function uniqueCalls(calls: readonly ModelToolCall[]): ModelToolCall[] {
  const taken = new Set<string>()
  return calls.map((call) => {
    let id = call.id
    for (let count = 2; taken.has(id); count += 1) id = `${call.id}_${count}`
    taken.add(id)
    return { id, name: call.name, arguments: call.arguments }
  })
}
