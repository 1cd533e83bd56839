/** The bench of a pool in the interface: its store, which is told of the pool whenever that changes. */
import { useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import type { PoolSettings } from '../../../src-shared/kinds/kind'
import { useEditor, useFlow } from '../../editor/editor-context'
import { runIdOf } from '../../editor/levels'
import { browserClock } from '../../editor/saver'
import { useServices } from '../../ui/services'
import { queriesOf } from '../list/tool-edits'
import type { ToolRows } from '../list/tool-rows'
import { createBenchStore, type BenchVerbs } from './bench-store'
import type { BenchView } from './bench-view'
import { createPoolSearch } from './pool-search'

export type Bench = BenchView & BenchVerbs

export function useBench(node: string, settings: PoolSettings, { tools }: ToolRows): Bench {
  const editor = useEditor()
  const { flows, flowId } = editor
  const { client } = useServices()
  const queries = useFlow((flow) => flow.nodes[node]?.data['queries'])
  const stored = useMemo(
    () => (queries === undefined ? [] : queriesOf(flows.getState().flow, node)),
    [flows, node, queries],
  )
  const pool = useMemo(() => ({ settings, tools, stored }), [settings, tools, stored])
  const [store] = useState(() => {
    const search = createPoolSearch({ client, flows, flowId, node: runIdOf(editor, node) })
    return createBenchStore({
      node,
      pool,
      search,
      edit: (label, change) => flows.edit(label, change),
      clock: browserClock,
    })
  })
  // Before it is drawn, so that nothing is shown of tools as they were.
  useLayoutEffect(() => store.setPool(pool), [store, pool])
  useEffect(() => () => store.dispose(), [store])
  const view = useStore(store)
  return useMemo(() => ({ ...view, ...store.verbs }), [view, store])
}
