/** Steps of undo as they are stored: what each changed as small differences of records, read again against the flow that they were made in. */
import { z } from 'zod'
import { applyDiff, invertDiff, type Change, type FlowDiff } from '../diff'
import { applyDelta, deltaOf, jsonDeltaSchema, type JsonDelta } from '../json-delta'
import { parseJson } from '../json'
import type { Message } from '../../languages/translate'
import { messageSchema } from '../message-schema'
import type { Flow, Json } from '../records'
import { canonicalFlow } from './save'

/** One step: what it is called, and what it changed. */
export type UndoStep = { label: StepLabel; diff: FlowDiff }

/** A text of the interface, or one with its values; it is shown in the language of whoever looks. */
export type StepLabel = string | Message

const anyJson = z.json()
const node = z.object({ kind: z.string(), name: z.string(), data: z.record(z.string(), anyJson) })
const end = z.object({ node: z.string(), port: z.string() })
const edge = z.object({ kind: z.string(), from: end, to: end, data: z.record(z.string(), anyJson) })
const position = z.object({ x: z.number(), y: z.number() })
const header = z.object({ id: z.string(), name: z.string(), description: z.string() })
const settings = z.record(z.string(), anyJson)
const maps = z.object({
  nodes: z.record(z.string(), node),
  edges: z.record(z.string(), edge),
  layout: z.record(z.string(), position),
})
const splice = z.object({ at: z.number().int().min(0), before: z.array(z.string()), after: z.array(z.string()) })
const deltas = z.record(z.string(), jsonDeltaSchema)
const storedStepSchema = z.object({
  label: z.union([z.string(), messageSchema]),
  added: maps,
  removed: maps,
  header: jsonDeltaSchema.nullable(),
  settings: jsonDeltaSchema.nullable(),
  nodes: deltas,
  edges: deltas,
  layout: deltas,
  order: z.object({ nodes: z.array(splice), edges: z.array(splice) }),
})
type StoredStep = z.infer<typeof storedStepSchema>

/** A step as a text. */
export function writeUndoStep({ label, diff }: UndoStep): string {
  const { added, removed, updated, order } = canonicalDiff(diff)
  const stored: StoredStep = {
    label,
    added,
    removed,
    header: updated.header === null ? null : deltaOf(updated.header.before, updated.header.after),
    settings: updated.settings === null ? null : deltaOf(updated.settings.before, updated.settings.after),
    nodes: deltasOf(updated.nodes),
    edges: deltasOf(updated.edges),
    layout: deltasOf(updated.layout),
    order: { nodes: [...order.nodes].map(asSplice), edges: [...order.edges].map(asSplice) },
  }
  return JSON.stringify(stored)
}

function asSplice({ at, before, after }: FlowDiff['order']['nodes'][number]): z.infer<typeof splice> {
  return { at, before: [...before], after: [...after] }
}

function deltasOf(changes: { readonly [id: string]: Change<Json> }): { [id: string]: JsonDelta } {
  return Object.fromEntries(Object.entries(changes).map(([id, { before, after }]) => [id, deltaOf(before, after)]))
}

/** The difference between the flows as they are written: what is read from a file fits it. */
function canonicalDiff(diff: FlowDiff): FlowDiff {
  const { added, removed, updated } = diff
  const sides = (side: 'before' | 'after') => {
    const only = <Value>(changes: { [id: string]: Change<Value> }): { [id: string]: Value } =>
      Object.fromEntries(Object.entries(changes).map(([id, change]) => [id, change[side]]))
    return canonicalParts({
      nodes: only(updated.nodes),
      edges: only(updated.edges),
      layout: only(updated.layout),
      settings: updated.settings?.[side] ?? {},
    })
  }
  const [before, after] = [sides('before'), sides('after')]
  const pairs = <Value>(
    first: { [id: string]: Value },
    second: { [id: string]: Value },
  ): { [id: string]: Change<Value> } =>
    Object.fromEntries(
      Object.entries(first).flatMap(([id, old]): [string, Change<Value>][] => {
        const now = second[id]
        return now === undefined ? [] : [[id, { before: old, after: now }]]
      }),
    )
  return {
    ...diff,
    added: canonicalParts({ ...added, settings: {} }),
    removed: canonicalParts({ ...removed, settings: {} }),
    updated: {
      header: updated.header,
      settings: updated.settings === null ? null : { before: before.settings, after: after.settings },
      nodes: pairs(before.nodes, after.nodes),
      edges: pairs(before.edges, after.edges),
      layout: pairs(before.layout, after.layout),
    },
  }
}

