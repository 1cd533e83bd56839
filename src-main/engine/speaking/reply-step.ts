/** The model step of a participant: what it sees, what it is offered, and what its reply does. */
import { isUsed, offersOf, type Offer } from '../../../src-shared/agents/offers/offers'
import { isAvailable } from '../../../src-shared/agents/expressions/expression'
import {
  mendedArguments,
  offeredName,
  readCallArguments,
  writtenCall,
} from '../../../src-shared/agents/answers/model-calls'
import type { LogCall } from '../../../src-shared/run/log/log'
import { handoffEdgeSchema } from '../../../src-shared/kinds/edges'
import { builtInText } from '../../../src-shared/agents/prompts'
import { estimateTokens } from '../../../src-shared/agents/texts/tokens'
import type { ModelTool } from '../../models/contract/model'
import type { ModelToolCall, Prompt } from '../../models/contract/prompt'
import { contextTokensOf } from '../log-views/context-tokens'
import { append, appendResult, nextEntryId, topFrame, type Draft } from '../state/draft'
import { instructionsOf } from './instructions'
import { advance, endByLimit } from '../moves/moves'
import { shownLog, summarizes } from './participant-view'
import {
  speakingAt,
  stepName,
  type CompiledFlow,
  type SpeakingParticipant,
  type Step,
  type StepContext,
  type SystemTexts,
} from '../contract/runtime'
import { step } from '../contract/step'
import { budgetNotes } from '../calls/budgets'
import { warnEmptyReply } from '../calls/empty-reply'
import { askForOutput, type StructuredResult } from '../calls/structured'
import { findTools, pooledOffers } from '../pools/tool-pools'
import { steerFor } from '../workers/workers'
import { holdBack, mayStream, speakAndWatch, takeLaterSteer } from '../dialogs/watchers'

/** The step in which a participant's model is asked. */
export function thinkStep(id: string): Step {
  return step(async (draft, context) => {
    const participant = speakingAt(context.flow, id)
    const { speaks, settings } = participant
    if (isOutOfRounds(draft, context.flow) || speaks.moveFirst?.(draft, context) === true) return
    takeLaterSteer(draft)
    await findTools(draft, context, id)
    const texts = await instructionsOf(draft, context, participant)
    const offers = availableOffers(draft, context.flow, id)
    const { toolRounds: toolRound = 0 } = topFrame(draft)
    const steer = steerFor(draft, context.flow)
    const tools = offers.map(toolOf)
    const noted = tokensOf(budgetNotes(draft, context, id))
    const instructions = tokensOf([...texts.before, ...texts.after, ...steer]) + noted
    if (await summarizes(draft, context, { participant, instructions, tools })) return
    const isLastRound = toolRound >= speaks.maxToolRounds
    const { prompt, isCut } = promptOf(draft, context.flow, { participant, texts, isLastRound, noted })
    const result = await askForOutput(draft, context, {
      output: speaks.output ?? null,
      node: id,
      settings,
      prompt,
      tools,
      toolsClosed: isLastRound || settings.toolChoice === 'none',
      toolRound,
      purpose: { kind: 'reply' },
      ...(mayStream(draft, context.flow) ? { entryId: nextEntryId(draft) } : {}),
      isCut,
    })
    if (result !== null) takeReply(draft, context, { participant, answered: result, isLastRound, offers })
  })
}

function isOutOfRounds(draft: Draft, flow: CompiledFlow): boolean {
  const { rounds } = flow.settings.limits
  if (draft.turn.rounds < rounds) return false
  endByLimit(draft, flow, { limit: 'rounds', most: rounds })
  return true
}

/** What may be called right now: enabled tools, those that pools offer in this turn, dialogs, and hand-offs whose condition holds (swarm 8). */
export function availableOffers(draft: Draft, flow: CompiledFlow, id: string): Offer[] {
  const offers = flow.offersOf(id)
  const isFilled = offers.some((offer) => offer.type === 'handoff' && offer.description.includes('{'))
  const filled = isFilled ? offersOf(flow.graph, id, { variables: draft.variables }) : []
  const written = new Map(filled.map((offer) => [offer.edgeId, offer]))
  const { words = {} } = topFrame(draft)
  const all = offers.map((offer) => {
    if (offer.type !== 'handoff') return offer
    const drawn = written.get(offer.edgeId) ?? offer
    return { ...drawn, description: words[offer.edgeId] ?? drawn.description }
  })
  const drawn = all.filter((offer) => {
    if (!offer.enabled) return false
    if (offer.type !== 'handoff') return true
    const edge = flow.graph.flow.edges[offer.edgeId]
    return isAvailable(handoffEdgeSchema.parse(edge?.data ?? {}).available, draft.variables)
  })
  const names = new Set(drawn.map(({ name }) => name))
  const pooled = pooledOffers(draft, flow, id).filter(({ name }) => !names.has(name))
  return [...drawn.filter(isUsed), ...pooled, ...drawn.filter((offer) => !isUsed(offer))]
}

function toolOf(offer: Offer): ModelTool {
  return {
    name: offer.name,
    description: offer.description,
    parameters: offer.parameters,
    moves: !isUsed(offer),
    ...(isUsed(offer) ? {} : { leadsTo: offer.target }),
  }
}

/** `noted`: tokens of what is told besides with the request. */
type ReplyContext = { participant: SpeakingParticipant; texts: SystemTexts; isLastRound: boolean; noted: number }

