/** The tool step of a participant: runs the calls of its last reply one by one, then follows at most one move. */
import { readCallArguments } from '../../src-shared/agents/model-calls'
import type { Offer } from '../../src-shared/agents/offers'
import { builtInText } from '../../src-shared/agents/prompts'
import type { LogCall, LogEntry, Scope } from '../../src-shared/run/log'
import type { KeptResult } from '../../src-shared/run/results'
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
import { callTool } from './call-tool'
import { appendResult, beginStep, topFrame, updateOf, type Draft } from './draft'
import { stepName, type CompiledFlow, type Step, type StepContext } from './runtime'
import { availableOffers } from './think'
import { isDisabledInPool, searchToolRunner } from './tool-pools'

/** What came of one call: the text of its result, and the move that it asks for. */
type Answer = {
  call: LogCall
  text: string
  isError: boolean
  move: AskedMove | null
  kept?: readonly KeptResult[]
}

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
      const { call, isError, kept = [] } = answer
      appendResult(draft, id, { call, text: resultText(answer, winner, context.flow), isError, kept })
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
  const { id, span, call, offer } = one
  const { text, isError, handOff, kept } = await callTool(draft, context, {
    node: id,
    span,
    callId: call.id,
    tool: call.name,
    toolNode: offer.target,
    sourceTool: offer.tool ?? offer.name,
    arguments: call.arguments,
    run: context.flow.tools.get(offer.target) ?? searchToolRunner(draft, context, { id, name: offer.name }),
  })
  if (isError || handOff === undefined) return { call, text, isError, move: null, kept }
  const { to, name } = destinationOf(draft, context.flow, { id, name: handOff })
  if (to !== null) return { call, text, isError, move: { call, by: 'tool', to, reason: '' }, kept }
  const refusal = builtInText(context.flow.language, 'refusedHandoff', { name })
  warn(context, id, refusal)
  return { call, text: `${refusal}\n${text}`.trim(), isError: true, move: null, kept }
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

/** The words in which the model gave its reason, if it did. */
function reasonOf(call: LogCall): string {
  const reason = readCallArguments(call.arguments)?.['reason']
  return typeof reason === 'string' ? reason.slice(0, 300) : ''
}
