/** Whole results of tools, in memory: those of the threads that were busy last, since no database of Baton's is there. */
import { AppError } from '../../src-shared/errors'
import { inEnglish } from '../../src-shared/languages/translate'
import { isTextType } from '../../src-shared/run/log/results'
import type { EngineServices } from '../engine/contract/runtime'
import { idOf, type StoredResult } from '../store/results'

const MOST_THREADS = 500
const MOST_BYTES = 120_000_000

export function createKeptResults(): EngineServices['results'] {
  const threads = new Map<string, Map<string, StoredResult>>()
  const bytes = () => [...threads.values()].flatMap((own) => [...own.values()]).reduce((sum, { size }) => sum + size, 0)
  const forgetOld = (): void => {
    for (const thread of [...threads.keys()].slice(0, -1)) {
      if (threads.size <= MOST_THREADS && bytes() <= MOST_BYTES) return
      threads.delete(thread)
    }
  }
  return {
    keep(thread, { mimeType: given, body }) {
      const mimeType =
        typeof body !== 'string'
          ? isTextType(given)
            ? 'application/octet-stream'
            : given
          : isTextType(given)
            ? given
            : 'text/plain'
      const size = typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength
      const stored = { id: idOf(mimeType, body), mimeType, size }
      const own = threads.get(thread) ?? new Map<string, StoredResult>()
      own.set(stored.id, { ...stored, body })
      threads.delete(thread)
      threads.set(thread, own)
      forgetOld()
      return Promise.resolve(stored)
    },
    read(thread, id) {
      const found = threads.get(thread)?.get(id)
      if (found !== undefined) return found
      throw new AppError('not-found', inEnglish(`The result "${id}" is not kept any more. Call the tool again.`))
    },
  }
}
