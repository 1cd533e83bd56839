/**
 * What changed between two flows, record by record: three maps (added, updated, removed) that can be applied, inverted
 * and squashed. History is made of these. The order of drawing is part of it, so that undo restores the same bytes.
 */
import type { Flow, FlowEdge, FlowNode, JsonObject, Position } from './records'

/** The records of a flow that have ids. */
export type RecordMaps = {
  nodes: { [id: string]: FlowNode }
  edges: { [id: string]: FlowEdge }
  layout: { [id: string]: Position }
}
/** One record before and after. */
export type Change<Value> = { before: Value; after: Value }
/** The fields of the file's head that a person can change. */
export type FlowHeader = Pick<Flow, 'id' | 'name' | 'description'>

/** A change to the order of ids: from index `at` on, `before` was replaced by `after`. */
export type Splice = { at: number; before: readonly string[]; after: readonly string[] }

/** The difference between two flows. Every record in it is the record of the flow itself, never a copy. */
export type FlowDiff = {
  added: RecordMaps
  updated: {
    header: Change<FlowHeader> | null
    settings: Change<JsonObject> | null
    nodes: { [id: string]: Change<FlowNode> }
    edges: { [id: string]: Change<FlowEdge> }
    layout: { [id: string]: Change<Position> }
  }
  removed: RecordMaps
  /** How the order of drawing changed, step by step. Layout follows the nodes and needs none. */
  order: { nodes: readonly Splice[]; edges: readonly Splice[] }
}

type Records<Value> = { readonly [id: string]: Value }
type Part<Value> = {
  added: { [id: string]: Value }
  updated: { [id: string]: Change<Value> }
  removed: { [id: string]: Value }
  order: readonly Splice[]
}

/** The difference. Records that are the same object cost one comparison, so flows that share structure are compared quickly. */
export function diffFlows(before: Flow, after: Flow): FlowDiff {
  const nodes = diffRecords(before.nodes, after.nodes)
  const edges = diffRecords(before.edges, after.edges)
  const layout = diffRecords(before.layout.nodes, after.layout.nodes)
  const header = { before: headerOf(before), after: headerOf(after) }
  return {
    added: { nodes: nodes.added, edges: edges.added, layout: layout.added },
    updated: {
      header: isSameRecord(header.before, header.after) ? null : header,
      settings: isSameRecord(before.settings, after.settings)
        ? null
        : { before: before.settings, after: after.settings },
      nodes: nodes.updated,
      edges: edges.updated,
      layout: layout.updated,
    },
    removed: { nodes: nodes.removed, edges: edges.removed, layout: layout.removed },
    order: { nodes: nodes.order, edges: edges.order },
  }
}

/** Whether nothing differs. */
export function isNoDifference({ added, updated, removed, order }: FlowDiff): boolean {
  const { header, settings, ...records } = updated
  if (header !== null || settings !== null || order.nodes.length + order.edges.length > 0) return false
  return [added, removed, records].every((maps) => Object.values(maps).every(isEmpty))
}

/** The flow after a difference. `flow` must be what the difference was made from, or what an earlier one of its row made. */
export function applyDiff(flow: Flow, diff: FlowDiff): Flow {
  const { added, updated, removed, order } = diff
  return {
    ...flow,
    ...updated.header?.after,
    settings: updated.settings?.after ?? flow.settings,
    nodes: applyRecords(flow.nodes, {
      added: added.nodes,
      updated: updated.nodes,
      removed: removed.nodes,
      order: order.nodes,
    }),
    edges: applyRecords(flow.edges, {
      added: added.edges,
      updated: updated.edges,
      removed: removed.edges,
      order: order.edges,
    }),
    layout: {
      nodes: applyRecords(flow.layout.nodes, {
        added: added.layout,
        updated: updated.layout,
        removed: removed.layout,
        order: [],
      }),
    },
  }
}

/** The difference the other way round: undo. */
export function invertDiff(diff: FlowDiff): FlowDiff {
  const { updated } = diff
  return {
    added: diff.removed,
    updated: {
      header: updated.header === null ? null : swap(updated.header),
      settings: updated.settings === null ? null : swap(updated.settings),
      nodes: mapValues(updated.nodes, swap),
      edges: mapValues(updated.edges, swap),
      layout: mapValues(updated.layout, swap),
    },
    removed: diff.added,
    order: { nodes: invertOrder(diff.order.nodes), edges: invertOrder(diff.order.edges) },
  }
}

/** One difference that does what two in a row do. */
export function squashDiffs(first: FlowDiff, second: FlowDiff): FlowDiff {
  const nodes = squashRecords(partOf(first, 'nodes'), partOf(second, 'nodes'))
  const edges = squashRecords(partOf(first, 'edges'), partOf(second, 'edges'))
  const layout = squashRecords(partOf(first, 'layout'), partOf(second, 'layout'))
  return {
    added: { nodes: nodes.added, edges: edges.added, layout: layout.added },
    updated: {
      header: squashChange(first.updated.header, second.updated.header),
      settings: squashChange(first.updated.settings, second.updated.settings),
      nodes: nodes.updated,
      edges: edges.updated,
      layout: layout.updated,
    },
    removed: { nodes: nodes.removed, edges: edges.removed, layout: layout.removed },
    order: { nodes: nodes.order, edges: edges.order },
  }
}

