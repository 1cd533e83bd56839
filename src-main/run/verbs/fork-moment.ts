/** A thread of its own that has what another one had told until some moment, and goes on from the last safe step before it. */
import { AppError } from '../../../src-shared/errors'
import { newId } from '../../../src-shared/flow/records'
import { NO_CHANGES, type ForkChanges, type ForkEdit } from '../../../src-shared/run/log/fork-changes'
import type { RepeatDecision, RepeatedCall } from '../../../src-shared/run/log/repeats'
import { editablePlan } from '../../engine/compile/fork-edits'
import { writeState } from '../../engine/state/write-state'
import type { FlowNow, Runnable, RunnerOptions } from '../execution/execution'
import { callsOfTurn, rowsOf, type ChangedPlan } from '../repeats'
import { effectsIn } from './effects'
import { changedCopy, type ChangeContext } from './fork-changes'
import { forkThread, tellBehind, type ForkPlace, type ForkRequest } from './fork-thread'
import { safePlaceAt, type SafePlace, type ThreadMoment } from './safe-step'
import { openQuestions } from './open-questions'

/** `decisions`: on the calls that the other thread made after that step. */
export type ForkMoment = ThreadMoment & {
  decisions?: readonly RepeatDecision[] | undefined
  changes?: ForkChanges | undefined
  /** The flow as it is; absent: as the library has it. */
  now?: FlowNow | undefined
}

type ForkContext = {
  options: ChangeContext['options'] & Pick<RunnerOptions, 'events' | 'saver' | 'repeats'>
  compile: (flowText: string) => Promise<Runnable>
}

/** Makes the thread; its id. A turn that was not over then waits to be gone on with. The other one stays as it is. Throws what `safePlaceAt` throws. */
export async function forkAtMoment(
  { options, compile }: ForkContext,
  { decisions = [], changes = NO_CHANGES, now, ...moment }: ForkMoment,
): Promise<string> {
  const { threads, saver, repeats } = options
  const { threadId } = moment
  const place = await safePlaceAt(options, moment)
  const { turn, until, isOver } = place
  const rows = rowsOf(await callsAfter({ options, compile }, place, changes.edits), decisions)
  const then = threads.run(until.runId)
  const changed = await changedCopy(
    { options, compile },
    { threadId, then, state: place.state, isOver },
    { changes, now },
  )
  const { state, copy } = changed ?? { state: place.state }
  const id = newId('thread')
  try {
    await writeState(saver, id, state)
    const within = (): void => {
      repeats.add({ threadId: id, turn }, rows, { anew: true })
      tellBehind(options, id, copy)
      threads.setHolder(id, state.frames.at(-1)?.node ?? null)
    }
    const reason = changes.edits.length > 0 ? 'edited' : 'fork'
    const left = { turn: isOver ? turn + 1 : turn, until: { ...until, isOver } }
    threads.fork(threadId, { id, ...left, reason, copy, within })
    return id
  } catch (cause) {
    await saver.deleteThread(id)
    throw cause
  }
}

/**
 * The same before a turn, which begins anew; a question that the turn before it ended with is asked again. Throws what `forkThread` throws, and
 * `run-active` where calls would be made again that nobody decided on.
 */
export async function forkBefore(context: ForkContext, { changes, now, ...place }: ForkRequest): Promise<string> {
  const moment = waitingBefore(context.options, place)
  if (moment === null) return (await forkThread(context, { ...place, changes, now })).threadId
  if ((await callsAfterMoment(context, moment)).length > 0)
    throw new AppError(
      'run-active',
      'The last turn waits in the middle of tool calls, which would be made again. Answer what it asks first, or leave the thread before that turn.',
    )
  return forkAtMoment(context, { ...moment, changes, now })
}

/** Where the turn before a turn ended with a question, which is asked again in a thread that leaves there; null: it did not. */
export function waitingBefore(
  { threads, events }: Pick<RunnerOptions, 'threads' | 'events'>,
  { threadId, turn }: ForkPlace,
): ThreadMoment | null {
  const last = turn === 1 ? null : threads.runOfTurn(threadId, turn - 1)
  const told = last?.state === 'finished' ? events.events(last.id) : []
  const end = told.at(-1)
  return end === undefined || openQuestions(told).length === 0 ? null : { threadId, runId: end.runId, seq: end.seq }
}

/** The calls that the new thread would make once more, if it did the same. Throws what `safePlaceAt` throws. */
export async function callsAfterMoment(
  context: ForkContext,
  moment: ThreadMoment,
  edits: readonly ForkEdit[] = [],
): Promise<RepeatedCall[]> {
  return callsAfter(context, await safePlaceAt(context.options, moment), edits)
}

async function callsAfter(
  { options, compile }: ForkContext,
  { told, count, until, isOver, state }: SafePlace,
  edits: readonly ForkEdit[],
): Promise<RepeatedCall[]> {
  const run = options.threads.run(until.runId)
  if (isOver || run === null) return []
  const { flow } = await compile(run.flowText)
  const later = new Set(told.slice(count).map(({ runId, seq }) => `${runId}:${seq}`))
  return callsOfTurn(told, effectsIn(flow), changedPlans(state, edits)).all.filter(({ id }) => later.has(id))
}

/** The plans that wait to be carried out then, with the changes of their steps. */
function changedPlans(state: SafePlace['state'], edits: readonly ForkEdit[]): ChangedPlan[] {
  const ofSteps = edits.flatMap((edit) => (edit.what === 'plan-step' ? [edit] : []))
  return [...Map.groupBy(ofSteps, ({ node }) => node)].flatMap(([node, of]) => {
    const plan = editablePlan(state, node)
    return plan === null ? [] : [{ node, round: plan.round, edits: of.map(({ step }) => step) }]
  })
}
