/** Work that tells how it stands, as the items of a stream. */
import type { StreamItem } from '../../src-shared/rpc/define'

/** Whoever is slow hears the newest state only, and always the last one. Ends with the work, and throws what it throws. */
export async function* itemsOfWork<State>(
  work: (tell: (state: State) => void) => Promise<void>,
): AsyncGenerator<StreamItem<State>, void, undefined> {
  let newest: { state: State } | null = null
  let isOver = false
  let wake = (): void => undefined
  const ended = work((state) => {
    newest = { state }
    wake()
  }).finally(() => {
    isOver = true
    wake()
  })
  // Whoever leaves does not wait for it.
  ended.catch(() => undefined)
  const take = (): { state: State } | null => {
    const taken = newest
    newest = null
    return taken
  }
  for (let number = 1; ;) {
    const taken = take()
    if (taken !== null) {
      yield { id: String(number), item: taken.state }
      number += 1
    } else if (isOver) break
    else
      await new Promise<void>((resolve) => {
        wake = resolve
      })
  }
  await ended
}