/** The whole prompt: system texts, the participant's view of the log, and what comes after it (DialogSupervisor 1). */
function promptOf(
  draft: Draft,
  flow: CompiledFlow,
  { participant, texts, isLastRound, noted }: ReplyContext,
): { prompt: Prompt; isCut: boolean } {
  // With a structured output the model may be told to answer by calling a tool.
  const isInWords = (participant.speaks.output ?? null) === null
  const last = isLastRound && isInWords ? [builtInText(flow.language, 'toolsClosed')] : []
  const after = [...texts.after, ...steerFor(draft, flow), ...last]
  // History is cut, instructions never are (shared rule 6.7).
  const budget = contextTokensOf(participant.settings) - tokensOf([...texts.before, ...after]) - noted
  const { messages: history, isCut, system } = shownLog(draft, flow, { participant, budget })
  return { prompt: { language: flow.language, system: [...texts.before, ...system], history, after }, isCut }
}

function tokensOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + estimateTokens(text), 0)
}

type TakenReply = {
  participant: SpeakingParticipant
  answered: StructuredResult
  isLastRound: boolean
  offers: readonly Offer[]
}

function takeReply(draft: Draft, context: StepContext, taken: TakenReply): void {
  const { participant, isLastRound } = taken
  const { reply } = taken.answered
  const { id } = participant
  const calls = callsOf(context, taken)
  if (calls.length === 0) {
    sayReply(draft, context, taken)
    return
  }
  const { text, extra, end } = reply
  const frame = topFrame(draft)
  const asks = { calls, ...(extra === undefined ? {} : { extra }) }
  const looking = holdBack(draft, context.flow, { frame, words: { text, end, asks } })
  frame.todo = [...looking, stepName.act(id), ...frame.todo.slice(1)]
  if (looking.length > 0 && !isLastRound) return
  // In the last round there is no later step in which a withheld reply could be said.
  delete frame.held
  const words = looking.length > 0 ? '' : text
  append(draft, {
    kind: 'calls',
    author: id,
    scope: frame.scope,
    text: words,
    ...asks,
    ...(end === undefined ? {} : { end }),
  })
  if (isLastRound) {
    for (const call of calls)
      appendResult(draft, id, { call, text: builtInText(context.flow.language, 'noMoreCalls'), isError: true })
    endByLimit(draft, context.flow, {
      limit: 'toolRounds',
      most: participant.speaks.maxToolRounds,
      name: participant.node.name,
    })
  }
}

/** A reply that calls nothing ends the participant's round. */
function sayReply(draft: Draft, context: StepContext, { participant: { id }, answered, offers }: TakenReply): void {
  const { reply, output } = answered
  draft.turn.rounds += 1
  topFrame(draft).toolRounds = 0
  if (reply.text.trim() !== '') {
    speakAndWatch(draft, context.flow, { text: reply.text, output, end: reply.end })
    const names = offers.map(({ name }) => name)
    const written = output === undefined ? writtenCall(reply.text, names) : null
    if (written !== null) warnWritten(context, id, written)
  } else if (reply.end === undefined) warnEmptyReply(context, id)
  advance(draft, context)
}

/** The calls of a reply by the names on offer that they mean. One that was cut off in the middle is not carried out. */
function callsOf(context: StepContext, { participant: { id }, answered, offers }: TakenReply): LogCall[] {
  const { reply } = answered
  const drawn = context.flow.offersOf(id)
  const moves = new Set(drawn.flatMap((offer) => (isUsed(offer) ? [] : [offer.name])))
  const names = [...offers, ...drawn].map(({ name }) => name)
  const last = reply.calls.at(-1)
  const isCut =
    reply.end === 'length' &&
    last !== undefined &&
    (last.arguments.trim() === '' || readCallArguments(last.arguments) === null)
  if (isCut) {
    const facts = { name: context.flow.nameOf(id), tool: last.name }
    context.emit({ type: 'warning', node: id, code: 'call-cut-off', facts })
  }
  return uniqueCalls(isCut ? reply.calls.slice(0, -1) : reply.calls).map((call) => {
    const read = readCall(call, names)
    return { ...read, transit: moves.has(read.name) || read.name.startsWith('transfer_') }
  })
}

function readCall(call: ModelToolCall, names: readonly string[]): Omit<LogCall, 'transit'> {
  const name = offeredName(call.name, names) ?? call.name
  const text = mendedArguments(call.arguments)
  const isSame = name === call.name && text === call.arguments
  return {
    id: call.id,
    name,
    arguments: text,
    ...(isSame ? {} : { asWritten: { name: call.name, arguments: call.arguments } }),
    ...(call.extra === undefined ? {} : { extra: call.extra }),
  }
}

function warnWritten(context: StepContext, node: string, tool: string): void {
  context.emit({ type: 'warning', node, code: 'call-as-text', facts: { name: context.flow.nameOf(node), tool } })
}

/** Calls with ids that differ within the reply, so that each can have its own result. */
function uniqueCalls(calls: readonly ModelToolCall[]): ModelToolCall[] {
  const taken = new Set<string>()
  return calls.map((call) => {
    let id = call.id
    for (let count = 2; taken.has(id); count += 1) id = `${call.id}_${count}`
    taken.add(id)
    return { ...call, id }
  })
}
