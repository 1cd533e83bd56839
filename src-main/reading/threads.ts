/**
 * The threads that read. One that has answered waits a while for the next job, since starting a thread and compiling what it runs takes longer than most jobs;
 * one that was stopped, or that a job left large, is ended.
 */
import type { Worker } from 'node:worker_threads'
import { AppError } from '../../src-shared/errors'
import { startWorker } from '../platform/worker-thread'
import type { ReadingAnswer } from './jobs'
import type { PackedJob } from './packed-job'

/** One thread, in the hands of one job. */
export type ReadingThread = {
  /** Rejects with Node's error when the thread fails, with AppError `internal` when it ends without an answer. */
  ask: (packed: PackedJob) => Promise<ReadingAnswer>
  /** Bytes, in V8's heap and outside of it; null: the thread has ended, or not begun. */
  size: () => Promise<number | null>
  end: () => Promise<void>
}

export type ReadingThreads = {
  take: () => ReadingThread
  /** After an answer; a thread that failed or was stopped is ended in its place. */
  giveBack: (thread: ReadingThread) => Promise<void>
}

/** `heapMegabytes`: V8's own limit. `idleBytes`: a thread that is larger than this does not wait for another job. */
export type ReadingThreadLimits = { heapMegabytes: number; idleBytes: number }

/** What a thread keeps in memory is given up soon when nobody reads. */
const IDLE_MS = 10_000

export function createReadingThreads({ heapMegabytes, idleBytes }: ReadingThreadLimits): ReadingThreads {
  const idle = new Map<ReadingThread, NodeJS.Timeout>()
  const wait = (thread: ReadingThread) => {
    const timer = setTimeout(() => {
      idle.delete(thread)
      void thread.end()
    }, IDLE_MS)
    idle.set(thread, timer.unref())
  }
  return {
    take: () => {
      const [first] = idle
      if (first === undefined) return startThread(heapMegabytes)
      const [thread, timer] = first
      clearTimeout(timer)
      idle.delete(thread)
      return thread
    },
    giveBack: async (thread) => {
      const size = await thread.size()
      if (size === null || size > idleBytes) await thread.end()
      else wait(thread)
    },
  }
}

/** It holds the process open only while it is asked. */
function startThread(heapMegabytes: number): ReadingThread {
  const entry = { name: 'reading-worker', source: new URL('./worker.ts', import.meta.url) } as const
  const worker = startWorker(entry, { resourceLimits: { maxOldGenerationSizeMb: heapMegabytes } })
  worker.unref()
  return {
    ask: (packed) => askOnce(worker, packed),
    size: async () => {
      try {
        const { total_heap_size: heap, external_memory: outside } = await worker.getHeapStatistics()
        return heap + outside
      } catch {
        return null
      }
    },
    end: async () => {
      await worker.terminate()
    },
  }
}

async function askOnce(worker: Worker, packed: PackedJob): Promise<ReadingAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<ReadingAnswer>()
  const onExit = () => reject(new AppError('internal', 'A document could not be read: its thread ended.'))
  worker.on('message', resolve).on('error', reject).on('exit', onExit)
  worker.ref()
  worker.postMessage(packed, packed.bytes === null ? [] : [packed.bytes.buffer])
  try {
    return await promise
  } finally {
    worker.off('message', resolve).off('error', reject).off('exit', onExit)
    worker.unref()
  }
}
