/**
 * The rows of the outline, from the flow alone: who takes part, in the order of the conversation, and under each where it leads, what it
 * uses and what it is told. A block of rows is made anew only when its node or its edges changed.
 */
import { isStart } from '../../src-shared/flow/editing/embedded-flow'
import { sortEdges, type EdgeEntry } from '../../src-shared/flow/graph'
import type { Flow, FlowNode } from '../../src-shared/flow/records'
import { EDGES } from '../../src-shared/kinds/edges'
import { hasTrait } from '../../src-shared/kinds/field-types'
import { kindOf } from '../../src-shared/kinds/index'

type RowPlace = {
  key: string
  /** How many rows it is under. */
  depth: number
  /** Its place among the rows under the same one, from 1, and how many these are. */
  at: number
  of: number
}

/**
 * `node`: a node, at the only place where it is unfolded; `edge` is set where it hangs on its host as a part does. `edge`: leads to a node
 * that stands elsewhere. `prompt`: a field that holds a prompt. `group`: the heading of those that no conversation reaches.
 */
export type OutlineRow = RowPlace &
  (
    | { what: 'node'; node: string; edge: string | null; isOpen: boolean | null }
    | { what: 'edge'; edge: string; node: string; target: string }
    | { what: 'prompt'; node: string; field: string }
    | { what: 'group'; isOpen: boolean }
  )

/** Keys of rows that are folded. */
export type Folds = ReadonlySet<string>

const APART = 'apart'

export function nodeKey(id: string): string {
  return `node ${id}`
}

export function edgeKey(id: string): string {
  return `edge ${id}`
}

/** Rows of a flow; called again with what came of the last change, it gives back the same array where no row changed. */
export type Outliner = (flow: Flow, folds: Folds) => readonly OutlineRow[]

type DrawnNode = { record: FlowNode; entries: readonly EdgeEntry[]; leaving: readonly EdgeEntry[] }
type Block = { deps: readonly unknown[]; rows: readonly OutlineRow[] }

const NO_EDGES: readonly EdgeEntry[] = []

export function createOutliner(): Outliner {
  let edges: Flow['edges'] | null = null
  let byNode: ReadonlyMap<string, readonly EdgeEntry[]> = new Map()
  let drawn = new Map<string, DrawnNode>()
  let blocks = new Map<string, Block>()
  let last = NO_ROWS
  return (flow, folds) => {
    if (edges !== flow.edges) {
      byNode = edgesByNode(flow, byNode)
      edges = flow.edges
    }
    drawn = drawnNodes(flow, byNode, drawn)
    const { inside, apart, homes } = walk(flow, drawn)
    const next = new Map<string, Block>()
    const isFolded = folds.has(APART)
    const build: Build = { flow, drawn, homes, folds, before: blocks, after: next }
    const shown = inside.flatMap((id) => blockOf(build, { node: id, edge: null, depth: 0 }))
    const rest = apart.flatMap((id) => blockOf(build, { node: id, edge: null, depth: inside.length === 0 ? 0 : 1 }))
    const heading = isFolded ? FOLDED_HEADING : OPEN_HEADING
    const rows =
      inside.length === 0 || apart.length === 0 ? [...shown, ...rest] : [...shown, heading, ...(isFolded ? [] : rest)]
    blocks = next
    last = placed(rows, last)
    return last.list
  }
}

const NOWHERE = { at: 0, of: 0 }
const OPEN_HEADING: OutlineRow = { what: 'group', key: APART, depth: 0, isOpen: true, ...NOWHERE }
const FOLDED_HEADING: OutlineRow = { ...OPEN_HEADING, isOpen: false }

/** The edges that leave each node, in order; a list that is as it was stays the same. */
function edgesByNode(flow: Flow, before: ReadonlyMap<string, readonly EdgeEntry[]>): Map<string, readonly EdgeEntry[]> {
  const lists = new Map<string, EdgeEntry[]>()
  for (const [id, edge] of Object.entries(flow.edges)) {
    const list = lists.get(edge.from.node)
    if (list === undefined) lists.set(edge.from.node, [{ id, edge }])
    else list.push({ id, edge })
  }
  const kept = new Map<string, readonly EdgeEntry[]>()
  for (const [node, list] of lists) {
    const old = before.get(node)
    const isSame =
      old?.length === list.length && old.every(({ id, edge }, at) => list[at]?.id === id && list[at].edge === edge)
    kept.set(node, isSame ? old : list)
  }
  return kept
}

