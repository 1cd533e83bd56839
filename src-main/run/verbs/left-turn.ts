/**
 * What a turn that was left in the middle had done when the next one begins: it waited for an answer that never comes, failed, or was stopped. What steps
 * beside the one that was left had finished is told, and a call that was carried out beside one that was not has its result; both stay in the state.
 */
import type { NewRunEvent } from '../../../src-shared/run/log/events'
import { resultsOfLeftCalls, settleCut } from '../../engine/compile/close-turn'
import { readState } from '../../engine/state/read-state'
import type { BatonState } from '../../engine/state/state'
import type { Compile } from '../compiled-flows'
import { ownEntry } from '../conversation'
import type { Execution, LeftTurn, RunnerOptions } from '../execution/execution'

type LeftContext = Pick<RunnerOptions, 'threads' | 'events' | 'saver' | 'clock'> & { compile: Compile }

/** Whether the turn that a state stands in came to no end. */
export function isLeft({ turn }: BatonState): boolean {
  return turn.number > 0 && turn.end === null
}

/** Belongs into a run of the thread, since nobody else may go on with the turn then. Done again after a kill it comes to the same. */
export async function settleLeftTurn(
  { threads, events, saver, clock, compile }: LeftContext,
  { run, runnable, state: { turn } }: Pick<Execution, 'run' | 'runnable' | 'state'>,
): Promise<LeftTurn> {
  const { threadId } = run
  const left = threads.runOfTurn(threadId, turn.number)
  // What waits to be taken in are steps of the flow as it was then.
  const then = left === null ? runnable : await compile(left.flowText).catch(() => runnable)
  await settleCut(then, { threadId, turn: turn.number })
  const state = await readState(saver, threadId)
  if (left?.state === 'interrupted') {
    const untold = await untoldOf(events, state, { threadId, nextTurn: run.turn })
    if (untold.length > 0) events.append(left.id, threadId, untold)
  }
  const results = resultsOfLeftCalls(then.flow, state, { at: clock.iso(), isWaiting: left?.state === 'finished' })
  return { state, results }
}

/** What a kill left in the state of a turn and kept from being told, as it came between the two: the entries, and values of variables. */
async function untoldOf(
  events: Pick<RunnerOptions['events'], 'eventsOfTurn' | 'editsFor' | 'conversation'>,
  { log, variables, turn: { number } }: BatonState,
  { threadId, nextTurn }: { threadId: string; nextTurn: number },
): Promise<NewRunEvent[]> {
  const told = new Set(events.eventsOfTurn(threadId, number).flatMap((event) => ownEntry(event).map(({ id }) => id)))
  const entries = log.filter(({ id, turn }) => turn === number && !told.has(id))
  const { variables: shown } = await events.conversation(threadId, number)
  // What a person set since counts from the next turn on.
  const edits = events.editsFor(threadId, nextTurn)
  const changes = Object.fromEntries(
    Object.entries(variables).filter(
      ([name, value]) => !Object.hasOwn(edits, name) && JSON.stringify(shown[name]) !== JSON.stringify(value),
    ),
  )
  return [
    ...entries.map((entry) => ({ type: 'entry' as const, node: entry.author, path: entry.scope, entry })),
    ...(Object.keys(changes).length === 0 ? [] : [{ type: 'variables' as const, changes, by: 'flow' }]),
  ]
}
