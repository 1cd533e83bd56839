/**
 * Tries patterns of strangers in a worker thread, so that one that never ends holds up no window, no stop and no other turn. One thread
 * serves a core; it is started with the first pattern, and keeps no process alive.
 */
import type { Worker } from 'node:worker_threads'
import { AppError } from '../../src-shared/errors'
import { startWorker } from '../platform/worker-thread'
import { untilAborted } from '../until-aborted'
import type { PatternAnswer, PatternQuestion, PatternTest } from './pattern-messages'

export type PatternLimits = {
  /** Of one pattern. */
  patternMs: number
  /** Of all that are tried for one reply. */
  totalMs: number
}
const LIMITS: PatternLimits = { patternMs: 250, totalMs: 1000 }
/** The thread ends its own patterns; a thread that does not answer in this time is ended itself. */
const STUCK_MS = 15_000
const MEMORY_MB = 128

export type Patterns = {
  /** The first list whose patterns all match, or what is wrong with one of them. Throws AppError `cancelled` when it is stopped. */
  first: (lists: readonly (readonly PatternTest[])[], signal: AbortSignal) => Promise<PatternAnswer>
  close: () => Promise<void>
}

/** The patterns of one core. Questions are answered one after the other. */
export function createPatterns(limits = LIMITS): Patterns {
  let worker: Worker | null = null
  let last: Promise<unknown> = Promise.resolve()

  const ask = async (lists: PatternQuestion['lists'], signal: AbortSignal): Promise<PatternAnswer> => {
    if (signal.aborted) throw stopped()
    const thread = (worker ??= openThread())
    const question: PatternQuestion = { lists, ...limits }
    const answer = await answerOf(thread, question, signal)
    if (answer !== null) return answer
    if (worker === thread) worker = null
    await thread.terminate()
    if (signal.aborted) throw stopped()
    throw new AppError('expression', 'The patterns of the rehearsal script could not be tried. Make them simpler.')
  }
  return {
    first(lists, signal) {
      const answer = last.then(() => ask(lists, signal))
      last = answer.catch(() => undefined)
      // A question that waits for its turn is let go at once.
      return untilAborted(answer, signal, stopped)
    },
    async close() {
      const thread = worker
      worker = null
      await thread?.terminate()
    },
  }
}

function openThread(): Worker {
  const entry = { name: 'pattern-worker', source: new URL('./pattern-worker.ts', import.meta.url) } as const
  const thread = startWorker(entry, { resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB } })
  // What goes wrong while nobody asks is noticed by the next question, which gets no answer.
  return thread.on('error', () => undefined)
}

/** Null: the thread is of no more use, or nobody wants its answer any more. */
async function answerOf(thread: Worker, question: PatternQuestion, signal: AbortSignal): Promise<PatternAnswer | null> {
  const { promise, resolve } = Promise.withResolvers<PatternAnswer | null>()
  const giveUp = () => resolve(null)
  const limit = setTimeout(giveUp, STUCK_MS)
  signal.addEventListener('abort', giveUp, { once: true })
  thread.on('message', resolve).on('error', giveUp).on('exit', giveUp)
  thread.ref()
  thread.postMessage(question)
  try {
    return await promise
  } finally {
    clearTimeout(limit)
    signal.removeEventListener('abort', giveUp)
    thread.off('message', resolve).off('error', giveUp).off('exit', giveUp)
    thread.unref()
  }
}

function stopped(): AppError {
  return new AppError('cancelled', 'The model call was stopped.')
}
