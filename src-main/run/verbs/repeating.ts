/** Which calls would be made again where a turn begins again, a failed one is tried again, a plan runs again, or a thread is left; and what was decided on them. */
import type { StepEdit } from '../../../src-shared/agents/plan/edit-plan'
import { AppError } from '../../../src-shared/errors'
import { message } from '../../../src-shared/languages/translate'
import type { ForkEdit } from '../../../src-shared/run/log/fork-changes'
import type { RepeatDecision, RepeatedCall } from '../../../src-shared/run/log/repeats'
import { stepsAgain, type PlanOf } from '../../engine/compile/fork-plan'
import type { CompiledFlow } from '../../engine/contract/runtime'
import type { NewRun, RunRecord } from '../../store/threads'
import type { Execution, Runnable, RunnerOptions } from '../execution/execution'
import { callsOfTurn, rowsOf, type CallsOfTurn, type ChangedPlan } from '../repeats'
import { effectsIn } from './effects'
import { callsAfterMoment } from './fork-moment'
import { resumption } from './resuming'
import type { ThreadMoment } from './safe-step'

/** `decisions`: on calls that would be made again. */
export type PlanRerun = PlanOf & { edits: readonly StepEdit[]; decisions?: readonly RepeatDecision[] }

/** `flowText`: the flow as it is now. */
export type WhatRepeats =
  | { how: 'again'; threadId: string; turn: number; flowText: string }
  | { how: 'retry'; threadId: string; flowText: string }
  | ({ how: 'fork'; flowText: string; edits?: readonly ForkEdit[] } & ThreadMoment)
  | ({ how: 'plan'; flowText: string } & Omit<PlanRerun, 'decisions'>)

type RepeatContext = {
  options: RunnerOptions
  compile: (flowText: string) => Promise<Runnable>
  /** The flow as a turn of the thread has it now. */
  frozen: (now: { threadId: string; flowText: string }) => Promise<string>
}

/** Changes nothing. Throws `not-found` for a turn that is not there, and what compiling throws. */
export async function repeatsOf(
  { options, compile, frozen }: RepeatContext,
  what: WhatRepeats,
): Promise<RepeatedCall[]> {
  if (what.how === 'again') {
    if (options.threads.runOfTurn(what.threadId, what.turn) === null)
      throw new AppError('not-found', message('There is no turn {turn} in this thread.', { turn: what.turn }))
    const { flow } = await compile(await frozen(what))
    return [...callsOf(options, what, flow).all]
  }
  if (what.how === 'fork') return callsAfterMoment({ options, compile }, what, what.edits)
  if (what.how === 'plan') {
    const source = options.threads.runOfTurn(what.threadId, what.turn)
    if (source === null)
      throw new AppError('not-found', message('There is no turn {turn} in this thread.', { turn: what.turn }))
    const { flow } = await compile(source.flowText)
    return callsOfPlan(options, what, flow)
  }
  const unfinished = options.threads.unfinishedRun(what.threadId)
  if (unfinished?.state !== 'failed') return []
  const runnable = await compile(await frozen(what))
  const going = await resumption(options, { unfinished, runnable, at: options.clock.iso() })
  return [...retriedCalls(options, { unfinished, runnable, going }).calls]
}

function callsOf(
  { events }: Pick<RunnerOptions, 'events'>,
  { threadId, turn }: { threadId: string; turn: number },
  flow: CompiledFlow,
  changed: readonly ChangedPlan[] = [],
): CallsOfTurn {
  return callsOfTurn(events.eventsOfTurn(threadId, turn), effectsIn(flow), changed)
}

/** The calls of a plan that runs again, and those that followed. */
async function callsOfPlan(
  options: Pick<RunnerOptions, 'events' | 'saver'>,
  { edits, ...of }: Omit<PlanRerun, 'decisions'>,
  flow: CompiledFlow,
): Promise<RepeatedCall[]> {
  const again = await stepsAgain(options.saver, of, edits)
  const { node, round } = of
  return callsOf(options, of, flow, [{ node, round, edits }]).sincePlan({ node, round, again })
}

type Retry = { unfinished: RunRecord; runnable: Runnable; going: Pick<Execution, 'mode'> }

/** `isAnew`: the turn begins again with its message. */
function retriedCalls(
  options: Pick<RunnerOptions, 'events'>,
  { unfinished, runnable, going: { mode } }: Retry,
): { calls: readonly RepeatedCall[]; isAnew: boolean } {
  const calls = callsOf(options, unfinished, runnable.flow)
  const isAnew = mode.kind === 'resume' && mode.note !== undefined
  return { calls: isAnew ? calls.all : calls.left(), isAnew }
}

/** What is decided, as a part of the transaction in which a run begins. */
type StoreWithRun = NonNullable<NewRun['within']>

/** The turn that another one is again. */
export type TurnRepeats = { of: { threadId: string; turn: number }; decisions: readonly RepeatDecision[] }

/** Of a turn that begins again in a thread of its own. */
export function decidedAgain(
  options: Pick<RunnerOptions, 'events' | 'repeats'>,
  { flow, of, decisions }: TurnRepeats & { flow: CompiledFlow },
): StoreWithRun {
  const rows = rowsOf(callsOf(options, of, flow).all, decisions)
  return (begun) => options.repeats.add(begun, rows, { anew: true })
}

/** Of a plan that runs again. */
export async function decidedPlan(
  options: Pick<RunnerOptions, 'events' | 'repeats' | 'saver'>,
  { decisions = [], ...of }: PlanRerun,
  flow: CompiledFlow,
): Promise<StoreWithRun> {
  const rows = rowsOf(await callsOfPlan(options, of, flow), decisions)
  return (begun) => options.repeats.add(begun, rows, { anew: true })
}

/** Of a failed turn that is tried again. What was decided before and not come to yet stays. */
export function decidedRetry(
  options: Pick<RunnerOptions, 'events' | 'repeats'>,
  { decisions, ...retry }: Retry & { decisions: readonly RepeatDecision[] },
): StoreWithRun {
  const { calls, isAnew } = retriedCalls(options, retry)
  const rows = rowsOf(calls, decisions)
  return (begun) => options.repeats.add(begun, rows, { anew: isAnew })
}
