/** What becomes of each thread of a flow once another drawing of it is served: read from the library and the stored states, which stay as they are. */
import { toAppError, type AppError } from '../../../src-shared/errors'
import type { LoggedQuestionKind } from '../../../src-shared/run/log/questions'
import type { ThreadSummary } from '../../../src-shared/rpc/contract'
import type { NodeQuestion } from '../../engine/contract/runtime'
import {
  forecastThread,
  type ForecastDrawing,
  type NamedNode,
  type StandingTurn,
  type ThreadForecast,
} from '../../engine/forecast/forecast'
import { freezingText } from '../../flows/freeze'
import { inSlices } from '../../in-slices'
import type { RunRecord } from '../../store/threads'
import type { Compile } from '../compiled-flows'
import type { FlowNow, Runnable, RunnerOptions } from '../execution/execution'
import { drawnOut } from './fork-changes'
import { knownState } from './known-state'
import { textForThread } from './thread-model'
import { waitingRun } from './waiting'

export type { NamedNode, ThreadForecast, WhyLost } from '../../engine/forecast/forecast'

/** How a thread stands towards another drawing, in the order in which one of several counts. */
export const OUTLOOK_CLASSES = [
  /** A turn of it runs, here or elsewhere, and ends with the drawing that it has. */
  'running',
  /** It has a drawing to itself, which another one does not change. */
  'pinned',
  /** Its next message would be refused. */
  'refused',
  /** Its turn waits for a person. */
  'asks',
  /** Its turn was left in the middle, and goes on with the drawing that it has. */
  'left',
  /** Its turn failed, and would begin again with its message. */
  'begins-again',
  /** Somebody else answers its next message than would with the drawing of then. */
  'lost',
  /** Its turn failed, and is tried again at its step. */
  'retried',
  /** The same nodes go on, one of which is drawn in another way. */
  'changed',
  'same',
] as const
export type OutlookClass = (typeof OUTLOOK_CLASSES)[number]

/**
 * What becomes of one thread. `holder`: who has the baton now; `queued`: messages that wait; `needs`: what the drawing that it keeps would use outside of
 * Baton and the other one would not. `forecast` null: its state cannot be read, or the flow cannot run for it, which `error` says.
 */
export type ThreadOutlook = {
  threadId: string
  title: string
  turns: number
  is: OutlookClass
  holder: NamedNode | null
  questions: readonly NodeQuestion<LoggedQuestionKind>[]
  queued: number
  needs: string[]
} & ({ forecast: ThreadForecast; error: null } | { forecast: null; error: AppError })

export type OutlookContext = {
  options: Pick<RunnerOptions, 'threads' | 'events' | 'saver' | 'answers' | 'queued' | 'flowOf'>
  compile: Compile
}

/** `only`: of these threads; absent: of all. */
export type OutlooksRequest = {
  flowId: string
  now: Pick<FlowNow, 'flowText'>
  only?: ReadonlySet<string> | undefined
}

/** The newest threads first. Those in which nothing was said yet, and those that came as files, are left out. Throws what compiling the new drawing throws. */
export async function* outlooks(
  { options, compile }: OutlookContext,
  { flowId, now, only }: OutlooksRequest,
): AsyncGenerator<ThreadOutlook, void, undefined> {
  const drawings = drawingReader(compile)
  const frozen = await inSlices(freezingText(now.flowText, options.flowOf))
  const { runnable } = await drawings(frozen)
  for (const { id } of options.threads.list(flowId)) {
    if (only?.has(id) === false) continue
    const thread = options.threads.read(id)
    const run = options.threads.newestRun(id)
    if (run !== null && !thread.imported)
      yield await outlookOf({ options, drawings }, { thread, run, now, needed: runnable.needs })
  }
}

type DrawingReader = (flowText: string) => Promise<ForecastDrawing & { runnable: Runnable }>

const MOST_DRAWINGS = 16

/** Threads that follow each other mostly have the same drawing. */
function drawingReader(compile: Compile): DrawingReader {
  const known = new Map<string, ReturnType<DrawingReader>>()
  return (flowText) => {
    const reading =
      known.get(flowText) ?? compile(flowText).then((runnable) => ({ runnable, drawn: drawnOut(flowText) }))
    known.set(flowText, reading)
    const oldest = known.keys().next()
    if (known.size > MOST_DRAWINGS && oldest.done !== true) known.delete(oldest.value)
    return reading
  }
}

type ReadingContext = { options: OutlookContext['options']; drawings: DrawingReader }
/** `needed`: what the new drawing would use outside of Baton. */
type OutlookRequest = {
  thread: ThreadSummary
  run: RunRecord
  now: Pick<FlowNow, 'flowText'>
  needed: Runnable['needs']
}

async function outlookOf(
  { options, drawings }: ReadingContext,
  { thread, run, now, needed }: OutlookRequest,
): Promise<ThreadOutlook> {
  const { id: threadId, title, turns } = thread
  const { threads, queued, flowOf } = options
  const questions = waitingRun(options, threadId)?.questions ?? []
  const then = await drawings(run.flowText).catch(() => null)
  const facts = { threadId, title, turns, questions, queued: queued.ofThread(threadId).length }
  const turn = standingOf(thread)
  const holderIn = (node: string): NamedNode => ({ node, name: then?.drawn?.nodes[node]?.name ?? node })
  try {
    const state = await knownState(options, threadId)
    const text = textForThread(threads, { flowText: now.flowText, threadId })
    const next = await drawings(await inSlices(freezingText(text, flowOf)))
    const hasBegun = state.turn.number >= run.turn
    const forecast = forecastThread(next, { state, turn, hasBegun, then })
    const top = state.frames.at(-1)
    const keeps = thread.hasOwnDrawing === true || turn === 'asks' || turn === 'left'
    const holder = top === undefined ? null : holderIn(top.node)
    const needs = keeps && then !== null ? onlyIn(then.runnable.needs, needed) : []
    return { ...facts, is: classOf(thread, forecast), holder, needs, forecast, error: null }
  } catch (cause) {
    const holder = thread.holder === null ? null : holderIn(thread.holder)
    const is = thread.state === 'running' ? 'running' : 'refused'
    return { ...facts, is, holder, needs: [], forecast: null, error: toAppError(cause) }
  }
}

function standingOf({ state }: ThreadSummary): StandingTurn {
  if (state === 'waiting') return 'asks'
  if (state === 'unfinished' || state === 'running') return 'left'
  return state === 'failed' ? 'failed' : 'over'
}

/** What one drawing would use outside of Baton and another one would not. */
function onlyIn(one: Runnable['needs'], other: Runnable['needs']): string[] {
  const known = new Set(other.map(({ key }) => key))
  return one.flatMap(({ key }) => (known.has(key) ? [] : [key]))
}

function classOf({ state, hasOwnDrawing }: ThreadSummary, { message, turn, changed }: ThreadForecast): OutlookClass {
  if (state === 'running') return 'running'
  if (hasOwnDrawing === true) return 'pinned'
  if (message.is === 'refused') return 'refused'
  if (state === 'waiting') return 'asks'
  if (state === 'unfinished') return 'left'
  if (turn.is === 'begins-again') return 'begins-again'
  if (message.lost.length > 0) return 'lost'
  if (turn.is === 'at-its-step') return 'retried'
  return changed.length > 0 ? 'changed' : 'same'
}