type Parts = { nodes: Flow['nodes']; edges: Flow['edges']; layout: Flow['layout']['nodes']; settings: Flow['settings'] }

function canonicalParts({ nodes, edges, layout, settings: set }: Parts): Parts {
  const head = { format: 'baton/flow', version: 1, id: 'x', name: '', description: '' } as const
  const whole = canonicalFlow({ ...head, settings: set, nodes, edges, layout: { nodes: layout } })
  return { nodes: whole.nodes, edges: whole.edges, layout: whole.layout.nodes, settings: whole.settings }
}

/**
 * Steps as they were stored with the flow, oldest first: those that led to it, and those that were undone. Where one does not fit, it and all
 * that are behind it are left out: a step is taken back exactly or not at all.
 */
export function readUndoSteps(
  flow: Flow,
  { past, future }: { past: readonly string[]; future: readonly string[] },
): { past: UndoStep[]; future: UndoStep[] } {
  return { past: readAlong(flow, past.toReversed(), 'back').reverse(), future: readAlong(flow, future, 'forth') }
}

function readAlong(flow: Flow, texts: readonly string[], way: 'forth' | 'back'): UndoStep[] {
  const steps: UndoStep[] = []
  let now = flow
  for (const text of texts) {
    const step = readStep(now, text, way)
    if (step === null) break
    steps.push(step)
    now = applyDiff(now, way === 'forth' ? step.diff : invertDiff(step.diff))
  }
  return steps
}

function readStep(flow: Flow, text: string, way: 'forth' | 'back'): UndoStep | null {
  const parsed = parseJson(text)
  const stored = parsed.ok ? storedStepSchema.safeParse(parsed.value) : null
  if (stored?.success !== true) return null
  const { label, added, removed, order, ...changed } = stored.data
  const [gone, come] = way === 'forth' ? [removed, added] : [added, removed]
  if (!hasAll(flow, gone) || hasAny(flow, come)) return null
  const { id, name, description } = flow
  const head = changed.header === null ? null : changeOf(header, { id, name, description }, changed.header, way)
  const set = changed.settings === null ? null : changeOf(settings, flow.settings, changed.settings, way)
  const nodes = changesOf(node, flow.nodes, changed.nodes, way)
  const edges = changesOf(edge, flow.edges, changed.edges, way)
  const layout = changesOf(position, flow.layout.nodes, changed.layout, way)
  if (head === undefined || set === undefined || nodes === null || edges === null || layout === null) return null
  const diff: FlowDiff = { added, removed, order, updated: { header: head, settings: set, nodes, edges, layout } }
  return { label, diff }
}

type RecordMaps = z.infer<typeof maps>

function hasAll(flow: Flow, { nodes, edges, layout }: RecordMaps): boolean {
  const isThere = (records: object) => (id: string) => Object.hasOwn(records, id)
  return (
    Object.keys(nodes).every(isThere(flow.nodes)) &&
    Object.keys(edges).every(isThere(flow.edges)) &&
    Object.keys(layout).every(isThere(flow.layout.nodes))
  )
}

function hasAny(flow: Flow, { nodes, edges, layout }: RecordMaps): boolean {
  const isThere = (records: object) => (id: string) => Object.hasOwn(records, id)
  return (
    Object.keys(nodes).some(isThere(flow.nodes)) ||
    Object.keys(edges).some(isThere(flow.edges)) ||
    Object.keys(layout).some(isThere(flow.layout.nodes))
  )
}

/** Undefined: the delta is not one of this value. */
function changeOf<Value extends Json>(
  schema: z.ZodType<Value>,
  present: Value,
  delta: JsonDelta,
  way: 'forth' | 'back',
): Change<Value> | undefined {
  const other = schema.safeParse(applyDelta(present, delta, way))
  if (!other.success) return undefined
  return way === 'forth' ? { before: present, after: other.data } : { before: other.data, after: present }
}

function changesOf<Value extends Json>(
  schema: z.ZodType<Value>,
  records: { readonly [id: string]: Value },
  changed: { readonly [id: string]: JsonDelta },
  way: 'forth' | 'back',
): { [id: string]: Change<Value> } | null {
  const changes: { [id: string]: Change<Value> } = {}
  for (const [id, delta] of Object.entries(changed)) {
    const present = Object.hasOwn(records, id) ? records[id] : undefined
    const change = present === undefined ? undefined : changeOf(schema, present, delta, way)
    if (change === undefined) return null
    changes[id] = change
  }
  return changes
}
