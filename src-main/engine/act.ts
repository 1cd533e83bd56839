/** The tool step of a participant: runs the calls of its last reply one by one, then follows at most one move. */
import { z } from 'zod'
import { AppError } from '../../src-shared/errors'
import type { Offer } from '../../src-shared/agents/offers'
import { builtInText } from '../../src-shared/agents/prompts'
import { isVariableName, misfit } from '../../src-shared/flow/variables'
import type { JsonObject } from '../../src-shared/flow/records'
import type { LogCall, LogEntry, Scope } from '../../src-shared/run/log'
import { newId } from '../../src-shared/flow/records'
import {
  destinationName,
  destinationOf,
  followMove,
  moveOfOffer,
  warnOfLosers,
  winningMove,
  type AskedMove,
} from './asked-moves'
import { appendResult, beginStep, topFrame, updateOf, type Draft } from './draft'
import { stepName, type CompiledFlow, type Step, type StepContext, type ToolOutcome } from './runtime'
import { availableOffers } from './think'
import { isDisabledInPool, searchToolRunner } from './tool-pools'

const argumentsSchema = z.record(z.string(), z.json())

/** What came of one call: the text of its result, and the move that it asks for. */
type Answer = { call: LogCall; text: string; isError: boolean; move: AskedMove | null }

/** The step in which the calls of a participant's last reply are carried out (shared rule 6.2: one result for each). */
export function actStep(id: string): Step {
  return async (state, context) => {
    const draft = beginStep(state, context)
    const offers = availableOffers(draft, context.flow, id)
    const span = newId('s')
    const answers: Answer[] = []
    for (const call of lastCalls(state.log, id, topFrame(draft).scope)) {
      context.signal.throwIfAborted()
      answers.push(await answerCall(draft, context, { id, span, call, offers }))
    }
    const moves = answers.flatMap(({ move }) => move ?? [])
    const winner = winningMove(moves, context.flow)
    for (const answer of answers) {
      const { call, isError } = answer
      appendResult(draft, id, { call, text: resultText(answer, winner, context.flow), isError })
    }
    warnOfLosers(context, id, moves)
    const frame = topFrame(draft)
    frame.toolRounds = (frame.toolRounds ?? 0) + 1
    if (winner === null) frame.todo = [stepName.think(id), ...frame.todo.slice(1)]
    else followMove(draft, context, { id, move: winner })
    return updateOf(draft)
  }
}

function lastCalls(log: readonly LogEntry[], author: string, scope: Scope): readonly LogCall[] {
  const entry = log.findLast((one) => one.kind === 'calls' && one.author === author && one.scope === scope)
  return entry?.kind === 'calls' ? entry.calls : []
}

type OneCall = { id: string; span: string; call: LogCall; offers: readonly Offer[] }

async function answerCall(draft: Draft, context: StepContext, one: OneCall): Promise<Answer> {
  const { id, call, offers } = one
  const offer = offers.find((candidate) => candidate.name === call.name)
  if (offer === undefined) {
    const text = refusalOf(call, context.flow, id)
    warn(context, id, text)
    return { call, text, isError: true, move: null }
  }
  const move = moveOfOffer(call, offer, reasonOf(call))
  return move === null ? runTool(draft, context, { ...one, offer }) : { call, text: '', isError: false, move }
}

/** Runs a tool. What it set is there for the next call of the reply (swarm 9); one that fails changes nothing. */
async function runTool(draft: Draft, context: StepContext, one: OneCall & { offer: Offer }): Promise<Answer> {
  const { id, call, offer } = one
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
  const outcome = checkedOutcome(await callTool(draft, context, { id, offer, call }), context.flow)
  context.emit({ ...at, type: 'tool.finished', isError: outcome.isError, ms: context.services.now() - started })
  const { text, isError, variables = {}, handOff } = outcome
  if (isError) return { call, text, isError, move: null }
  if (Object.keys(variables).length > 0) draft.variables = { ...draft.variables, ...variables }
  if (handOff === undefined) return { call, text, isError, move: null }
  const { to, name } = destinationOf(draft, context.flow, { id, name: handOff })
  if (to !== null) return { call, text, isError, move: { call, by: 'tool', to, reason: '' } }
  const refusal = builtInText(context.flow.language, 'refusedHandoff', { name })
  warn(context, id, refusal)
  return { call, text: `${refusal}\n${text}`.trim(), isError: true, move: null }
}

/** What a tool may set: any name that could be declared, and a declared one by its type. Names that nobody declared are allowed, as in AG2. */
export function checkedOutcome(outcome: ToolOutcome, flow: CompiledFlow): ToolOutcome {
  for (const [name, value] of Object.entries(outcome.variables ?? {})) {
    const declared = Object.hasOwn(flow.settings.variables, name) ? flow.settings.variables[name] : undefined
    const issue = declared === undefined ? null : misfit(name, declared.type, value)
    if (issue !== null) return { text: `Error: ${issue}`, isError: true }
    if (!isVariableName(name) || name === '__proto__')
      return { text: `Error: "${name.slice(0, 80)}" cannot be the name of a variable.`, isError: true }
  }
  return outcome
}

/** The result that the model reads: never empty, and it says what became of a hand-off. */
function resultText({ call, text, move }: Answer, winner: AskedMove | null, flow: CompiledFlow): string {
  if (move === null || winner === null) return text.trim() === '' ? '(no output)' : text
  const name = destinationName(winner, flow)
  if (call.id !== winner.call.id) return `${text}\n${builtInText(flow.language, 'losingHandoff', { name })}`.trim()
  return text.trim() === '' ? builtInText(flow.language, 'handedOver', { name }) : text
}

/** Why a call to something that is not on offer is refused; the run goes on (Workbench 9, DESIGN 3). */
function refusalOf(call: LogCall, flow: CompiledFlow, id: string): string {
  const disabled = flow.offersOf(id).find((offer) => offer.name === call.name)
  if (disabled?.type === 'tool' || isDisabledInPool(flow, id, call.name)) return `Error: tool ${call.name} is disabled`
  if (disabled !== undefined || call.name.startsWith('transfer_'))
    return builtInText(flow.language, 'refusedHandoff', { name: call.name })
  return `Error: ${builtInText(flow.language, 'unknownTool', { name: call.name })}`
}

function warn(context: StepContext, node: string, message: string): void {
  context.emit({ type: 'warning', node, code: 'refused-call', message })
}

async function callTool(
  draft: Draft,
  context: StepContext,
  { id, offer, call }: { id: string; offer: Offer; call: LogCall },
): Promise<ToolOutcome> {
  const run = context.flow.tools.get(offer.target) ?? searchToolRunner(draft, context, { id, name: offer.name })
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

/** The words in which the model gave its reason, if it did. */
function reasonOf(call: LogCall): string {
  const parsed = argumentsSchema.safeParse(parseJson(call.arguments))
  const reason = parsed.success ? parsed.data['reason'] : undefined
  return typeof reason === 'string' ? reason.slice(0, 300) : ''
}
