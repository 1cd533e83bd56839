/** The library's change bus: what changed, numbered, with the newest changes kept for listeners that lost their link. */
import { randomUUID } from 'node:crypto'
import type { LibraryChange } from '../../src-shared/rpc/contract'
import type { StreamItem } from '../../src-shared/rpc/define'

/** How a listener goes on. */
export type FollowOptions = { readonly after: string | null; readonly signal: AbortSignal }

export type Changes = {
  /** Says that something changed; what is not given is null. */
  readonly publish: (change: Pick<LibraryChange, 'what'> & Partial<LibraryChange>) => void
  /**
   * Changes from now on, or after a given one; one that is no longer kept, or of another process, is answered with
   * `what: 'flow', id: null`: read all again. Ends when the signal aborts.
   */
  readonly follow: (options: FollowOptions) => AsyncIterable<StreamItem<LibraryChange>>
}

const KEPT = 500
const EVERYTHING: LibraryChange = { what: 'flow', id: null, flowId: null, revision: null }

/** A bus that keeps the newest `kept` changes. */
export function createChanges(kept: number = KEPT): Changes {
  const bus = randomUUID().slice(0, 8)
  const recent: { readonly number: number; readonly change: LibraryChange }[] = []
  const wakers = new Set<() => void>()
  let newest = 0

  const itemAt = (number: number, change: LibraryChange): StreamItem<LibraryChange> => ({
    id: `${bus}.${number}`,
    item: change,
  })
  const since = (position: number): StreamItem<LibraryChange>[] => {
    const isKept = position <= newest && position >= newest - recent.length
    if (!isKept) return [itemAt(newest, EVERYTHING)]
    return recent.filter((entry) => entry.number > position).map((entry) => itemAt(entry.number, entry.change))
  }
  const numberOf = (id: string): number => {
    const [owner, number] = id.split('.')
    return owner === bus && number !== undefined && /^\d+$/.test(number) ? Number(number) : -1
  }

  async function* follow({ after, signal }: FollowOptions): AsyncGenerator<StreamItem<LibraryChange>, void, undefined> {
    let position = after === null ? newest : numberOf(after)
    while (!signal.aborted) {
      for (const entry of position === newest ? [] : since(position)) {
        position = numberOf(entry.id)
        yield entry
        if (signal.aborted) return
      }
      if (position === newest) await woken(wakers, signal)
    }
  }

  return {
    publish(change) {
      newest += 1
      recent.push({ number: newest, change: { id: null, flowId: null, revision: null, ...change } })
      if (recent.length > kept) recent.shift()
      for (const wake of wakers) wake()
    },
    follow,
  }
}

/** Resolves at the next wake or when the signal aborts. */
function woken(wakers: Set<() => void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const wake = (): void => {
      wakers.delete(wake)
      signal.removeEventListener('abort', wake)
      resolve()
    }
    wakers.add(wake)
    signal.addEventListener('abort', wake, { once: true })
  })
}
