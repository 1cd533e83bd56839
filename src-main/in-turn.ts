/** So many things at the same time and no more: the rest waits its turn. */

/** Runs work when there is room for it, first come, first served. */
export type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>

/** Room for `count` at the same time. */
export function createInTurn(count: number): InTurn {
  const waiting: (() => void)[] = []
  let running = 0
  const enter = async (): Promise<void> => {
    if (running >= count) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
  }
  const leave = (): void => {
    const next = waiting.shift()
    if (next === undefined) running -= 1
    else next()
  }
  return async (work) => {
    await enter()
    try {
      return await work()
    } finally {
      leave()
    }
  }
}
