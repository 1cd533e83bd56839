/** A run's words as they pass a link: those that come within a few hundredths of a second are one piece, as nobody sees them one by one. */
import type { RunEvent, RunEventOf } from '../../../src-shared/run/log/events'
import type { StreamItem } from '../../../src-shared/rpc/define'

/** So long words wait for more of them, in ms; the first after a pause are passed on at once. */
const PAUSE_MS = 30

type TokenItem = StreamItem<RunEventOf<'token'>>

/** The items in their order; pieces of one reply are joined under the id of the last of them, so that whoever goes on after it misses none. */
export async function* joinTokens(
  source: AsyncIterable<StreamItem<RunEvent>>,
  pauseMs = PAUSE_MS,
): AsyncGenerator<StreamItem<RunEvent>, void, undefined> {
  const iterator = source[Symbol.asyncIterator]()
  const read = () => {
    const coming = iterator.next()
    // It is waited for below; who stops before that does not hear of its failure.
    coming.catch(() => undefined)
    return coming
  }
  let next = read()
  /** What waits for more, and until when. */
  let held: TokenItem | null = null
  let freeAt = 0
  try {
    for (;;) {
      const result = held === null ? await next : await withinPause(next, freeAt)
      if (result?.done === true) {
        if (held !== null) yield held
        return
      }
      if (result !== null) {
        next = read()
        const token = asToken(result.value)
        const joined: TokenItem | null = held === null || token === null ? null : join(held, token)
        if (held !== null && joined === null) yield held
        held = joined ?? token
        if (held === null) yield result.value
      }
      if (held === null || performance.now() < freeAt) continue
      yield held
      held = null
      freeAt = performance.now() + pauseMs
    }
  } finally {
    // Not waited for: it ends when what it waits for has come, or was aborted.
    iterator.return?.().catch(() => undefined)
  }
}

/** Null: nothing came until then. */
async function withinPause<Result>(next: Promise<Result>, until: number): Promise<Result | null> {
  let timer: NodeJS.Timeout | undefined
  const pause = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), Math.max(0, until - performance.now()))
  })
  try {
    return await Promise.race([next, pause])
  } finally {
    clearTimeout(timer)
  }
}

function asToken({ item, ...rest }: StreamItem<RunEvent>): TokenItem | null {
  return item.type === 'token' ? { ...rest, item } : null
}

/** Null: they are pieces of different replies. */
function join({ item: first }: TokenItem, { item: second, ...rest }: TokenItem): TokenItem | null {
  const isSame = first.runId === second.runId && first.entryId === second.entryId && first.span === second.span
  return isSame ? { ...rest, item: { ...second, text: first.text + second.text } } : null
}
