/**
 * Reads what strangers wrote in forms that can be made to take for ever or to unfold to any size: each in a thread of its own, which is
 * ended when it needs too much of either. Nobody else waits meanwhile.
 */
import type { Worker } from 'node:worker_threads'
import { AppError, fromErrorRecord } from '../../src-shared/errors'
import { failure } from './failure'
import { createInTurn } from '../in-turn'
import { startWorker } from '../platform/worker-thread'
import { fault } from '../tools/openapi/parse'
import { untilAborted } from '../until-aborted'
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

/** The reader of a core. What is more than `atOnce` waits its turn. */
export function createReader({ seconds, megabytes, atOnce }: ReadingLimits = LIMITS): Reader {
  const inTurn = createInTurn(atOnce)
  const readInTurn = (job: ReadingJob, signal: AbortSignal | undefined) =>
    inTurn(async () => {
      signal?.throwIfAborted()
      const answer = await inThread(job, { seconds, megabytes, signal })
      if (answer.ok) return answer.result
      throw fromErrorRecord(answer.error)
    })
  return {
    // The thread answers with what the job asks for.
    read: async <Job extends ReadingJob>(job: Job, signal?: AbortSignal) =>
      (await untilAborted(readInTurn(job, signal), signal)) as ReadingResult<Job>,
  }
}

type Bounds = Omit<ReadingLimits, 'atOnce'> & { signal: AbortSignal | undefined }

async function inThread(job: ReadingJob, { seconds, megabytes, signal }: Bounds): Promise<ReadingAnswer> {
  const entry = { name: 'reading-worker', source: new URL('./worker.ts', import.meta.url) } as const
  const resourceLimits = { maxOldGenerationSizeMb: Math.ceil(megabytes * HEAP_FACTOR) }
  const worker = startWorker(entry, { workerData: job, resourceLimits })
  const { promise, resolve, reject } = Promise.withResolvers<ReadingAnswer>()
  const tooMuch = (what: string) => reject(beyond(job, what))
  const stop = () => reject(signal?.reason)
  const most = Math.min(seconds, secondsFor(job))
  const limit = setTimeout(() => tooMuch(`takes longer than ${most} seconds to read`), most * 1000)
  const look = setInterval(() => {
    void isLarge(worker, megabytes).then((large) => {
      if (large) tooMuch(`needs more than ${megabytes} MB of memory to read`)
    })
  }, LOOK_MS)
  signal?.addEventListener('abort', stop, { once: true })
  worker.on('message', resolve)
  worker.on('error', (cause: Error & { code?: string }) => {
    if (cause.code === 'ERR_WORKER_OUT_OF_MEMORY') tooMuch(`needs more than ${megabytes} MB of memory to read`)
    else reject(new AppError('internal', `A document could not be read: ${cause.message}`))
  })
  worker.on('exit', () => reject(new AppError('internal', 'A document could not be read: its thread ended.')))
  try {
    return await promise
  } finally {
    clearTimeout(limit)
    clearInterval(look)
    signal?.removeEventListener('abort', stop)
    await worker.terminate()
  }
}

function secondsFor({ what }: ReadingJob): number {
  if (what === 'answer') return ANSWER_SECONDS
  return what === 'arguments' ? ARGUMENTS_SECONDS : Infinity
}

/** False for a thread that has ended, or not begun. */
async function isLarge(worker: Worker, megabytes: number): Promise<boolean> {
  try {
    const { total_heap_size: heap, external_memory: outside } = await worker.getHeapStatistics()
    return heap + outside > megabytes * 1_000_000
  } catch {
    return false
  }
}

/** `what` completes "it ...". */
function beyond(job: ReadingJob, what: string): AppError {
  switch (job.what) {
    case 'pdf':
      return failure('bad-input', job.name, `${what}, so it was left unread. Print it to a new PDF, or paste its text.`)
    case 'flow':
      return new AppError('invalid-flow', `The flow ${what}, so nothing was loaded. Cut it into smaller flows.`)
    case 'answer': {
      const words = `Holding an answer against its schema ${what.replace(/ to read$/, '')}. Make the schema simpler: fewer patterns, references and choices.`
      return new AppError('bad-input', words)
    }
    case 'arguments':
      return new AppError('bad-input', `Holding arguments against their schema ${what.replace(/ to read$/, '')}.`)
    case 'api':
    case 'api-import':
      return fault(`It ${what}. Use a smaller document, with fewer operations, aliases and levels.`)
  }
}