function headerOf({ id, name, description }: Flow): FlowHeader {
  return { id, name, description }
}

function diffRecords<Value>(before: Records<Value>, after: Records<Value>): Part<Value> {
  const part: Part<Value> = { added: {}, updated: {}, removed: {}, order: [] }
  if (before === after) return part
  for (const [id, record] of Object.entries(after)) {
    const old = Object.hasOwn(before, id) ? before[id] : undefined
    if (old === undefined) part.added[id] = record
    else if (!isSameRecord(old, record)) part.updated[id] = { before: old, after: record }
  }
  for (const [id, record] of Object.entries(before)) {
    if (!Object.hasOwn(after, id)) part.removed[id] = record
  }
  const splice = spliceBetween(Object.keys(before), Object.keys(after))
  return splice === null ? part : { ...part, order: [splice] }
}

function applyRecords<Value>(records: { [id: string]: Value }, part: Part<Value>): { [id: string]: Value } {
  if (isEmpty(part.added) && isEmpty(part.updated) && isEmpty(part.removed) && part.order.length === 0) return records
  const changed = { ...records, ...part.added }
  for (const id of Object.keys(part.removed)) delete changed[id]
  for (const [id, change] of Object.entries(part.updated)) changed[id] = change.after
  return part.order.length === 0 ? changed : inOrder(changed, orderAfter(Object.keys(records), part.order))
}

function orderAfter(ids: readonly string[], order: readonly Splice[]): string[] {
  let current = [...ids]
  for (const { at, before, after } of order) {
    current = [...current.slice(0, at), ...after, ...current.slice(at + before.length)]
  }
  return current
}

/** The records in the order of `ids`; ids without a record are passed over, records without an id follow. */
function inOrder<Value>(records: Records<Value>, ids: readonly string[]): { [id: string]: Value } {
  const ordered: { [id: string]: Value } = {}
  for (const id of [...ids, ...Object.keys(records)]) {
    const record = Object.hasOwn(records, id) ? records[id] : undefined
    if (record !== undefined) ordered[id] = record
  }
  return ordered
}

/** What is left of two lists without their common beginning and end; null when they are the same. */
function spliceBetween(before: readonly string[], after: readonly string[]): Splice | null {
  const shorter = Math.min(before.length, after.length)
  let at = 0
  while (at < shorter && before[at] === after[at]) at += 1
  if (at === before.length && at === after.length) return null
  let tail = 0
  while (tail < shorter - at && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1
  return { at, before: before.slice(at, before.length - tail), after: after.slice(at, after.length - tail) }
}

function invertOrder(order: readonly Splice[]): Splice[] {
  return order.map(({ at, before, after }) => ({ at, before: after, after: before })).reverse()
}

function partOf<Name extends keyof RecordMaps>(diff: FlowDiff, name: Name) {
  const orders: { [part in keyof RecordMaps]: readonly Splice[] } = { ...diff.order, layout: [] }
  return { added: diff.added[name], updated: diff.updated[name], removed: diff.removed[name], order: orders[name] }
}

function squashRecords<Value>(first: Part<Value>, second: Part<Value>): Part<Value> {
  const part: Part<Value> = { added: {}, updated: {}, removed: {}, order: [...first.order, ...second.order] }
  const ids = new Set(
    [first, second].flatMap(({ added, updated, removed }) => [added, updated, removed].flatMap(Object.keys)),
  )
  for (const id of ids) {
    const touched =
      Object.hasOwn(first.added, id) || Object.hasOwn(first.updated, id) || Object.hasOwn(first.removed, id)
    const touchedAgain =
      Object.hasOwn(second.added, id) || Object.hasOwn(second.updated, id) || Object.hasOwn(second.removed, id)
    const before = touched
      ? (first.removed[id] ?? first.updated[id]?.before)
      : (second.removed[id] ?? second.updated[id]?.before)
    const after = touchedAgain
      ? (second.added[id] ?? second.updated[id]?.after)
      : (first.added[id] ?? first.updated[id]?.after)
    if (before === undefined && after !== undefined) part.added[id] = after
    else if (before !== undefined && after === undefined) part.removed[id] = before
    else if (before !== undefined && after !== undefined && !isSameRecord(before, after))
      part.updated[id] = { before, after }
  }
  return part
}

function squashChange<Value>(first: Change<Value> | null, second: Change<Value> | null): Change<Value> | null {
  if (first === null || second === null) return second ?? first
  const change = { before: first.before, after: second.after }
  return isSameRecord(change.before, change.after) ? null : change
}

function swap<Value>({ before, after }: Change<Value>): Change<Value> {
  return { before: after, after: before }
}

/** The order of fields counts: it can show in the bytes. */
function isSameRecord(first: unknown, second: unknown): boolean {
  return first === second || JSON.stringify(first) === JSON.stringify(second)
}

function isEmpty(map: object): boolean {
  return Object.keys(map).length === 0
}

function mapValues<In, Out>(map: { [key: string]: In }, change: (value: In) => Out): { [key: string]: Out } {
  const changed: { [key: string]: Out } = {}
  for (const [key, value] of Object.entries(map)) changed[key] = change(value)
  return changed
}