function drawnNodes(
  flow: Flow,
  byNode: ReadonlyMap<string, readonly EdgeEntry[]>,
  before: ReadonlyMap<string, DrawnNode>,
): Map<string, DrawnNode> {
  const drawn = new Map<string, DrawnNode>()
  for (const [id, record] of Object.entries(flow.nodes)) {
    const entries = byNode.get(id) ?? NO_EDGES
    const old = before.get(id)
    const isSame = old?.record === record && old.entries === entries
    drawn.set(id, isSame ? old : { record, entries, leaving: byPort(record, entries) })
  }
  return drawn
}

/** In the order of the node's ports; what leaves a port that is not there comes last. */
function byPort(record: FlowNode, entries: readonly EdgeEntry[]): readonly EdgeEntry[] {
  const ports = (kindOf(record)?.ports(record.data) ?? []).map(({ id }) => id)
  const rank = ({ edge }: EdgeEntry): number => {
    const at = ports.indexOf(edge.from.port)
    return at === -1 ? ports.length : at
  }
  return sortEdges(entries).sort((one, other) => rank(one) - rank(other))
}

/** Whether a node only ever hangs on others, as tools and observers do. */
function isPartNode(record: FlowNode | undefined): boolean {
  const accepts = record === undefined ? [] : (kindOf(record)?.accepts ?? [])
  return accepts.length > 0 && accepts.every((edge) => EDGES[edge].isPart)
}

type Walk = {
  inside: string[]
  apart: string[]
  /** The edge under which a part is unfolded; the other edges that end at it only lead there. */
  homes: ReadonlyMap<string, string>
}

/** Everybody in the order in which a conversation comes to them: along the first edge as far as it goes, then the next. */
function walk(flow: Flow, drawn: ReadonlyMap<string, DrawnNode>): Walk {
  const seen = new Set<string>()
  const homes = new Map<string, string>()
  /** Takes the parts that a node has, with theirs, and answers with the edges that lead on. */
  function takeParts(leaving: readonly EdgeEntry[]): readonly string[] {
    return leaving.flatMap(({ id, edge: { to } }) => {
      const part = drawn.get(to.node)
      if (part === undefined || !isPartNode(part.record)) return [to.node]
      if (seen.has(to.node)) return []
      seen.add(to.node)
      homes.set(to.node, id)
      return takeParts(part.leaving)
    })
  }
  function reach(root: string): string[] {
    const found: string[] = []
    const open = [root]
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const own = drawn.get(next)
      if (own === undefined || seen.has(next)) continue
      seen.add(next)
      found.push(next)
      open.push(...takeParts(own.leaving).toReversed())
    }
    return found
  }
  const ids = [...drawn.keys()]
  const inside = ids.filter((id) => isStart(drawn.get(id)?.record)).flatMap(reach)
  const led = new Set(Object.values(flow.edges).flatMap(({ from, to }) => (from.node === to.node ? [] : [to.node])))
  const apart = [...ids.filter((id) => !led.has(id)), ...ids].flatMap(reach)
  return { inside, apart, homes }
}

type Build = {
  flow: Flow
  drawn: ReadonlyMap<string, DrawnNode>
  homes: ReadonlyMap<string, string>
  folds: Folds
  before: ReadonlyMap<string, Block>
  after: Map<string, Block>
}

