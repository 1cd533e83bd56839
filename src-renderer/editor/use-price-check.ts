/** Has the prices looked up that the budgets of the open flow count, so that what has none is among its problems. */
import { useEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import { countedKey, moneyBudgets, pricesToAsk, type MoneyBudget } from '../../src-shared/flow/checks/counted-models'
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
    if (asked.length === 0) {
      problems.setUnpriced(new Map())
      return
    }
    const reading = new AbortController()
    const prices = asked.map(async ({ of, at }): Promise<[string, string][]> => {
      const { figures } = await client.call('connections.about', at, { signal: reading.signal })
      return figures.price === null ? [[countedKey(of), at.model]] : []
    })
    // What cannot be looked up now is looked up after the next change.
    Promise.all(prices).then(
      (found) => problems.setUnpriced(new Map(found.flat())),
      () => undefined,
    )
    return () => reading.abort()
  }, [client, problems, asked])
}
