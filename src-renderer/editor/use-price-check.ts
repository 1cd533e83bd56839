/** Has the prices looked up that the budgets of the open flow count, so that what has none is among its problems. */
import { useEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import {
  countedKey,
  moneyBudgets,
  pricesToAsk,
  type MoneyBudget,
  type PriceRequest,
} from '../../src-shared/flow/checks/counted-models'
import type { Editor } from './editor-context'
import { useConnections } from '../ui/connections'
import { useServices } from '../ui/services'

export function usePriceCheck({ flows, problems }: Pick<Editor, 'flows' | 'problems'>): void {
  const { client } = useServices()
  const connections = useConnections()
  // The same text as long as the same models count.
  const budgets = useStore(flows, ({ flow }) => JSON.stringify(moneyBudgets(flow)))
  const asked = useMemo(() => pricesToAsk(JSON.parse(budgets) as MoneyBudget[], connections), [budgets, connections])
  useEffect(() => {
    const reading = new AbortController()
    const hasPrice = async ({ at }: PriceRequest): Promise<boolean> =>
      (await client.call('connections.about', at, { signal: reading.signal })).figures.price !== null
    void lookUpPrices(asked, hasPrice).then(({ unpriced, unread }) => {
      if (!reading.signal.aborted) problems.setUnpriced(unpriced, unread)
    })
    return () => reading.abort()
  }, [client, problems, asked])
}

type PricesRead = {
  /** The models without a price, by `countedKey`. */
  unpriced: ReadonlyMap<string, string>
  /** Those that could not be looked up now; they are after the next change. */
  unread: ReadonlySet<string>
}

/** Each by itself: one that fails says nothing about the others. */
export async function lookUpPrices(
  asked: readonly PriceRequest[],
  hasPrice: (one: PriceRequest) => Promise<boolean>,
): Promise<PricesRead> {
  const unpriced = new Map<string, string>()
  const unread = new Set<string>()
  const look = async (one: PriceRequest): Promise<void> => {
    const key = countedKey(one.of)
    try {
      if (!(await hasPrice(one))) unpriced.set(key, one.at.model)
    } catch {
      unread.add(key)
    }
  }
  await Promise.all(asked.map(look))
  return { unpriced, unread }
}
