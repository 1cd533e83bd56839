/** Gets what the search by meaning lacks before a pool is searched, and says how far that is: with an embedding model it may take a while. */
import { useCallback, useState } from 'react'
import { useEditor } from '../editor/editor-context'
import { useServices } from '../ui/services'

/** How many tools have their vectors; null: nothing is being got. */
export type IndexProgress = { done: number; all: number } | null

export function useIndex(node: string): { indexing: IndexProgress; index: (signal: AbortSignal) => Promise<void> } {
  const { flows, flowId } = useEditor()
  const { client } = useServices()
  const [indexing, setIndexing] = useState<IndexProgress>(null)
  const index = useCallback(
    async (signal: AbortSignal): Promise<void> => {
      // The built-in vectors are made as tools are read.
      if (flows.getState().flow.settings['embedding'] == null) return
      try {
        for await (const { item } of client.items('tools.index', { flowId, node }, { signal }))
          setIndexing(item.done < item.all ? item : null)
      } finally {
        setIndexing(null)
      }
    },
    [client, flowId, flows, node],
  )
  return { indexing, index }
}
