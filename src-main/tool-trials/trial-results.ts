/** Whole results of tools that were tried: in memory, the newest only, since they belong to no thread. */
import { isTextType } from '../../src-shared/run/log/results'
import type { EngineServices } from '../engine/contract/runtime'
import { idOf, type Results, type StoredResult } from '../store/results'

/** So many trials are remembered, and so many bytes of them. */
const MOST_TRIALS = 30
const MOST_BYTES = 120_000_000

export type TrialResults = {
  /** What an engine keeps results with; the place is that of a trial. */
  keep: EngineServices['results']['keep']
  /** A result of a trial; null: it is not among the remembered ones. */
  find: (trial: string, id: string) => StoredResult | null
}

export function createTrialResults(): TrialResults {
  const trials = new Map<string, Map<string, StoredResult>>()
  const bytes = () => [...trials.values()].flatMap((own) => [...own.values()]).reduce((sum, { size }) => sum + size, 0)
  const forgetOld = (): void => {
    for (const trial of [...trials.keys()].slice(0, -1)) {
      if (trials.size <= MOST_TRIALS && bytes() <= MOST_BYTES) return
      trials.delete(trial)
    }
  }
  return {
    async keep(trial, given) {
      const { mimeType, body } = asTyped(given)
      const size = typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength
      const stored = { id: idOf(mimeType, body), mimeType, size }
      const own = trials.get(trial) ?? new Map<string, StoredResult>()
      own.set(stored.id, { ...stored, body })
      trials.set(trial, own)
      forgetOld()
      return stored
    },
    find: (trial, id) => trials.get(trial)?.get(id) ?? null,
  }
}

/** Results of threads, and beside them those of trials. */
export function withTrials(
  results: Pick<Results, 'read'>,
  { find }: Pick<TrialResults, 'find'>,
): Pick<Results, 'read'> {
  return { read: (place, id) => find(place, id) ?? results.read(place, id) }
}

type GivenResult = Parameters<TrialResults['keep']>[1]

/** As the store does it: a text of text types only, bytes of all others. */
function asTyped({ mimeType, body }: GivenResult): GivenResult {
  if (typeof body === 'string') return { mimeType: isTextType(mimeType) ? mimeType : 'text/plain', body }
  if (!isTextType(mimeType)) return { mimeType, body }
  return { mimeType: 'application/octet-stream', body }
}
