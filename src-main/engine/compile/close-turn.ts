/**
 * Ends a turn in the middle of its calls, because a person spoke or stopped it, or a limit was reached beside them, so that its history is whole: every
 * call that has no result gets one which says why, for no server takes a history with a call that was left open.
 */
import { START } from '@langchain/langgraph'
import { builtInText } from '../../../src-shared/agents/prompts'
import type { Language } from '../../../src-shared/flow/records'
import type { LogCall, LogEntry } from '../../../src-shared/run/log/log'
import type { KeptResult } from '../../../src-shared/run/log/results'
import type { CompiledFlow } from '../contract/runtime'
import { mayHaveBegun } from '../state/decided-call'
import { emptyUpdate, type BatonState, type BatonUpdate, type Frame, type TurnEnd } from '../state/state'
import { readResult } from '../tool-calls/invoke-tool'
import type { RunnableFlow } from './compile'

type ClosedPlace = { threadId: string; turn: number }

/** Takes into the state what steps beside one that was cut off had finished. */
export async function settleCut({ graph }: Pick<RunnableFlow, 'graph'>, at: ClosedPlace): Promise<void> {
  await graph.updateState(configOf(at), emptyUpdate(), START)
}

/** Stores what the turn lacks to be over, and gives it; null: it lacks nothing. `end`: as it was told; `state`: the newest of the thread. */
export async function closeTurn(
  { graph, flow }: Pick<RunnableFlow, 'graph' | 'flow'>,
  { at, end, ...place }: ClosedPlace & { at: string; end: TurnEnd },
  state: BatonState,
): Promise<BatonUpdate | null> {
  const isOver = state.turn.end !== null
  const why = end.reason === 'spoken' ? 'spoken' : 'ended'
  const log = resultsOfOpenCalls(flow, state, { at, unknown: why })
  if (log.length === 0 && isOver) return null
  const frames = state.frames.map(({ held: _unsaid, ...frame }) => ({ ...frame, todo: [], steer: [] }))
  const turn = isOver ? state.turn : { ...state.turn, end }
  const update = { log, frames, turn }
  await graph.updateState(configOf(place), { ...emptyUpdate(), ...update }, START)
  return update
}

function configOf({ threadId, turn }: ClosedPlace) {
  return { configurable: { thread_id: threadId }, metadata: { turn } }
}

type OpenCall = { entry: LogEntry & { kind: 'calls' }; call: LogCall; place: number }

/** The calls of the newest turn that have no result, in order. Some servers give every call the same id, so the newest reply counts. */
export function openCalls({ log, turn }: { log: readonly LogEntry[]; turn: BatonState['turn'] }): OpenCall[] {
  const open: OpenCall[] = []
  for (const entry of log.slice(log.findLastIndex((one) => one.turn < turn.number) + 1)) {
    if (entry.kind === 'calls') open.push(...entry.calls.map((call, place) => ({ entry, call, place })))
    if (entry.kind !== 'result') continue
    const answered = open.findIndex((one) => one.call.id === entry.callId && one.entry.scope === entry.scope)
    if (answered !== -1) open.splice(answered, 1)
  }
  return open
}

/**
 * Why a call has no result of which no end is known. `cut`: its turn failed or was stopped, so that nobody knows whether it was begun; `null`: it gets
 * none.
 */
type WhyUnknown = 'spoken' | 'ended' | 'cut'
type OpenCallsContext = { at: string; unknown: WhyUnknown | null }

/** In which words a model reads of a call that did not run, and of one that may have. */
const UNKNOWN_TEXTS = {
  spoken: { open: 'notBegunSpoken', begun: 'cutOffSpoken' },
  ended: { open: 'notBegunEnded', begun: 'cutOffEnded' },
  cut: { open: 'callInterrupted', begun: 'cutOffEnded' },
} as const satisfies { readonly [W in WhyUnknown]: { open: string; begun: string } }

/**
 * Results of calls of a turn that was left in the middle, for the turn after it. `isWaiting`: nothing was under way, so that of every call is known
 * whether it was begun; else only calls of which an end is known get a result.
 */
export function resultsOfLeftCalls(
  flow: CompiledFlow,
  state: BatonState,
  { at, isWaiting }: { at: string; isWaiting: boolean },
): LogEntry[] {
  return state.turn.end === null ? resultsOfOpenCalls(flow, state, { at, unknown: isWaiting ? 'spoken' : null }) : []
}

/** Results of all calls of a turn that came to no end and does not go on where it stands. */
export function resultsOfDroppedCalls(
  flow: CompiledFlow,
  state: BatonState,
  { at, isWaiting }: { at: string; isWaiting: boolean },
): LogEntry[] {
  return resultsOfOpenCalls(flow, state, { at, unknown: isWaiting ? 'ended' : 'cut' })
}

function resultsOfOpenCalls(flow: CompiledFlow, state: BatonState, { at, unknown }: OpenCallsContext): LogEntry[] {
  const frames = [state.frames, ...Object.values(state.branches)].flat()
  return openCalls(state).flatMap((open): LogEntry[] => {
    const { entry, call, place } = open
    const { scope, author, turn } = entry
    const known = knownResult(flow.language, frames, open)
    if (known === null && unknown === null) return []
    const texts = UNKNOWN_TEXTS[unknown ?? 'cut']
    const text = builtInText(flow.language, isBegun(frames, open) ? texts.begun : texts.open)
    const { kept = [], ...result } = known ?? { text, isError: true }
    const id = `${entry.id}.spoken.${place}`
    const of = { id, turn, scope, author, at, callId: call.id, tool: call.name }
    return [{ kind: 'result', ...of, ...result, ...(kept.length === 0 ? {} : { kept: [...kept] }) }]
  })
}

/** Whether a call may have had an effect: a flow that asks people, one that a kill cut off, somebody who is being asked. */
function isBegun(frames: readonly Frame[], { entry, call, place }: OpenCall): boolean {
  return frames.some(
    ({ node, deciding, asking }) =>
      (deciding?.entry === entry.id && mayHaveBegun(deciding, place)) ||
      (node === entry.author && asking?.asks.some((ask) => ask.callId === call.id && ask.state === 'running') === true),
  )
}

type KnownResult = { text: string; isError: boolean; kept?: readonly KeptResult[] }

/** What a call came to while others of its reply still waited: for a person's decision, or for somebody who was asked. */
function knownResult(
  language: Language,
  frames: readonly Frame[],
  { entry, call, place }: OpenCall,
): KnownResult | null {
  for (const { deciding, asking, node } of frames) {
    const decided = deciding?.entry === entry.id ? deciding.answers[place] : undefined
    // What nobody has let through, no model reads.
    if (decided?.held === true) return { text: readResult(language, ''), isError: decided.isError }
    if (decided !== undefined && decided.text.trim() !== '') {
      const { text, isError, kept } = decided
      return { text, isError, kept }
    }
    if (node !== entry.author) continue
    const ask = asking?.asks.find(({ callId }) => callId === call.id)
    if (ask?.held !== undefined) {
      const { text, kept, isOpen } = ask.held
      return isOpen
        ? { text: readResult(language, ''), isError: ask.isError ?? false }
        : { text: readResult(language, text), isError: ask.isError ?? false, kept }
    }
    if (ask !== undefined && ask.answer !== null) return { text: ask.answer, isError: ask.isError ?? false }
  }
  return null
}
