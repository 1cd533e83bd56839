/**
 * Ends a turn in which a person spoke, so that its history is whole: every call that has no result gets one which says why, for no server takes a
 * history with a call that was left open.
 */
import { START } from '@langchain/langgraph'
import { builtInText } from '../../../src-shared/agents/prompts'
import type { LogCall, LogEntry } from '../../../src-shared/run/log/log'
import type { KeptResult } from '../../../src-shared/run/log/results'
import type { CompiledFlow } from '../contract/runtime'
import { mayHaveBegun } from '../state/decided-call'
import type { BatonState, BatonUpdate, Frame } from '../state/state'
import { readResult } from '../tool-calls/invoke-tool'
import type { RunnableFlow } from './compile'

type ClosedPlace = { threadId: string; turn: number }

/** Takes into the state what steps beside one that was cut off had finished. */
export async function settleCut({ graph }: Pick<RunnableFlow, 'graph'>, at: ClosedPlace): Promise<void> {
  await graph.updateState(configOf(at), { log: [] }, START)
}

/** Stores what the turn lacks to be over, and gives it; null: it lacks nothing. `state`: the newest of the thread. */
export async function closeTurn(
  { graph, flow }: Pick<RunnableFlow, 'graph' | 'flow'>,
  { at, ...place }: ClosedPlace & { at: string },
  state: BatonState,
): Promise<BatonUpdate | null> {
  const log = resultsOfOpenCalls(flow, state, { at, isWaiting: true })
  const isOver = state.turn.end !== null
  if (log.length === 0 && isOver) return null
  const frames = state.frames.map(({ held: _unsaid, ...frame }) => ({ ...frame, todo: [], steer: [] }))
  const turn = isOver ? state.turn : { ...state.turn, end: { reason: 'spoken' as const, limit: null } }
  const update = { log, frames, turn }
  await graph.updateState(configOf(place), update, START)
  return update
}

function configOf({ threadId, turn }: ClosedPlace) {
  return { configurable: { thread_id: threadId }, metadata: { turn } }
}

type OpenCall = { entry: LogEntry & { kind: 'calls' }; call: LogCall; place: number }

/** The calls of the newest turn that have no result, in order. Some servers give every call the same id, so the newest reply counts. */
export function openCalls({ log, turn }: BatonState): OpenCall[] {
  const open: OpenCall[] = []
  for (const entry of log.slice(log.findLastIndex((one) => one.turn < turn.number) + 1)) {
    if (entry.kind === 'calls') open.push(...entry.calls.map((call, place) => ({ entry, call, place })))
    if (entry.kind !== 'result') continue
    const answered = open.findIndex((one) => one.call.id === entry.callId && one.entry.scope === entry.scope)
    if (answered !== -1) open.splice(answered, 1)
  }
  return open
}

/** `isWaiting`: nothing is under way, so that of every call is known whether it was begun; else only calls of which an end is known get a result. */
type OpenCallsContext = { at: string; isWaiting: boolean }

/** Results of calls of a turn that was left in the middle, for the turn after it. */
export function resultsOfLeftCalls(flow: CompiledFlow, state: BatonState, context: OpenCallsContext): LogEntry[] {
  return state.turn.end === null ? resultsOfOpenCalls(flow, state, context) : []
}

function resultsOfOpenCalls(flow: CompiledFlow, state: BatonState, { at, isWaiting }: OpenCallsContext): LogEntry[] {
  const frames = [state.frames, ...Object.values(state.branches)].flat()
  return openCalls(state).flatMap(({ entry, call, place }): LogEntry[] => {
    const { scope, author, turn } = entry
    const known = knownResult(frames, { entry, call, place })
    if (known === null && !isWaiting) return []
    const isBegun = frames.some(({ deciding }) => deciding?.entry === entry.id && mayHaveBegun(deciding, place))
    const why = builtInText(flow.language, isBegun ? 'cutOffSpoken' : 'notBegunSpoken')
    const { kept = [], ...result } = known ?? { text: why, isError: true }
    const id = `${entry.id}.spoken.${place}`
    const of = { id, turn, scope, author, at, callId: call.id, tool: call.name }
    return [{ kind: 'result', ...of, ...result, ...(kept.length === 0 ? {} : { kept: [...kept] }) }]
  })
}

type KnownResult = { text: string; isError: boolean; kept?: readonly KeptResult[] }

/** What a call came to while others of its reply still waited: for a person's decision, or for somebody who was asked. */
function knownResult(frames: readonly Frame[], { entry, call, place }: OpenCall): KnownResult | null {
  for (const { deciding, asking, node } of frames) {
    const decided = deciding?.entry === entry.id ? deciding.answers[place] : undefined
    // What nobody has let through, no model reads.
    if (decided?.held === true) return { text: readResult(''), isError: decided.isError }
    if (decided !== undefined && decided.text.trim() !== '') {
      const { text, isError, kept } = decided
      return { text, isError, kept }
    }
    if (node !== entry.author) continue
    const ask = asking?.asks.find(({ callId }) => callId === call.id)
    if (ask?.held !== undefined) {
      const { text, kept, isOpen } = ask.held
      return isOpen
        ? { text: readResult(''), isError: ask.isError ?? false }
        : { text: readResult(text), isError: ask.isError ?? false, kept }
    }
    if (ask !== undefined && ask.answer !== null) return { text: ask.answer, isError: ask.isError ?? false }
  }
  return null
}
