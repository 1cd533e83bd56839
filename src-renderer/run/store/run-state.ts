/** What the interface knows of the open flow's conversations, and what was asked for and is not answered yet. */
import type { StoreApi } from 'zustand/vanilla'
import type { AppError } from '../../../src-shared/errors'
import type { JsonObject } from '../../../src-shared/flow/records'
import type { ThreadModel } from '../../../src-shared/flow/thread-model'
import type { Client } from '../../../src-shared/rpc/client'
import type { RepeatsInput } from '../../../src-shared/rpc/repeats'
import type { RepeatedCall } from '../../../src-shared/run/log/repeats'
import type { AskedAttachment } from '../../../src-shared/rpc/attachments'
import type { BatonContract, ThreadSummary } from '../../../src-shared/rpc/contract'
import { EMPTY_THREAD, type ThreadView, type TurnView } from '../../../src-shared/run/fold/fold-view'
import type { ThreadRecord } from '../../../src-shared/run/moments/thread-record'
import type { ConsentGuard } from '../../consent/consent-store'
import type { RunOverlayStore } from '../../editor/canvas/run-overlay'
import type { NextFrame } from './frames'

/** Something that goes with a message, under the name that the person knows it by. */
export type MessageAttachment = { name: string; asked: AskedAttachment }

/**
 * What was asked for and is not in the view yet. `text` null: the flow speaks first, or goes on; `attached`: names of what goes
 * with it; `seen` is the newest turn at that moment.
 */
type PendingRequest = {
  text: string | null
  attached?: readonly string[]
  runId: string | null
  seen: TurnView | null
}

/** A moment of the past that is shown: the step, from 0, and how many events had been told when it was over. */
export type PastMoment = { step: number; count: number }

/** What runs again: a turn, the rest of one that failed, a plan, or what follows where a thread is left. */
export type RepeatVerb = RepeatsInput['how']
/** Calls that would be made again, on which the person is to decide. */
export type RepeatQuestion = { verb: RepeatVerb; calls: readonly RepeatedCall[] }

/** Before a turn, which begins again with its message, or right after an event. */
export type ForkPlace = { turn: number } | { runId: string; seq: number }

/** `message`: what was said at the beginning of the turn; null: the thread is left in the middle of one. */
export type ForkQuestion = {
  threadId: string
  at: ForkPlace
  message: string | null
}

export type RunState = {
  /** Null: a thread that begins with the next message. */
  threadId: string | null
  /** What is shown of the thread: the newest there is, or a moment of the past. */
  view: ThreadView
  /** The newest there is. */
  live: ThreadView
  /** The moment that `view` shows; null: now. */
  past: PastMoment | null
  /** What the thread told so far, for looking back, and how many events that is. Null: nothing. */
  record: { of: ThreadRecord; count: number } | null
  /** Newest first; null until read. */
  threads: readonly ThreadSummary[] | null
  /** `opening`: the thread's events are on their way. */
  phase: 'ready' | 'opening' | 'starting' | 'stopping'
  pending: PendingRequest | null
  /** Values of variables that go with the first message of a new thread. */
  preset: JsonObject
  /** The model of a thread that begins with the next message; null: as the flow says. */
  nextModel: ThreadModel | null
  /** The one node that a thread talks to which begins with the next message, or has just begun; null: the whole flow. */
  nextOnly: string | null
  /** The thread that was open before this one, which talks to one node alone; null: none was. */
  former: string | null
  /** The agent that the person picked to answer next, where the swarm's pattern is `manual`; null: nobody. */
  to: string | null
  /** Why the last thing asked for did not begin, or the thread cannot be followed. */
  error: AppError | null
  /** What the person is asked before something runs again; null: nothing. */
  repeating: RepeatQuestion | null
  /** The place at which the open thread is to be left with changes; null: nowhere. */
  forking: ForkQuestion | null
}

/** A thread that begins with the next message. */
export const FRESH = {
  threadId: null,
  view: EMPTY_THREAD,
  live: EMPTY_THREAD,
  past: null,
  record: null,
  phase: 'ready',
  pending: null,
  preset: {},
  nextModel: null,
  nextOnly: null,
  former: null,
  to: null,
  error: null,
  repeating: null,
  forking: null,
} as const satisfies Omit<RunState, 'threads'>

/** Which thread of the flow was open last; empty: a new one. */
export type ThreadMemory = { read(): string | null; write(threadId: string): void }

export type RunStoreOptions = {
  client: Client<BatonContract>
  flowId: string
  overlay: RunOverlayStore
  memory: ThreadMemory
  frame: NextFrame
  /** Saves the drawing, so that what runs is what is drawn. */
  beforeRun: () => Promise<void>
  /** Asks the person for what the flow may not use yet. */
  guard: ConsentGuard
  onError: (title: string, cause: unknown) => void
  /** How long a removed thread can be taken back. */
  removeAfterMs?: number
}

/** What the parts of the run store share. */
export type RunParts = { store: StoreApi<RunState>; options: RunStoreOptions }

/** The model that the person chose for the open thread alone; null: as the flow says. */
export function threadModelOf({ threadId, threads, nextModel }: RunState): ThreadModel | null {
  return threadId === null ? nextModel : (threads?.find(({ id }) => id === threadId)?.model ?? null)
}

/** The one node that the open thread talks to; null: the whole flow. */
export function onlyNodeOf({ threadId, threads, nextOnly }: RunState): string | null {
  const known = threadId === null ? undefined : threads?.find(({ id }) => id === threadId)
  return known === undefined ? nextOnly : known.only
}

/** Whether the open thread came from elsewhere: nothing can be said or answered in it. */
export function isImported({ threadId, threads }: Pick<RunState, 'threadId' | 'threads'>): boolean {
  return threads?.find(({ id }) => id === threadId)?.imported === true
}

/** Whether what is shown is only for looking at: a moment of the past, or an imported thread. */
export function isLookedAt(state: Pick<RunState, 'past' | 'threadId' | 'threads'>): boolean {
  return state.past !== null || isImported(state)
}

/** Whether a turn is under way or about to be. */
export function isBusy(state: Pick<RunState, 'pending' | 'live'>): boolean {
  return state.pending !== null || state.live.activeRunId !== null
}

/** Whether the view shows what was asked for. */
export function isAnswered(pending: PendingRequest | null, { latest }: ThreadView): boolean {
  if (pending === null || pending.runId === null || latest === null || latest === pending.seen) return false
  return latest.runId === pending.runId || latest.pastRuns.includes(pending.runId)
}

/** Whether something of the thread has a price that is known. */
export function hasPrices({ view }: RunState): boolean {
  return view.spending.priced > 0
}
