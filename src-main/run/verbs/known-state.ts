/**
 * The state of a thread, held against its conversation: both are files of their own, and where one is lost or not the other's, models would
 * silently be told less than a person sees, or words that nobody sees. Then the person chooses.
 */
import { AppError } from '../../../src-shared/errors'
import { message } from '../../../src-shared/languages/translate'
import type { LogEntry } from '../../../src-shared/run/log/log'
import type { BatonSaver } from '../../engine/checkpoints'
import { readState } from '../../engine/state/read-state'
import { emptyState, newTurn, type BatonState } from '../../engine/state/state'
import { writeState } from '../../engine/state/write-state'
import { runActive } from '../../store/run-active'
import type { Threads } from '../../store/threads'
import { ownEntry } from '../conversation'
import type { EventLog } from '../execution/event-log'
import { openQuestions } from './open-questions'

/** So many entries are enough to know a conversation by: the answer to the user is among the last. */
const SAID_LAST = 50

type Stores = { threads: Threads; events: EventLog; saver: BatonSaver }

/** The newest state of a thread. Throws `thread-mismatch` where it is not that of the conversation in the library. */
export async function knownState({ threads, events, saver }: Stores, threadId: string | null): Promise<BatonState> {
  if (threadId === null) return emptyState()
  threads.refuseImported(threadId)
  // The newest entry nearly always tells. Where it does not, or is none of the conversation itself, more of them are read.
  const quick = await compare({ threads, events, saver }, threadId, 1)
  const { state, turns, holds } =
    quick.holds === true ? quick : await compare({ threads, events, saver }, threadId, SAID_LAST)
  const isBehind = holds === false && !isPending({ threads, events }, threadId, state)
  if (!isBehind && state.turn.number <= turns) return state
  const what = isBehind
    ? message('its stored state, which is what models are told, lacks the last answers that are shown')
    : message('its stored state, which is what models are told, holds more turns ({stored}) than are shown ({turns})', {
        stored: state.turn.number,
        turns,
      })
  throw new AppError(
    'thread-mismatch',
    message(
      'The data folder has lost a part of this conversation: {what}. Nothing was sent. Go on from what is shown, or begin a new thread.',
      { what },
    ),
    { threadId, behind: isBehind },
  )
}

/** The newest state and the count of turns; `holds`: whether the state has one of the newest log entries, null where there are none. */
async function compare({ threads, events, saver }: Stores, threadId: string, entries: number) {
  // Read in this order, because other processes may run turns meanwhile: the state is then neither older than the log entries that were read, nor newer than the count of turns.
  const said = events.saidLast(threadId, entries)
  const state = await readState(saver, threadId)
  return { state, turns: threads.turnsOf(threadId), holds: hasOneOf(state, said) }
}

/**
 * Of a turn that waits, the newest run may have told nothing but what stands beside the step that asks, and is stored with that: then what was
 * told of the turn before says whether the state is its own.
 */
function isPending({ threads, events }: Omit<Stores, 'saver'>, threadId: string, state: BatonState): boolean {
  const run = threads.newestRun(threadId)
  if (run?.state !== 'finished' || openQuestions(events.events(run.id)).length === 0) return false
  return hasOneOf(state, events.eventsOfTurn(threadId, run.turn).flatMap(ownEntry)) === true
}

function hasOneOf({ log }: BatonState, said: Iterable<LogEntry>): boolean | null {
  let has: boolean | null = null
  for (const { id, at } of said) {
    if (log.findLast((entry) => entry.id === id && entry.at === at) !== undefined) return true
    has = false
  }
  return has
}

/**
 * Makes the state of a thread anew from the conversation in the library: the log and the variables. Plans, sessions of dialogs and the place
 * of the baton begin anew, and an unfinished turn at its message. Throws `run-active` while a turn runs.
 */
export async function rebuildState({ threads, events, saver }: Stores, threadId: string): Promise<void> {
  threads.refuseImported(threadId)
  if (threads.activeRun(threadId) !== null) throw runActive()
  const unfinished = threads.unfinishedRun(threadId)
  const last = unfinished === null ? threads.read(threadId).turns : unfinished.turn - 1
  const { log, variables, spent, spentBy } = await events.conversation(threadId, last)
  const turn = newTurn(last, null, spent)
  await writeState(saver, threadId, { ...emptyState(), log, variables, spentBefore: spentBy, turn })
}
