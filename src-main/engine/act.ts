/** The tool step of a participant: runs the calls of its last reply one by one, then follows at most one move. */
import { z } from 'zod'
import { AppError } from '../../src-shared/errors'
import type { Offer } from '../../src-shared/agents/offers'
import { builtInText } from '../../src-shared/agents/prompts'
import { delegateEdgeSchema, handoffEdgeSchema } from '../../src-shared/kinds/edges'
import type { JsonObject } from '../../src-shared/flow/records'
import type { LogCall, LogEntry } from '../../src-shared/run/log'
import { newId } from '../../src-shared/flow/records'
import { appendResult, beginStep, topFrame, updateOf, type Draft } from './draft'
import { passBaton } from './moves'
import { stepName, type CompiledFlow, type Step, type StepContext, type ToolOutcome } from './runtime'
import { availableOffers } from './think'

const argumentsSchema = z.record(z.string(), z.json())

/** The step in which the calls of a participant's last reply are carried out (shared rule 6.2: one result for each). */
export function actStep(id: string): Step {
  return async (state, context) => {
    const draft = beginStep(state, context)
    const calls = lastCalls(state.log, id)
    const offers = availableOffers(draft, context.flow, id)
    const winner = winningMove(calls, offers, context.flow)
    const span = newId('s')
    for (const call of calls) {
      context.signal.throwIfAborted()
      await runCall(draft, context, { id, span, call, offers, winner })
    }
    draft.turn.toolRounds[id] = (draft.turn.toolRounds[id] ?? 0) + 1
    const frame = topFrame(draft)
    const offer = winner === null ? undefined : offers.find((one) => one.name === winner.name)
    if (winner === null || offer === undefined) frame.todo = [stepName.think(id), ...frame.todo.slice(1)]
    else follow(draft, context, { id, call: winner, offer })
    return updateOf(draft)
  }
}

function lastCalls(log: readonly LogEntry[], author: string): readonly LogCall[] {
  const entry = log.findLast((one) => one.kind === 'calls' && one.author === author)
  return entry?.kind === 'calls' ? entry.calls : []
}

/** Of several moves in one reply the last wins, or the first where the flow says so (flow-format, hand-off tools). */
function winningMove(calls: readonly LogCall[], offers: readonly Offer[], flow: CompiledFlow): LogCall | null {
  const moves = calls.filter((call) => offers.some((offer) => offer.name === call.name && offer.type !== 'tool'))
  return (flow.settings.swarm.severalHandoffs === 'first' ? moves.at(0) : moves.at(-1)) ?? null
}

type OneCall = { id: string; span: string; call: LogCall; offers: readonly Offer[]; winner: LogCall | null }

async function runCall(draft: Draft, context: StepContext, one: OneCall): Promise<void> {
  const { id, call, offers, winner } = one
  const offer = offers.find((candidate) => candidate.name === call.name)
  if (offer === undefined || offer.type !== 'tool') {
    const refusal = offer === undefined ? refusalOf(call, context.flow, id) : null
    const text = refusal ?? moveResult(call, context.flow, { offers, winner })
    if (refusal !== null) warn(context, id, refusal)
    appendResult(draft, id, { call, text, isError: refusal !== null })
    return
  }
  const at = {
    node: id,
    path: topFrame(draft).scope,
    span: one.span,
    callId: call.id,
    tool: call.name,
    toolNode: offer.target,
  }
  const started = context.services.now()
  context.emit({ ...at, type: 'tool.started', arguments: call.arguments })
  const outcome = await callTool(draft, context, { offer, call })
  context.emit({ ...at, type: 'tool.finished', isError: outcome.isError, ms: context.services.now() - started })
  if (outcome.variables !== undefined) draft.variables = { ...draft.variables, ...outcome.variables }
  appendResult(draft, id, { call, text: outcome.text, isError: outcome.isError })
}

