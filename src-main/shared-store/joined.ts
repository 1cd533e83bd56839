/** Joins what is asked for while other asks are on their way: alone, each goes at once; where many come, they go together. */

type WaitingItem<Item, Result> = { item: Item; answer: PromiseWithResolvers<Result> }

/** `ask` takes several items and tells the result of each. At most `atOnce` of its calls run at a time. */
export function joined<Item, Result>(
  ask: (items: readonly Item[]) => Promise<(item: Item) => Result>,
  atOnce: number,
): (item: Item) => Promise<Result> {
  let waiting: WaitingItem<Item, Result>[] = []
  let running = 0
  const next = async (): Promise<void> => {
    if (waiting.length === 0 || running >= atOnce) return
    const taken = waiting
    waiting = []
    running += 1
    try {
      const resultOf = await ask(taken.map(({ item }) => item))
      for (const { item, answer } of taken) answer.resolve(resultOf(item))
    } catch (cause) {
      for (const { answer } of taken) answer.reject(cause)
    } finally {
      running -= 1
    }
    await next()
  }
  return (item) => {
    const answer = Promise.withResolvers<Result>()
    waiting.push({ item, answer })
    // What is asked for at the same moment goes with it.
    queueMicrotask(() => void next())
    return answer.promise
  }
}
