/**
 * Two flows that were made of one, brought together: records by id, fields within a record. What both sides changed differently is a
 * conflict, in which ours is kept. Where nodes stand never is one.
 */
import { edgeDataSchema, nodeDataSchema } from '../editing/data'
import { canonicalFlow } from '../editing/save'
import {
  settingsSchema,
  type Flow,
  type FlowEdge,
  type FlowNode,
  type Json,
  type JsonObject,
  type Position,
} from '../records'
import { mergeOrder } from './merge-order'
import { hasParts, isSameValue, objectOf, ownValue, togetherAt, type Path } from './parts'

/** Where both sides did what cannot be had together. */
export type MergeConflict = {
  /** `['nodes', 'a', 'data', 'prompt']`; of fields that stand or fall together the object that has them. */
  path: Path
  base: Json | undefined
  ours: Json | undefined
  theirs: Json | undefined
  /**
   * `both-changed`: the values differ. `end-gone`: theirs has an edge at a node that ours removed, so the edge is left out. `end-kept`: ours has
   * an edge at a node that theirs removed, so the node is kept. `unfit`: what comes of both breaks the file format.
   */
  how: 'both-changed' | 'end-gone' | 'end-kept' | 'unfit'
}

/** The result always passes `openFlow`, conflicts or not. */
export type MergeResult = { flow: Flow; conflicts: readonly MergeConflict[] }

/** The flows to be brought together. `base`: what both were made of. */
export type MergeSides = { base: Flow; ours: Flow; theirs: Flow }

export function mergeFlows(sides: MergeSides): MergeResult {
  const [base, ours, theirs] = [canonicalFlow(sides.base), canonicalFlow(sides.ours), canonicalFlow(sides.theirs)]
  if (isSameValue(base, theirs) || isSameValue(ours, theirs)) return { flow: ours, conflicts: [] }
  if (isSameValue(base, ours)) return { flow: theirs, conflicts: [] }
  const conflicts: MergeConflict[] = []
  const merge = merger(conflicts)
  const fields = ['id', 'name', 'description', 'settings', 'nodes', 'edges'] as const
  const merged = Object.fromEntries(
    fields.map((field) => {
      return [
        field,
        merge({ base: base[field], ours: ours[field], theirs: theirs[field] }, { path: [field], records: [] }),
      ]
    }),
  ) as Pick<Flow, (typeof fields)[number]>
  const joined = withEnds({ ...ours, ...merged }, { base, ours, theirs }, conflicts)
  const fit = fitting(joined, { base, ours, theirs }, conflicts)
  return { flow: canonicalFlow(withLayout(fit, { base, ours, theirs })), conflicts }
}

type Values = { base: Json | undefined; ours: Json | undefined; theirs: Json | undefined }
type Site = { path: Path; records: readonly (JsonObject | undefined)[] }
type Merge = (values: Values, site: Site) => Json | undefined

function merger(conflicts: MergeConflict[]): Merge {
  const conflict = (path: Path, values: Values): Json | undefined => {
    conflicts.push({ path, ...values, how: 'both-changed' })
    return values.ours
  }
  const merge: Merge = (values, site) => {
    const settled = settledOf(values)
    if (settled !== null) return settled.value
    const parts = { base: objectOf(values.base) ?? {}, ours: objectOf(values.ours), theirs: objectOf(values.theirs) }
    const isRecord = site.path.length === 2 && (site.path[0] === 'nodes' || site.path[0] === 'edges')
    const inner = isRecord ? { path: site.path, records: [objectOf(values.base), parts.ours, parts.theirs] } : site
    if (parts.ours === undefined || parts.theirs === undefined || !hasParts(site.path, inner.records))
      return conflict(site.path, values)
    return mergeFields({ base: parts.base, ours: parts.ours, theirs: parts.theirs }, inner)
  }
  const mergeFields = (sides: { base: JsonObject; ours: JsonObject; theirs: JsonObject }, site: Site): JsonObject => {
    const kept = keptTogether(sides, site.path)
    if (kept === 'conflict') conflict(site.path, pick(sides, togetherAt(site.path)))
    const order = mergeOrder({
      base: Object.keys(sides.base),
      ours: Object.keys(sides.ours),
      theirs: Object.keys(sides.theirs),
    })
    const merged: JsonObject = {}
    for (const key of order) {
      const values = valuesAt(sides, key)
      const isTogether = kept !== null && togetherAt(site.path).includes(key)
      const side = kept === 'theirs' ? values.theirs : values.ours
      const value = isTogether ? side : merge(values, { ...site, path: [...site.path, key] })
      if (value !== undefined) merged[key] = value
    }
    return merged
  }
  return merge
}

/** What comes of three values without a look into them; null: both sides changed them, and not alike. */
function settledOf({ base, ours, theirs }: Values): { value: Json | undefined } | null {
  if (isSameValue(ours, theirs) || isSameValue(base, theirs)) return { value: ours }
  return isSameValue(base, ours) ? { value: theirs } : null
}

type Sides = { base: JsonObject; ours: JsonObject; theirs: JsonObject }

/** Whose fields are taken where several stand or fall together; null: there are none such. */
function keptTogether(sides: Sides, path: Path): 'ours' | 'theirs' | 'conflict' | null {
  const together = togetherAt(path)
  if (together.length === 0) return null
  const { base, ours, theirs } = pick(sides, together)
  if (isSameValue(ours, theirs) || isSameValue(base, theirs)) return 'ours'
  return isSameValue(base, ours) ? 'theirs' : 'conflict'
}

function pick(
  { base, ours, theirs }: Sides,
  keys: readonly string[],
): { base: JsonObject; ours: JsonObject; theirs: JsonObject } {
  const of = (object: JsonObject): JsonObject => {
    return Object.fromEntries(keys.flatMap((key) => (Object.hasOwn(object, key) ? [[key, object[key] ?? null]] : [])))
  }
  return { base: of(base), ours: of(ours), theirs: of(theirs) }
}

