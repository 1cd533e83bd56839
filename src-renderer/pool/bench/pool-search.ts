/** A search in a pool as turns make it, and before it what the search by meaning lacks: with an embedding model that may take a while. */
import type { BatonContract } from '../../../src-shared/rpc/contract'
import type { Client } from '../../../src-shared/rpc/client'
import type { FlowStore } from '../../editor/flow-store'
import type { Limits, SearchRecord } from './recut'

/** So many candidates are asked for: sliders cut them anew without another search, but for the largest pools. */
const TOLD = 2000

/** How many tools have their vectors; null: nothing is being got. */
export type IndexProgress = { done: number; all: number } | null

export type SearchOptions = { signal: AbortSignal; onIndexing: (progress: IndexProgress) => void }
export type PoolSearch = (query: string, limits: Limits, options: SearchOptions) => Promise<SearchRecord>

export type SearchedPool = { client: Client<BatonContract>; flows: FlowStore; flowId: string; node: string }

/** The search of one pool. */
export function createPoolSearch({ client, flows, flowId, node }: SearchedPool): PoolSearch {
  const index = async ({ signal, onIndexing }: SearchOptions): Promise<void> => {
    // The built-in vectors are made as tools are read.
    if (flows.getState().flow.settings['embedding'] == null) return
    try {
      for await (const { item } of client.items('tools.index', { flowId, node }, { signal }))
        onIndexing(item.done < item.all ? item : null)
    } finally {
      onIndexing(null)
    }
  }
  return async (query, { topK, minSimilarity }, options) => {
    await flows.flush()
    await index(options)
    const told = Math.max(TOLD, 2 * topK)
    const asked = { flowId, node, query, topK, minSimilarity, told, connect: false }
    const result = await client.call('tools.search', asked, { signal: options.signal })
    return { result, asked: { topK, minSimilarity }, told }
  }
}