/** Why a call to something that is not on offer is refused; the run goes on (Workbench 9, DESIGN 3). */
function refusalOf(call: LogCall, flow: CompiledFlow, id: string): string {
  const disabled = flow.offersOf(id).find((offer) => offer.name === call.name)
  if (disabled !== undefined && disabled.type === 'tool') return `Error: tool ${call.name} is disabled`
  if (disabled !== undefined || call.name.startsWith('transfer_'))
    return builtInText(flow.language, 'refusedHandoff', { name: call.name })
  return `Error: ${builtInText(flow.language, 'unknownTool', { name: call.name })}`
}

function warn(context: StepContext, node: string, message: string): void {
  context.emit({ type: 'warning', node, code: 'refused-call', message })
}

function moveResult(call: LogCall, flow: CompiledFlow, { offers, winner }: Pick<OneCall, 'offers' | 'winner'>): string {
  const target = offers.find((offer) => offer.name === winner?.name)?.target
  const name = target === undefined ? '' : flow.nameOf(target)
  return builtInText(flow.language, call.id === winner?.id ? 'handedOver' : 'losingHandoff', { name })
}

async function callTool(
  draft: Draft,
  context: StepContext,
  { offer, call }: { offer: Offer; call: LogCall },
): Promise<ToolOutcome> {
  const run = context.flow.tools.get(offer.target)
  if (run === undefined) return { text: `Error: tool ${call.name} cannot be called`, isError: true }
  const seconds = AbortSignal.timeout(Math.max(1, context.deadline - context.services.now()))
  try {
    const args = parseArguments(call)
    const signal = AbortSignal.any([context.signal, seconds])
    return await run(args, { signal, services: context.services, variables: draft.variables })
  } catch (cause) {
    context.signal.throwIfAborted()
    if (seconds.aborted) return { text: 'Error: the turn has used up its time', isError: true }
    return { text: `Error: ${cause instanceof Error ? cause.message : String(cause)}`, isError: true }
  }
}

/** The arguments as a JSON object; malformed ones are an error result, never a call (Workbench 18). */
function parseArguments(call: LogCall): JsonObject {
  if (call.arguments.trim() === '') return {}
  const parsed = argumentsSchema.safeParse(parseJson(call.arguments))
  if (parsed.success) return parsed.data
  throw new AppError(
    'bad-input',
    `the arguments of ${call.name} are not a JSON object: ${call.arguments.slice(0, 200)}`,
  )
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function follow(
  draft: Draft,
  context: StepContext,
  { id, call, offer }: { id: string; call: LogCall; offer: Offer },
): void {
  const { flow } = context
  draft.turn.rounds += 1
  draft.turn.toolRounds[id] = 0
  const edge = flow.graph.flow.edges[offer.edgeId]
  const returns = (offer.type === 'dialog' ? delegateEdgeSchema : handoffEdgeSchema).parse(edge?.data ?? {}).returns
  context.emit({
    type: 'decision',
    ...decisionAt(draft, id),
    decision: decisionOf(call, { id, offer, flow }),
    usage: null,
    ms: 0,
  })
  passBaton(draft, context, {
    to: offer.target,
    edge: offer.edgeId,
    by: 'model',
    reason: reasonOf(call),
    returnTo: returns === 'when-done' ? id : null,
  })
}

function decisionAt(draft: Draft, node: string) {
  return { node, path: topFrame(draft).scope, span: newId('s') }
}

function decisionOf(call: LogCall, { id, offer, flow }: { id: string; offer: Offer; flow: CompiledFlow }) {
  const moves = flow.offersOf(id).filter((one) => one.type !== 'tool')
  return {
    about: offer.type === 'dialog' ? 'dialog' : 'handoff',
    candidates: moves.map((one) => ({ name: one.name, note: one.description })),
    prompt: null,
    answer: `${call.name}(${call.arguments})`,
    rule: 'the model called it',
    choice: flow.nameOf(offer.target),
    tries: 1,
  }
}

/** The words in which the model gave its reason, if it did. */
function reasonOf(call: LogCall): string {
  const parsed = argumentsSchema.safeParse(parseJson(call.arguments))
  const reason = parsed.success ? parsed.data['reason'] : undefined
  return typeof reason === 'string' ? reason.slice(0, 300) : ''
}
