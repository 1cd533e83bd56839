/** Names of the places of breakpoints in the open flow. */
import { useMemo } from 'react'
import { useFlow } from '../editor/editor-context'
import { useNameOf } from '../run/participants'
import type { PlaceNames } from './pause-words'

export function usePlaceNames(): PlaceNames {
  const edges = useFlow((flow) => flow.edges)
  const node = useNameOf()
  return useMemo(() => {
    return {
      node,
      edge(id) {
        const edge = Object.hasOwn(edges, id) ? edges[id] : undefined
        return edge === undefined ? null : { from: node(edge.from.node), to: node(edge.to.node) }
      },
    }
  }, [edges, node])
}
