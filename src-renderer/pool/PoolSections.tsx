/** What the inspector shows of a pool beside its fields: its tools and its test bench; of a source of many tools its tools alone. */
import { useMemo } from 'react'
import type { FlowNode } from '../../src-shared/flow/records'
import { toolPorts } from '../../src-shared/kinds/edge-facts'
import type { Kind } from '../../src-shared/kinds/kind'
import { useFlow } from '../editor/editor-context'
import { BenchSection } from './bench/BenchSection'
import { toolRows } from './list/tool-rows'
import { ToolsSection } from './list/ToolsSection'
import { useSourceTools } from './list/use-source-tools'

/** Whether a node is a pool of tools. */
export function isPool(kind: Kind, node: FlowNode): boolean {
  return kind.pool(node) !== null
}

/** The tools of a pool with its test bench. */
export function PoolSections({ id, kind }: { id: string; kind: Kind }) {
  const { rows, sources } = useRows(id)
  const port = toolPorts(kind)[0]?.id ?? null
  return (
    <>
      <ToolsSection id={id} rows={rows} sources={sources} port={port} />
      <BenchSection id={id} rows={rows} />
    </>
  )
}

/** The tools of a source of many. */
export function SourceTools({ id }: { id: string }) {
  const { rows, sources } = useRows(id)
  return <ToolsSection id={id} rows={rows} sources={sources} port={null} />
}

function useRows(id: string) {
  const flow = useFlow((present) => present)
  const drawn = useMemo(() => toolRows(flow, id, NOTHING_HEARD).sources, [flow, id])
  const sources = useSourceTools(
    id,
    drawn.map((source) => source.id),
  )
  const { listings } = sources
  const rows = useMemo(() => toolRows(flow, id, listings), [flow, id, listings])
  return { rows, sources }
}

const NOTHING_HEARD = new Map<string, never>()
