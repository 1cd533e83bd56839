/**
 * Where a turn goes on that came to no end. One that was killed goes on at its next step, with the flow that it had; one that
 * failed is tried again at the step that failed, with the flow as it is now, or from its message where that flow has no such
 * step any more.
 */
import type { JsonObject } from '../../../src-shared/flow/records'
import type { FlowChange } from '../../../src-shared/run/log/warnings'
import type { BatonSaver } from '../../engine/checkpoints'
import { readStateBefore } from '../../engine/state/read-state'
import type { BatonState, BatonUpdate } from '../../engine/state/state'
import { beginAgain, turnObstacle } from '../../engine/compile/try-again'
import { beginTurn } from '../../engine/turns/turn'
import type { RunRecord, Threads } from '../../store/threads'
import type { EventLog } from '../execution/event-log'
import type { Execution } from '../execution/execution'
import { isWritten } from '../../engine/state/write-state'
import { ownEntry } from '../conversation'
import { drawnOut } from './fork-changes'
import { knownState } from './known-state'
import { isLeft } from './left-turn'
import type { Runnable } from '../execution/execution'

type Stores = { threads: Threads; events: EventLog; saver: BatonSaver }
/** `runnable`: what the turn goes on with. */
type ResumeRequest = { unfinished: RunRecord; runnable: Runnable; at: string }

/** Where an unfinished turn goes on, and the state in which it does. Changes nothing. */
export async function resumption(
  stores: Stores,
  { unfinished, runnable, at }: ResumeRequest,
): Promise<Pick<Execution, 'mode' | 'state' | 'afterLeft'>> {
  const { threadId, turn, input: text, attachments } = unfinished
  const isNew = unfinished.state === 'failed'
  const stored = await knownState(stores, threadId)
  const hasBegun = stored.turn.number >= turn
  // Variables that were set since the turn failed count for it.
  const edits = hasBegun && !isNew ? {} : stores.events.editsFor(threadId, hasBegun ? turn + 1 : turn)
  const state = { ...stored, variables: { ...stored.variables, ...edits } }
  if (!hasBegun) {
    const afterFailure = isUnanswered(stores.threads.runOfTurn(threadId, turn - 1))
    const inputAfter = (before: BatonState) =>
      beginTurn(runnable.flow, before, { text, attachments, at, edits, afterFailure, number: turn })
    const told = toldTimes(stores, unfinished)
    const modeWith = (input: BatonUpdate): Execution['mode'] => ({
      kind: 'resume',
      isNew,
      input: saidThen(input, told),
    })
    const afterLeft = afterLeftTurn(stored, edits, { modeWith, inputAfter })
    return { state, mode: modeWith(inputAfter(stored)), afterLeft }
  }
  const why = obstacleOf(unfinished, runnable, stored)
  if (why === null) {
    const input = (isNew ? nextTry(stored, edits) : null) ?? (await leftOf(stores.saver, threadId, stored))
    return { state, mode: { kind: 'resume', isNew, input } }
  }
  const before = await readStateBefore(stores.saver, threadId, turn)
  const input = beginAgain(runnable.flow, stored, { before, at, edits })
  const note = { type: 'warning', node: null, code: 'turn-begins-again', facts: { why } } as const
  return { state, mode: { kind: 'resume', isNew, input, note } }
}

/** When what a turn has told was said, by the ids of log entries. */
function toldTimes({ events }: Stores, { threadId, turn }: RunRecord): ReadonlyMap<string, string> {
  return new Map(
    events
      .eventsOfTurn(threadId, turn)
      .flatMap(ownEntry)
      .map(({ id, at }) => [id, at]),
  )
}

/** What was told before it could be stored is stored as it was told: by its time, too, a state is known to be that of its conversation. */
function saidThen(input: BatonUpdate, told: ReadonlyMap<string, string>): BatonUpdate {
  const { log } = input
  return log === undefined
    ? input
    : { ...input, log: log.map((entry) => ({ ...entry, at: told.get(entry.id) ?? entry.at })) }
}

type TurnBeginning = {
  modeWith: (input: BatonUpdate) => Execution['mode']
  inputAfter: (state: BatonState) => BatonUpdate
}

/** How a turn begins once it is settled what the one before it left; absent: that came to its end. `before`: where that stands now. */
export function afterLeftTurn(
  before: BatonState,
  edits: JsonObject,
  { modeWith, inputAfter }: TurnBeginning,
): Execution['afterLeft'] {
  if (!isLeft(before)) return undefined
  return ({ state: settled, results }) => {
    const state = { ...settled, variables: { ...settled.variables, ...edits } }
    const input = inputAfter(settled)
    return { state, mode: modeWith({ ...input, log: [...results, ...(input.log ?? [])] }) }
  }
}

/** A turn is tried again, or goes on with an answer, as a new run of it. */
export function retryOf({ threadId, flowId, input, attachments, flowText, revision, turn }: RunRecord) {
  return { threadId, flowId, input, attachments, flowText, revision, turn }
}

/** Whether what was said in a run's turn still waits for an answer: it failed, or was left in the middle. */
export function isUnanswered(run: RunRecord | null): boolean {
  return run?.state === 'failed' || run?.state === 'interrupted'
}

/** What was changed so that a turn cannot go on at its step; null: nothing, or its last step is done. */
function obstacleOf({ flowText, state }: RunRecord, runnable: Runnable, stored: BatonState): FlowChange | null {
  return turnObstacle(runnable, stored, state === 'failed' ? drawnOut(flowText) : null)
}

/** A state that was written whole has no step that waits to be run: what is next follows from it. Null: one waits, or the turn had ended. */
async function leftOf(saver: BatonSaver, threadId: string, { turn, frames }: BatonState): Promise<BatonUpdate | null> {
  const [newest] = await saver.timeline(threadId, { limit: 1 })
  return turn.end === null && newest !== undefined && isWritten(newest) ? { frames } : null
}

/** A worker that failed ended the turn in order: it goes on at that worker. Null: at the step that failed. */
function nextTry({ turn, frames }: BatonState, edits: JsonObject): BatonUpdate | null {
  const hasEdits = Object.keys(edits).length > 0
  if (turn.end?.reason !== 'failed' && !hasEdits) return null
  const open = turn.end?.reason === 'failed' ? { turn: { ...turn, end: null } } : {}
  return { ...open, frames, ...(hasEdits ? { variables: edits } : {}) }
}
