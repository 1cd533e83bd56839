/** Turns on the command line: runs them one after the other and prints what the flow says. */
import { AppError } from '../../src-shared/errors'
import { inEnglish } from '../../src-shared/languages/translate'
import { readSettings, type JsonObject } from '../../src-shared/flow/records'
import { visibleLine } from '../../src-shared/kinds/visible'
import { findSlip } from '../../src-shared/match'
import type { AskedAttachment } from '../../src-shared/rpc/attachments'
import type { ThreadSummary } from '../../src-shared/rpc/contract'
import type { RunEvent } from '../../src-shared/run/log/events'
import type { Core } from '../core'
import type { RunOutcome, StartedRun } from '../run/execution/execution'
import type { CommandStreams, GivenFlow } from './options'

/** A thread of a flow that somebody talks to. */
export type TalkOptions = {
  core: Core
  given: GivenFlow
  /** Null: a new thread with the first turn. */
  threadId: string | null
  /** Values of variables that the next message brings along. */
  set: JsonObject
  /** The agent that the user picked to answer the next message; null: whoever holds the baton. */
  to: string | null
  /** What goes with the next message; what the flow says by itself leaves it for that. */
  attachments?: readonly AskedAttachment[]
  onEvent: (event: RunEvent) => void
  signal: AbortSignal
}

/** As long as the contract of the interface allows. */
const MAX_THREAD_NAME = 128

/** Throws `bad-input` for what cannot be the name of a thread. */
export function checkThreadName(threadId: string | undefined): void {
  if (threadId !== undefined && (threadId.trim() === '' || threadId.length > MAX_THREAD_NAME))
    throw new AppError('bad-input', inEnglish(`The name of a thread has 1 to ${MAX_THREAD_NAME} characters.`))
}

/** Opens a thread by its id, making it where it does not exist. Throws `bad-input` when it belongs to another flow. */
export function openThread(
  { core, given }: Pick<TalkOptions, 'core' | 'given'>,
  threadId: string | undefined,
): string | null {
  if (threadId === undefined) return null
  checkThreadName(threadId)
  const { threads } = core.services
  const known = findThread(core, threadId)
  if (known === null) return threads.createThread({ flowId: given.flow.id, id: threadId }).id
  if (known.flowId !== given.flow.id)
    throw new AppError(
      'bad-input',
      inEnglish(
        `The thread "${threadId}" belongs to another flow (${known.flowId}). Choose another name with --thread.`,
      ),
    )
  return threadId
}

/** The thread that a person named, if any, and where it is said that it is new though they may have meant another. */
type NamedThread = { name: string | undefined; note: CommandStreams['note'] }

/** Works in the thread that a person named, making it where it does not exist. One that was made and in which nothing was said is not kept. */
export async function inThread<Result>(
  { core, given }: Pick<TalkOptions, 'core' | 'given'>,
  { name, note }: NamedThread,
  work: (threadId: string | null) => Promise<Result>,
): Promise<Result> {
  const { threads } = core.services
  const isNew = name !== undefined && findThread(core, name) === null
  const others = isNew ? threads.list(given.flow.id).map(({ id }) => id) : []
  const meant = isNew ? findSlip(others, name) : null
  const threadId = openThread({ core, given }, name)
  if (meant !== null)
    note(`The thread "${visibleLine(name ?? '')}" is new. There is one called "${visibleLine(meant)}".`)
  try {
    return await work(threadId)
  } finally {
    if (isNew && threads.turnsOf(name) === 0) threads.remove(name)
  }
}

/** A thread by its id; null where there is none. */
export function findThread(core: Core, threadId: string): ThreadSummary | null {
  try {
    return core.services.threads.read(threadId)
  } catch (cause) {
    if (cause instanceof AppError && cause.code === 'not-found') return null
    throw cause
  }
}

/** Whether the thread's last turn was left in the middle, which goes on before anything else, or failed, which is tried again when asked. */
export function lastTurn({ core, threadId }: Pick<TalkOptions, 'core' | 'threadId'>): 'ended' | 'left' | 'failed' {
  const run = threadId === null ? null : core.services.threads.unfinishedRun(threadId)
  if (run === null) return 'ended'
  return run.state === 'failed' ? 'failed' : 'left'
}

/** Whether the flow is to speak before the user does: a setting of the flow that counts for new threads. */
export function speaksFirst({ core, given, threadId }: TalkOptions): boolean {
  if (readSettings(given.flow).speaksFirst !== 'flow') return false
  return threadId === null || core.services.threads.read(threadId).turns === 0
}

/** One turn. `text` null: the flow speaks first; empty: the message is its attachments. */
export async function takeTurn(talk: TalkOptions, text: string | null): Promise<RunOutcome> {
  const { core, given, threadId, onEvent: listen, set: variables, to, signal } = talk
  const { flow, text: flowText } = given
  const attachments = text === null ? [] : (talk.attachments ?? [])
  const message = { text, attachments, variables, to }
  const turn = { flowId: flow.id, flowText, revision: null, threadId, ...message, listen, signal }
  const started = await core.services.runner.start(turn)
  talk.threadId = started.threadId
  talk.set = {}
  talk.to = null
  if (text !== null) talk.attachments = []
  return ended(talk, started)
}

/** Sets what no message brought along, in a thread where something was said. False: there was nothing to set. */
export async function setRest({ core, given, threadId, set }: TalkOptions): Promise<boolean> {
  if (threadId === null || Object.keys(set).length === 0) return false
  if (core.services.threads.read(threadId).turns === 0) return false
  await core.services.runner.setVariables({ threadId, flowText: given.text, changes: set, reset: [] })
  return true
}

/** Goes on with a turn that was left, or tries a failed one again with the flow as it is given now. */
export async function resumeTurn(talk: TalkOptions): Promise<RunOutcome> {
  const { core, given, threadId, onEvent } = talk
  const turn = { threadId: threadId ?? '', flowText: given.text, revision: null }
  return ended(talk, await core.services.runner.resume(turn, onEvent))
}

/**
 * Goes on with a turn that was left before anything else is said. A flow that cannot run any more, though it could then, is the
 * failure of that turn, not of what is said next.
 */
export async function goOn(talk: TalkOptions): Promise<RunOutcome> {
  try {
    return await resumeTurn(talk)
  } catch (cause) {
    if (cause instanceof AppError && cause.code === 'flow-has-problems') return { state: 'failed', error: cause }
    throw cause
  }
}

/** How the run ended; an abort leaves it to be resumed. */
export async function ended({ core, signal }: TalkOptions, { done }: StartedRun): Promise<RunOutcome> {
  const leave = () => void core.services.runner.close()
  if (signal.aborted) leave()
  signal.addEventListener('abort', leave, { once: true })
  try {
    return await done
  } finally {
    signal.removeEventListener('abort', leave)
  }
}
