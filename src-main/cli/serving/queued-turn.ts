/**
 * A message for a thread whose turn runs, here or in another program: it waits in the library, and whoever sent it waits for its turn. What is
 * answered with a failure was not said: such a message is taken out of the queue again.
 */
import { AppError } from '../../../src-shared/errors'
import { inEnglish } from '../../../src-shared/languages/translate'
import type { SayWhen } from '../../../src-shared/flow/records'
import { queuedWordsSchema, type QueuedMessage } from '../../../src-shared/rpc/queue'
import type { AskedPicture } from '../../../src-shared/rpc/attachments'
import type { Core } from '../../core'
import type { Listen, StartedRun } from '../../run/execution/execution'
import type { RunRecord } from '../../store/threads'
import { startTimeLimit } from '../../time-limit'
import { runElsewhere } from './run-elsewhere'
import { refusedAs } from './failures'

export type QueuedTurn = {
  threadId: string
  when: SayWhen
  text: string
  pictures: readonly AskedPicture[]
  hear: Listen
  /** Nobody waits for it any more. */
  signal: AbortSignal
}

/** How often it is looked whether the program that ran the thread's turn is still there: a killed one says nothing. */
const LOOK_MS = 1000

/** The turn of the message, as soon as it has begun. Throws where it does not begin: then it waits no more. */
export async function queuedTurn(core: Core, asked: QueuedTurn): Promise<StartedRun> {
  const { runner, events, threads } = core.services
  const turnsBefore = threads.turnsOf(asked.threadId)
  const wait = createWait(asked.hear)
  const id = await queue(core, asked, wait)
  const watch = events.watch()
  try {
    for (let looks = 0; ; looks += 1) {
      if (wait.begun !== null) return wait.begun
      if (wait.isRemoved) throw removedMeanwhile()
      const row = runner.queue.list(asked.threadId).find((one) => one.id === id)
      if (row === undefined) return await begunElsewhere(core, asked, { wait, turnsBefore })
      const failure = asked.signal.aborted ? nobodyWaits() : whyNot(core, asked, row)
      if (failure !== null) {
        if (takeBack(core, id)) throw failure
        continue
      }
      if (looks > 0) await stepOn(core, asked)
      if (wait.begun === null && !wait.isRemoved) await news(watch, [wait.signal, asked.signal])
    }
  } finally {
    watch.remove()
    runner.queue.unwait(id)
  }
}

type Wait = ReturnType<typeof createWait>

/** What the queue says of one message. */
function createWait(hear: Listen) {
  const controller = new AbortController()
  const wait = {
    begun: null as StartedRun | null,
    isRemoved: false,
    signal: controller.signal,
    waiter: {
      hear,
      begun(run: StartedRun) {
        wait.begun = run
        controller.abort()
      },
      removed() {
        wait.isRemoved = true
        controller.abort()
      },
    },
  }
  return wait
}

/** The same words that wait there already, of a client that was cut off when this program was, are taken up rather than said twice. */
async function queue({ services }: Core, asked: QueuedTurn, { waiter }: Wait): Promise<string> {
  const { threadId, when, text, pictures } = asked
  const said = queuedWordsSchema.safeParse({ text, attachments: pictures })
  if (!said.success)
    throw new AppError(
      'bad-input',
      inEnglish('This message is too long to wait: send it again when the turn is over.'),
      refusedAs('message_too_long'),
    )
  const { queue: waiting } = services.runner
  const names = pictures.map(({ name }) => name).join()
  const known = waiting
    .list(threadId)
    .find((one) => one.text === text && one.attached.join() === names && waiting.await(one.id, waiter))
  return known?.id ?? (await waiting.add({ threadId, when, ...said.data }, waiter))
}

/** Wakes when something was stored, when there is news of the message, or after a while. */
async function news(
  watch: { woken: (signal: AbortSignal) => Promise<void> },
  signals: readonly AbortSignal[],
): Promise<void> {
  const limit = startTimeLimit(LOOK_MS, ...signals)
  try {
    await watch.woken(limit.signal)
  } finally {
    limit.end()
  }
}

/** Why its turn cannot begin; null: it can, or another one runs. */
function whyNot(core: Core, { threadId }: QueuedTurn, { problem }: QueuedMessage): AppError | null {
  const { runner, threads } = core.services
  if (problem !== null) return new AppError('unavailable', inEnglish(problem))
  if (threads.activeRun(threadId) !== null || runner.queue.isFree(threadId)) return null
  return turnBeforeOpen(core, threadId)
}

/** Whoever ran the turn before begins the next one; where that program is gone, nobody does. */
async function stepOn(core: Core, { threadId }: QueuedTurn): Promise<void> {
  const { runner, threads } = core.services
  const [first] = threads.activeRun(threadId) === null ? runner.queue.list(threadId) : []
  if (first === undefined) return
  try {
    await runner.queue.send(first.id)
  } catch (cause) {
    if (!(cause instanceof AppError) || !['run-active', 'not-found', 'conflict'].includes(cause.code)) throw cause
  }
}

/** False: its turn began at this very moment. */
function takeBack({ services }: Core, id: string): boolean {
  try {
    services.runner.queue.remove(id)
    return true
  } catch (cause) {
    if (cause instanceof AppError && cause.code === 'not-found') return false
    throw cause
  }
}

/** It is not in the queue any more. */
async function begunElsewhere(
  core: Core,
  asked: QueuedTurn,
  { wait, turnsBefore }: { wait: Wait; turnsBefore: number },
): Promise<StartedRun> {
  // A turn of this program is told of right after it took its message.
  await new Promise((resolve) => setImmediate(resolve))
  if (wait.begun !== null) return wait.begun
  const run = wait.isRemoved ? null : runOf(core, asked, turnsBefore)
  if (run === null) throw removedMeanwhile()
  return runElsewhere(core, run, asked.hear)
}

/** The newest turn that began with these words since they were queued. */
function runOf({ services }: Core, { threadId, text }: QueuedTurn, turnsBefore: number): RunRecord | null {
  const { threads } = services
  for (let turn = threads.turnsOf(threadId); turn > turnsBefore; turn -= 1) {
    const run = threads.runOfTurn(threadId, turn)
    if ((run?.input ?? '') === text) return run
  }
  return null
}

function turnBeforeOpen({ services }: Core, threadId: string): AppError {
  const waits = services.runner.waiting(threadId).length > 0
  const what = waits ? 'waits for the answer of a person' : 'did not end in order'
  return new AppError(
    'conflict',
    inEnglish(
      `The turn before this message ${what}, so the message was not said. Send it again to say it all the same.`,
    ),
    refusedAs('turn_before_open'),
  )
}

function removedMeanwhile(): AppError {
  return new AppError(
    'cancelled',
    inEnglish('The message was removed from the queue before its turn.'),
    refusedAs('message_removed'),
  )
}

function nobodyWaits(): AppError {
  return new AppError('unavailable', inEnglish('Baton stops serving; the message was not said. Send it again.'))
}