function valuesAt({ base, ours, theirs }: Sides, key: string): Values {
  return { base: ownValue(base, key), ours: ownValue(ours, key), theirs: ownValue(theirs, key) }
}

/** No edge may lose its end by the merge: it goes with a node that ours removed, and keeps one that theirs removed. */
function withEnds(merged: Flow, { base, ours, theirs }: MergeSides, conflicts: MergeConflict[]): Flow {
  const nodes = { ...merged.nodes }
  const edges = { ...merged.edges }
  const told = (part: 'nodes' | 'edges', id: string): boolean =>
    conflicts.some(({ path: [root, at] }) => root === part && at === id)
  for (const [id, edge] of Object.entries(edges)) {
    const isBroken = (end: string): boolean => !Object.hasOwn(nodes, end)
    const ends = [edge.from.node, edge.to.node].filter(isBroken)
    for (const end of ends) {
      const [own, other] = [recordAt(ours.nodes, end), recordAt(theirs.nodes, end)]
      if (own !== undefined) {
        nodes[end] = own
        if (!told('nodes', end))
          conflicts.push({
            path: ['nodes', end],
            base: recordAt(base.nodes, end),
            ours: own,
            theirs: undefined,
            how: 'end-kept',
          })
      } else if (other !== undefined) {
        delete edges[id]
        if (!told('edges', id))
          conflicts.push({
            path: ['edges', id],
            base: recordAt(base.edges, id),
            ours: undefined,
            theirs: edge,
            how: 'end-gone',
          })
      }
    }
  }
  // A node that is kept although theirs removed it keeps the edges that ours has at it.
  for (const [id, edge] of Object.entries(ours.edges)) {
    const ends = [edge.from.node, edge.to.node]
    const wasKept = ends.some(
      (end) => Object.hasOwn(nodes, end) && !Object.hasOwn(theirs.nodes, end) && Object.hasOwn(base.nodes, end),
    )
    if (wasKept && ends.every((end) => Object.hasOwn(nodes, end))) edges[id] ??= edge
  }
  return {
    ...merged,
    nodes: ordered(nodes, { base, ours, theirs }, 'nodes'),
    edges: ordered(edges, { base, ours, theirs }, 'edges'),
  }
}

function ordered<Part extends 'nodes' | 'edges'>(
  records: Flow[Part],
  { base, ours, theirs }: MergeSides,
  part: Part,
): Flow[Part] {
  const keys = (flow: Flow): string[] => Object.keys(flow[part])
  const order = mergeOrder({ base: keys(base), ours: keys(ours), theirs: keys(theirs) })
  return Object.fromEntries(
    order.flatMap((id) => (Object.hasOwn(records, id) ? [[id, records[id]]] : [])),
  ) as Flow[Part]
}

function recordAt<Record>(records: { readonly [id: string]: Record }, id: string): Record | undefined {
  return Object.hasOwn(records, id) ? records[id] : undefined
}

/** What breaks the file format only because both sides had a part in it is ours as a whole. */
function fitting(merged: Flow, { base, ours, theirs }: MergeSides, conflicts: MergeConflict[]): Flow {
  const fit = { ...merged, nodes: { ...merged.nodes }, edges: { ...merged.edges } }
  const unfit = (path: Path, values: Values): void => void conflicts.push({ path, ...values, how: 'unfit' })
  if (!settingsSchema.safeParse(fit.settings).success) {
    fit.settings = ours.settings
    unfit(['settings'], { base: base.settings, ours: ours.settings, theirs: theirs.settings })
  }
  for (const part of ['nodes', 'edges'] as const) {
    const records: { [id: string]: { kind: string; data: JsonObject } } = fit[part]
    for (const [id, { kind, data }] of Object.entries(records)) {
      const schema = part === 'nodes' ? nodeDataSchema(kind) : edgeDataSchema(kind)
      if (schema === null || schema.safeParse(data).success) continue
      const own = recordAt<FlowNode | FlowEdge>(ours[part], id)
      if (own !== undefined) records[id] = own
      unfit([part, id], { base: recordAt<Json>(base[part], id), ours: own, theirs: recordAt<Json>(theirs[part], id) })
    }
  }
  return fit
}

/** Places are taken from whoever moved the node, from ours where both did. What else the layout says goes the same way. */
function withLayout(merged: Flow, { base, ours, theirs }: MergeSides): Flow {
  const of = (flow: Flow): JsonObject => ({ ...flow.layout })
  const layout: JsonObject = {}
  for (const key of new Set([...Object.keys(of(ours)), ...Object.keys(of(theirs))])) {
    const values = valuesAt({ base: of(base), ours: of(ours), theirs: of(theirs) }, key)
    const value = settledOf(values)?.value ?? values.ours
    if (value !== undefined) layout[key] = value
  }
  const nodes: { [id: string]: Position } = {}
  const ids = new Set([...Object.keys(ours.layout.nodes), ...Object.keys(theirs.layout.nodes)])
  for (const id of ids) {
    const values = {
      base: recordAt(base.layout.nodes, id),
      ours: recordAt(ours.layout.nodes, id),
      theirs: recordAt(theirs.layout.nodes, id),
    }
    const settled = settledOf(values)
    const place = settled === null ? values.ours : isSameValue(values.base, values.theirs) ? values.ours : values.theirs
    const last = place ?? (Object.hasOwn(merged.nodes, id) ? (values.ours ?? values.theirs) : undefined)
    if (last !== undefined) nodes[id] = last
  }
  return { ...merged, layout: { ...merged.layout, ...layout, nodes } }
}
