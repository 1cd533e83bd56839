/** A thread of its own that has another one's turns before some turn, and stands where that one stood then. */
import { AppError } from '../../../src-shared/errors'
import { newId, type JsonObject } from '../../../src-shared/flow/records'
import type { Attachment } from '../../../src-shared/run/log/attachments'
import { readStateBefore } from '../../engine/state/read-state'
import { writeState } from '../../engine/state/write-state'
import type { RepeatDecision } from '../../../src-shared/run/log/repeats'
import type { TurnRepeats } from './repeating'
import type { Listen, RunnerOptions, StartedRun } from '../execution/execution'

type Stores = Pick<RunnerOptions, 'threads' | 'events' | 'saver'>

/** `turn`: the first that the new thread does not have. */
export type ForkPlace = { threadId: string; turn: number }

/**
 * Makes the thread; its id. The other one stays as it is. Throws `not-found` for a turn that is beyond the next one, `run-active` where the
 * last of the turns to copy is not over.
 */
export async function forkThread({ threads, saver }: Stores, { threadId, turn }: ForkPlace): Promise<string> {
  if (turn > threads.turnsOf(threadId) + 1)
    throw new AppError('not-found', `There is no turn ${turn - 1} in this thread.`)
  const last = turn === 1 ? null : threads.runOfTurn(threadId, turn - 1)
  if (last?.state === 'running' || last?.state === 'interrupted')
    throw new AppError('run-active', 'A turn of this thread is not over yet. Wait for it, or stop it first.')
  const state = turn === 1 ? null : await readStateBefore(saver, threadId, turn)
  if (state !== null && state.turn.number !== turn - 1)
    throw new AppError('not-found', 'Where this thread stood then is not kept any more. Begin a new thread instead.')
  const id = newId('thread')
  if (state !== null) await writeState(saver, id, state)
  threads.fork(threadId, { id, turn })
  return id
}

/** Takes a fork back in which nothing was begun. */
async function dropFork({ threads, events, saver }: Stores, id: string): Promise<void> {
  threads.remove(id)
  events.forget(id)
  await saver.deleteThread(id)
}

/** What a turn was begun with. `variables`: those that the person set with the message. */
type TurnInput = { text: string | null; attachments: readonly Attachment[]; variables: JsonObject }

/** Throws `not-found` where there is no such turn, `run-active` while it runs. */
function inputOf({ threads, events }: Stores, { threadId, turn }: ForkPlace): TurnInput {
  const run = threads.runOfTurn(threadId, turn)
  if (run === null) throw new AppError('not-found', `There is no turn ${turn} in this thread.`)
  if (run.state === 'running')
    throw new AppError('run-active', 'This turn is still running. Wait for it or stop it first.')
  // Right after the beginning of the first try; what is set later counts from the next turn on.
  const [, set] = events.beginningOf(threadId, turn, 2)
  const variables = set?.type === 'variables' && set.by === 'user' ? set.changes : {}
  return { text: run.input, attachments: run.attachments, variables }
}

/** `text` absent: what was said then. `flowText` and `revision`: the flow as it is now. */
export type TurnAgain = ForkPlace & {
  text?: string | undefined
  flowText: string
  revision: number | null
  /** On the calls that would be made again. */
  decisions?: readonly RepeatDecision[] | undefined
}

/** A turn to start in a thread that there is, with attachments as they were read before. */
type TurnOfFork = Omit<TurnAgain, 'turn' | 'text' | 'decisions'> & {
  repeats: TurnRepeats
  flowId: string
  text: string | null
  kept: readonly Attachment[]
  variables: JsonObject
  listen: Listen
}

type AgainContext = { options: Stores; start: (turn: TurnOfFork) => Promise<StartedRun> }

/** Begins a turn again in a thread of its own; where it cannot begin, there is none. Throws what `forkThread` and `start` throw. */
export async function runAgain(
  { options, start }: AgainContext,
  { text, flowText, revision, decisions = [], ...place }: TurnAgain,
  listen: Listen,
): Promise<StartedRun> {
  const input = inputOf(options, place)
  const threadId = await forkThread(options, place)
  try {
    const { flowId } = options.threads.read(threadId)
    const said = { text: text ?? input.text, kept: input.attachments, variables: input.variables }
    const repeats = { of: place, decisions }
    return await start({ flowId, flowText, revision, threadId, ...said, repeats, listen })
  } catch (cause) {
    await dropFork(options, threadId)
    throw cause
  }
}