/** The row of a node with all rows under it. */
function blockOf(
  build: Build,
  { node, edge, depth }: { node: string; edge: string | null; depth: number },
): readonly OutlineRow[] {
  const own = build.drawn.get(node)
  if (own === undefined) return []
  const key = nodeKey(node)
  const isFolded = build.folds.has(key)
  const parts = own.leaving.map(({ id, edge: { to } }) =>
    build.homes.get(to.node) === id ? blockOf(build, { node: to.node, edge: id, depth: depth + 1 }) : null,
  )
  const deps = [own.record, own.leaving, edge, depth, isFolded, ...parts]
  const before = build.before.get(node)
  if (before?.deps.length === deps.length && deps.every((dep, at) => dep === before.deps[at])) {
    build.after.set(node, before)
    return before.rows
  }
  const inner = { depth: depth + 1, ...NOWHERE }
  const under: OutlineRow[] = [
    ...shownPrompts(own.record).map((field) => ({
      what: 'prompt' as const,
      key: `${key} ${field}`,
      node,
      field,
      ...inner,
    })),
    ...own.leaving.flatMap(({ id, edge: { to } }, at): readonly OutlineRow[] => {
      return parts[at] ?? [{ what: 'edge', key: edgeKey(id), edge: id, node, target: to.node, ...inner }]
    }),
  ]
  const head: OutlineRow = {
    what: 'node',
    key,
    depth,
    node,
    edge,
    isOpen: under.length === 0 ? null : !isFolded,
    ...NOWHERE,
  }
  const rows = isFolded ? [head] : [head, ...under]
  build.after.set(node, { deps, rows })
  return rows
}

/** The fields of prompts that are shown: the first, also while nothing is written in it, and those that hold something. */
function shownPrompts(record: FlowNode): string[] {
  const hints = kindOf(record)?.fields.filter((hint) => hasTrait(hint, 'prompts', 'one')) ?? []
  const hasWords = (key: string): boolean => typeof record.data[key] === 'string' && record.data[key].trim() !== ''
  return hints.filter(({ key }, at) => at === 0 || hasWords(key)).map(({ key }) => key)
}

/** Rows as they were made, and with their places. */
type PlacedRows = { list: readonly OutlineRow[]; byMade: ReadonlyMap<OutlineRow, OutlineRow> }

const NO_ROWS: PlacedRows = { list: [], byMade: new Map() }

/** The rows with their places; a row that is as it was keeps its object, and where all did the list stays. */
function placed(rows: readonly OutlineRow[], before: PlacedRows): PlacedRows {
  const lists: { of: number }[] = []
  const places = rows.map((row) => {
    lists.length = row.depth + 1
    const list = (lists[row.depth] ??= { of: 0 })
    list.of += 1
    return { at: list.of, list }
  })
  const isAt = (row: OutlineRow | undefined, at: number, of: number): boolean => row?.at === at && row.of === of
  let byKey: ReadonlyMap<string, OutlineRow> | null = null
  const byMade = new Map<OutlineRow, OutlineRow>()
  const list = rows.map((row, index) => {
    const { at, list: own } = places[index] ?? { at: 0, list: { of: 0 } }
    const old = before.byMade.get(row)
    let kept = isAt(old, at, own.of) ? old : undefined
    if (kept === undefined) {
      const next = { ...row, at, of: own.of }
      byKey ??= new Map(before.list.map((one) => [one.key, one]))
      const known = byKey.get(row.key)
      kept = known !== undefined && isSameRow(known, next) ? known : next
    }
    byMade.set(row, kept)
    return kept
  })
  const isSame = list.length === before.list.length && list.every((row, at) => row === before.list[at])
  return { list: isSame ? before.list : list, byMade }
}

function isSameRow(one: OutlineRow, other: OutlineRow): boolean {
  const fields: readonly [string, unknown][] = Object.entries(one)
  return fields.every(([field, value]) => Reflect.get(other, field) === value)
}

/** The row that shows an edge: that of the part which hangs on it, else its own; null where neither is in sight. */
export function rowOfEdge(rows: readonly OutlineRow[], id: string): OutlineRow | null {
  return rows.find((row) => (row.what === 'node' || row.what === 'edge') && row.edge === id) ?? null
}

/** The row under which a row stands; null for those at the top. */
export function parentIndex(rows: readonly OutlineRow[], index: number): number | null {
  const depth = rows[index]?.depth ?? 0
  for (let at = index - 1; at >= 0; at -= 1) if ((rows[at]?.depth ?? 0) < depth) return at
  return null
}

/** The rows that a search finds, each below those that it stands under. */
export function foundRows(rows: readonly OutlineRow[], isFound: (row: OutlineRow) => boolean): readonly OutlineRow[] {
  const shown = new Set<OutlineRow>()
  const above: OutlineRow[] = []
  for (const row of rows) {
    above.length = row.depth
    above[row.depth] = row
    if (isFound(row)) for (const upper of above) shown.add(upper)
  }
  return placed([...shown], NO_ROWS).list
}
