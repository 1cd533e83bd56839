/** What a person changes about the tools of a pool, as edits of the flow. */
import { z } from 'zod'
import { removeElements, setEdgeData, setNodeData } from '../../../src-shared/flow/editing/edits'
import type { Flow, Json } from '../../../src-shared/flow/records'
import { poolSchema, type PoolQuery } from '../../../src-shared/kinds/tool-pool'
import type { ToolRow } from './tool-rows'

function dataOf(flow: Flow, pool: string) {
  const parsed = poolSchema.safeParse(flow.nodes[pool]?.data ?? {})
  return parsed.success ? parsed.data : null
}

type SwitchEdit = { tools: readonly ToolRow[]; isOn: boolean }

/** Switches tools on or off: one with a node of its own by its edge, one of a source of many by its name. */
export function setEnabled(flow: Flow, pool: string, { tools, isOn }: SwitchEdit): Flow {
  const data = dataOf(flow, pool)
  if (data === null) return flow
  // A name may be in the list for a tool of its own too, by hand.
  const names = new Set(tools.filter(({ isOfMany }) => isOn || isOfMany).map(({ given }) => given))
  const others = data.disabled.filter((name) => !names.has(name))
  const edges = tools.flatMap(({ edge, isOfMany }) => (edge === null || isOfMany ? [] : [edge]))
  const named = setNodeData(flow, pool, { disabled: isOn ? others : [...others, ...names] })
  return edges.reduce((before, edge) => setJoined(before, edge, isOn), named)
}

/** Switches an edge, and with it all that it leads to. */
export function setJoined(flow: Flow, edge: string, isOn: boolean): Flow {
  return setEdgeData(flow, edge, { enabled: isOn })
}

type OverrideEdit = { tool: ToolRow; change: Partial<ToolRow['override']> }

/** Gives a tool another name or description in the pool; empty texts are the tool's own again. */
export function setOverride(flow: Flow, pool: string, { tool, change }: OverrideEdit): Flow {
  const data = dataOf(flow, pool)
  if (data === null) return flow
  const { name, description } = { ...tool.override, ...change }
  const { [tool.given]: before, ...others } = data.overrides
  const isEmpty = name.trim() === '' && description.trim() === ''
  const own = { ...before, name, description }
  return setNodeData(flow, pool, { overrides: plain(isEmpty ? others : { ...others, [tool.given]: own }) })
}

/** Takes a tool, or a source with all of its tools, out of the pool; the node stays on the canvas. */
export function takeOut(flow: Flow, edge: string): Flow {
  return removeElements(flow, { edges: [edge] })
}

/** What came out of JSON and was changed in place, as JSON. */
function plain(value: unknown): Json {
  return z.json().parse(value)
}

/** The saved queries of a pool. */
export function queriesOf(flow: Flow, pool: string): readonly PoolQuery[] {
  return dataOf(flow, pool)?.queries ?? []
}

/** Keeps a query with what it should find, in the place of the same query before. */
export function saveQuery(flow: Flow, pool: string, saved: PoolQuery): Flow {
  const queries = queriesOf(flow, pool)
  const at = queries.findIndex(({ query }) => query === saved.query)
  return setNodeData(flow, pool, {
    queries: plain(at === -1 ? [...queries, saved] : queries.with(at, { ...queries[at], ...saved })),
  })
}

export function removeQuery(flow: Flow, pool: string, query: string): Flow {
  return setNodeData(flow, pool, { queries: plain(queriesOf(flow, pool).filter((saved) => saved.query !== query)) })
}
