/** What differs between two flows, as data: records by id with their fields before and after; what was only moved stands apart. */
import { canonicalFlow } from '../editing/save'
import type { Flow, FlowEdge, FlowNode, Json, JsonObject, Position } from '../records'
import { hasParts, isSameValue, objectOf, ownValue, type Path } from './parts'

/** One field: where it stands within its record (`['data', 'prompt']`), and its values; undefined: not set. */
export type FieldChange = { path: Path; before: Json | undefined; after: Json | undefined }

/** One record that is in one of the flows only, or differs. */
export type RecordChange<Record> =
  | { change: 'added'; id: string; record: Record }
  | { change: 'removed'; id: string; record: Record }
  | { change: 'changed'; id: string; before: Record; after: Record; fields: readonly FieldChange[] }

/** A node at another place; null: it has none of its own there. */
export type MovedNode = { id: string; before: Position | null; after: Position | null }

export type FlowDifference = {
  /** Name, description and id of the flow. */
  head: readonly FieldChange[]
  /** All but the variables. */
  settings: readonly FieldChange[]
  variables: readonly RecordChange<JsonObject>[]
  nodes: readonly RecordChange<FlowNode>[]
  edges: readonly RecordChange<FlowEdge>[]
  /** Where the records that both flows have stand in another order. */
  reordered: readonly ('nodes' | 'edges')[]
  /** Of the nodes that both flows have. */
  moved: readonly MovedNode[]
  /** What else the layout says. */
  layout: readonly FieldChange[]
}

/** The difference. Flows with the same canonical text have none. */
export function differenceOf(before: Flow, after: Flow): FlowDifference {
  const [old, now] = [canonicalFlow(before), canonicalFlow(after)]
  const [oldSettings, settings] = [withoutField(old.settings, 'variables'), withoutField(now.settings, 'variables')]
  const [oldLayout, layout] = [withoutField(old.layout, 'nodes'), withoutField(now.layout, 'nodes')]
  return {
    head: (['name', 'description', 'id'] as const).flatMap((field) => {
      return old[field] === now[field] ? [] : [{ path: [field], before: old[field], after: now[field] }]
    }),
    settings: fieldsBetween({ before: oldSettings, after: settings }, ['settings']),
    variables: changesOf({ before: variablesOf(old), after: variablesOf(now) }, ['settings', 'variables']),
    nodes: changesOf({ before: old.nodes, after: now.nodes }, ['nodes']),
    edges: changesOf({ before: old.edges, after: now.edges }, ['edges']),
    reordered: (['nodes', 'edges'] as const).filter((part) => isReordered(old[part], now[part])),
    moved: movesBetween(old, now),
    layout: fieldsBetween({ before: oldLayout, after: layout }, ['layout']),
  }
}

/** Whether nothing differs but where nodes stand, and how edges run. */
export function isOnlyLayout({ moved: _moved, layout: _layout, ...rest }: FlowDifference): boolean {
  return Object.values(rest).every((changes) => changes.length === 0)
}

/** Whether nothing differs. */
export function isNoChange(difference: FlowDifference): boolean {
  return isOnlyLayout(difference) && difference.moved.length + difference.layout.length === 0
}

type Records<Record> = { readonly [id: string]: Record }
type Pair<Value> = { before: Value; after: Value }

/** In the order of the later flow; what is gone stands where it stood. */
function changesOf<Record extends JsonObject>(
  { before, after }: Pair<Records<Record>>,
  path: Path,
): RecordChange<Record>[] {
  const added = (id: string, record: Record): RecordChange<Record> => ({ change: 'added', id, record })
  const changes: RecordChange<Record>[] = []
  for (const [id, record] of Object.entries(before)) {
    const now = Object.hasOwn(after, id) ? after[id] : undefined
    if (now === undefined) changes.push({ change: 'removed', id, record })
    else if (!isSameValue(record, now)) {
      const fields = fieldsBetween({ before: record, after: now }, [...path, id])
      changes.push({ change: 'changed', id, before: record, after: now, fields })
    }
  }
  const isNew = ([id]: [string, Record]): boolean => !Object.hasOwn(before, id)
  return [
    ...changes,
    ...Object.entries(after)
      .filter(isNew)
      .map(([id, record]) => added(id, record)),
  ]
}

/** The fields that differ, taken apart as far as they change each by itself. Paths begin behind `path`. */
function fieldsBetween(pair: Pair<JsonObject>, path: Path): FieldChange[] {
  const changes: FieldChange[] = []
  const walk = (before: Json | undefined, after: Json | undefined, inner: Path): void => {
    if (isSameValue(before, after)) return
    const [old, now] = [objectOf(before), objectOf(after)]
    const isWhole = (before !== undefined && old === undefined) || (after !== undefined && now === undefined)
    const keys = [...new Set([...Object.keys(old ?? {}), ...Object.keys(now ?? {})])]
    if (
      isWhole ||
      !hasParts([...path, ...inner], [pair.before, pair.after]) ||
      !keys.some((key) => isOther(old, now, key))
    )
      return void changes.push({ path: inner, before, after })
    for (const key of keys) walk(ownValue(old, key), ownValue(now, key), [...inner, key])
  }
  walk(pair.before, pair.after, [])
  return changes
}

function isOther(before: JsonObject | undefined, after: JsonObject | undefined, key: string): boolean {
  return !isSameValue(ownValue(before, key), ownValue(after, key))
}

function variablesOf({ settings }: Flow): Records<JsonObject> {
  const variables = Object.entries(objectOf(ownValue(settings, 'variables')) ?? {})
  return Object.fromEntries(variables.map(([name, variable]) => [name, objectOf(variable) ?? {}]))
}

function withoutField(object: JsonObject, field: string): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => key !== field))
}

function isReordered(before: Records<unknown>, after: Records<unknown>): boolean {
  const kept = Object.keys(before).filter((id) => Object.hasOwn(after, id))
  const now = Object.keys(after).filter((id) => Object.hasOwn(before, id))
  return kept.some((id, index) => id !== now[index])
}

function movesBetween(before: Flow, after: Flow): MovedNode[] {
  const ids = new Set([...Object.keys(before.layout.nodes), ...Object.keys(after.layout.nodes)])
  const isOfOneOnly = (id: string): boolean => Object.hasOwn(before.nodes, id) !== Object.hasOwn(after.nodes, id)
  return [...ids].flatMap((id) => {
    const [old, now] = [before, after].map(({ layout }) =>
      Object.hasOwn(layout.nodes, id) ? layout.nodes[id] : undefined,
    )
    return isOfOneOnly(id) || isSameValue(old, now) ? [] : [{ id, before: old ?? null, after: now ?? null }]
  })
}
