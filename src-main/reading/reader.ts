/**
 * Reads what strangers wrote in forms that can be made to take for ever or to unfold to any size: each in a thread that has
 * nothing else to do, which is ended when it needs too much of either. Nobody else waits meanwhile.
 */
import { AppError, fromErrorRecord } from '../../src-shared/errors'
import { message } from '../../src-shared/languages/translate'
import { failure } from './failure'
import { createInTurn } from '../in-turn'
import { fault } from '../tools/openapi/parse'
import { untilAborted } from '../until-aborted'
import { packJob } from './packed-job'
import { createReadingThreads, type ReadingThread, type ReadingThreads } from './threads'
import type { ReadingAnswer, ReadingJob, ReadingResult } from './jobs'

export type Reader = {
  /** Throws AppError `bad-input` in words for a person, `cancelled` or the signal's reason when it is stopped. */
  read: <Job extends ReadingJob>(job: Job, signal?: AbortSignal) => Promise<ReadingResult<Job>>
}

export type ReadingLimits = { seconds: number; megabytes: number; atOnce: number }

const LIMITS: ReadingLimits = { seconds: 60, megabytes: 768, atOnce: 2 }
/** Somebody waits for the turn to go on, or a tool for its call. */
const ANSWER_SECONDS = 10
const ARGUMENTS_SECONDS = 3
/** How often the thread's memory is looked at: most of what a PDF unfolds to is outside of the heap, which V8 does not limit. */
const LOOK_MS = 50
/** V8's own limit is behind ours, because it ends a thread less gently. */
const HEAP_FACTOR = 1.5
/** Half of what it may need: what the last job left is no reason to refuse the next. */
const IDLE_FACTOR = 0.5
const MEGABYTE = 1_000_000

/** The reader of a core. What is more than `atOnce` waits its turn. */
export function createReader({ seconds, megabytes, atOnce }: ReadingLimits = LIMITS): Reader {
  const inTurn = createInTurn(atOnce)
  const threads = createReadingThreads({
    heapMegabytes: Math.ceil(megabytes * HEAP_FACTOR),
    idleBytes: megabytes * IDLE_FACTOR * MEGABYTE,
  })
  const readInTurn = (job: ReadingJob, signal: AbortSignal | undefined) =>
    inTurn(async () => {
      signal?.throwIfAborted()
      const answer = await inThread(job, { seconds, megabytes, threads, signal })
      if (answer.ok) return answer.result
      throw fromErrorRecord(answer.error)
    })
  return {
    // The thread answers with what the job asks for.
    read: async <Job extends ReadingJob>(job: Job, signal?: AbortSignal) =>
      (await untilAborted(readInTurn(job, signal), signal)) as ReadingResult<Job>,
  }
}

type Bounds = Omit<ReadingLimits, 'atOnce'> & { threads: ReadingThreads; signal: AbortSignal | undefined }

async function inThread(job: ReadingJob, { seconds, megabytes, threads, signal }: Bounds): Promise<ReadingAnswer> {
  const thread = threads.take()
  const { promise: stopped, reject } = Promise.withResolvers<never>()
  const tooMuch = (why: Excess) => reject(beyond(job, why))
  const stop = () => reject(signal?.reason)
  const most = Math.min(seconds, secondsFor(job))
  const limit = setTimeout(() => tooMuch({ of: 'time', most }), most * 1000)
  const look = setInterval(() => {
    void thread.size().then((size) => {
      if (size !== null && size > megabytes * MEGABYTE) tooMuch({ of: 'memory', most: megabytes })
    })
  }, LOOK_MS)
  signal?.addEventListener('abort', stop, { once: true })
  try {
    const answer = await Promise.race([answerOf(thread, job, megabytes), stopped])
    await threads.giveBack(thread)
    return answer
  } catch (cause) {
    await thread.end()
    throw cause
  } finally {
    clearTimeout(limit)
    clearInterval(look)
    signal?.removeEventListener('abort', stop)
  }
}

/** Rejects with AppError `bad-input` when the thread ran out of memory, with `internal` when it failed otherwise. */
async function answerOf(thread: ReadingThread, job: ReadingJob, megabytes: number): Promise<ReadingAnswer> {
  try {
    return await thread.ask(packJob(job))
  } catch (cause) {
    if (cause instanceof AppError || !(cause instanceof Error)) throw cause
    if ('code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY')
      throw beyond(job, { of: 'memory', most: megabytes })
    throw new AppError('internal', message('A document could not be read: {reason}', { reason: cause.message }))
  }
}

function secondsFor({ what }: ReadingJob): number {
  if (what === 'answer') return ANSWER_SECONDS
  return what === 'arguments' ? ARGUMENTS_SECONDS : Infinity
}

/** What a job took more of than it may have: seconds, or megabytes. */
type Excess = { of: 'time' | 'memory'; most: number }

function beyond(job: ReadingJob, { of, most }: Excess): AppError {
  const isSlow = of === 'time'
  switch (job.what) {
    case 'pdf':
      return failure(
        'bad-input',
        job.name,
        isSlow
          ? message(
              'takes longer than {most} seconds to read, so it was left unread. Print it to a new PDF, or paste its text.',
              { most },
            )
          : message(
              'needs more than {most} MB of memory to read, so it was left unread. Print it to a new PDF, or paste its text.',
              { most },
            ),
      )
    case 'flow':
      return new AppError(
        'invalid-flow',
        isSlow
          ? message(
              'The flow takes longer than {most} seconds to read, so nothing was loaded. Cut it into smaller flows.',
              { most },
            )
          : message(
              'The flow needs more than {most} MB of memory to read, so nothing was loaded. Cut it into smaller flows.',
              { most },
            ),
      )
    case 'answer':
      return new AppError(
        'bad-input',
        isSlow
          ? message(
              'Holding an answer against its schema takes longer than {most} seconds. Make the schema simpler: fewer patterns, references and choices.',
              { most },
            )
          : message(
              'Holding an answer against its schema needs more than {most} MB of memory. Make the schema simpler: fewer patterns, references and choices.',
              { most },
            ),
      )
    case 'arguments':
      return new AppError(
        'bad-input',
        isSlow
          ? message('Holding arguments against their schema takes longer than {most} seconds.', { most })
          : message('Holding arguments against their schema needs more than {most} MB of memory.', { most }),
      )
    case 'api':
    case 'api-import':
      return fault(
        isSlow
          ? message(
              'It takes longer than {most} seconds to read. Use a smaller document, with fewer operations, aliases and levels.',
              { most },
            )
          : message(
              'It needs more than {most} MB of memory to read. Use a smaller document, with fewer operations, aliases and levels.',
              { most },
            ),
      )
  }
}
