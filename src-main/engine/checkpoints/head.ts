/**
 * The head of a checkpoint: channel versions, where each value is, and what each node has seen. It is stored as the difference to the
 * parent's, in JSON that names only what changed.
 */
import { z } from 'zod'
import { isEqualJson } from './plain-json'

export type Version = number | string

/** Where a channel's value is: in the head itself, in a chain of array entries, or in a row of its own. */
export type ValueRef =
  | { kind: 'inline'; value: unknown }
  | { kind: 'array'; chain: number; length: number }
  | { kind: 'row'; id: number }

/** A channel with a version but no value (consumed, or never stored) has no ref. */
export type Slot = { version: Version; ref: ValueRef | undefined }

export type Head = {
  readonly slots: ReadonlyMap<string, Slot>
  readonly seen: ReadonlyMap<string, ReadonlyMap<string, Version>>
}

export const EMPTY_HEAD: Head = { slots: new Map(), seen: new Map() }

const version = z.union([z.number(), z.string()])
const slotShape = z.union([
  z.null(),
  z.tuple([version]),
  z.tuple([version, z.literal(true)]),
  z.tuple([version, z.tuple([z.unknown()])]),
  z.tuple([version, z.int()]),
  z.tuple([version, z.int(), z.int()]),
])
const differenceShape = z.strictObject({
  c: z.record(z.string(), slotShape).optional(),
  s: z.record(z.string(), z.union([z.null(), z.record(z.string(), z.union([version, z.null()]))])).optional(),
})
export type HeadDifference = z.infer<typeof differenceShape>
type StoredSlot = z.infer<typeof slotShape>

/** The stored text as a difference; throws if it is not one. */
export function parseDifference(text: string): HeadDifference {
  const { c, s } = differenceShape.parse(JSON.parse(text))
  const nodes = Object.entries(s ?? {}).map(
    ([node, seen]) => [node, seen && renamed(seen, (name) => longName(name, node))] as const,
  )
  return { ...(c && { c: renamed(c, (name) => longName(name, '')) }), ...(s && { s: Object.fromEntries(nodes) }) }
}

/** The text to store. Most names are those of the channels that start a node, which LangGraph calls `branch:to:<node>`: they are shortened. */
export function formatDifference({ c, s }: HeadDifference): string {
  const nodes = Object.entries(s ?? {}).map(
    ([node, seen]) => [node, seen && renamed(seen, (name) => shortName(name, node))] as const,
  )
  return JSON.stringify({
    ...(c && { c: renamed(c, (name) => shortName(name, '')) }),
    ...(s && { s: Object.fromEntries(nodes) }),
  })
}

/** What leads from one head to the next; from EMPTY_HEAD it is the whole head. `[version, true]` is a new version of the same value. */
export function headDifference(before: Head, after: Head): HeadDifference {
  const slots = mapDifference(before.slots, after.slots, slotDifference)
  const seen = mapDifference(before.seen, after.seen, (earlier, later) => {
    const versions = mapDifference(earlier ?? new Map<string, Version>(), later, (a, b) => (a === b ? undefined : b))
    return earlier !== undefined && versions.size === 0 ? undefined : Object.fromEntries(versions)
  })
  return {
    ...(slots.size > 0 && { c: Object.fromEntries(slots) }),
    ...(seen.size > 0 && { s: Object.fromEntries(seen) }),
  }
}

/** The head that a difference leads to. */
export function applyDifference(before: Head, difference: HeadDifference): Head {
  const slots = new Map(before.slots)
  for (const [channel, stored] of Object.entries(difference.c ?? {})) {
    if (stored === null) slots.delete(channel)
    else
      slots.set(channel, {
        version: stored[0],
        ref: stored[1] === true ? before.slots.get(channel)?.ref : refFromStored(stored),
      })
  }
  const seen = new Map(before.seen)
  for (const [node, changes] of Object.entries(difference.s ?? {})) {
    if (changes === null) {
      seen.delete(node)
      continue
    }
    const versions = new Map(seen.get(node))
    for (const [channel, changed] of Object.entries(changes)) {
      if (changed === null) versions.delete(channel)
      else versions.set(channel, changed)
    }
    seen.set(node, versions)
  }
  return { slots, seen }
}

/** The refs that a difference mentions. */
export function refsOf(difference: HeadDifference): ValueRef[] {
  return Object.values(difference.c ?? {}).flatMap((stored) => {
    const ref = stored === null ? undefined : refFromStored(stored)
    return ref === undefined ? [] : [ref]
  })
}

/** The same difference with its refs replaced: how a copy points at its own values. */
export function mapRefs(difference: HeadDifference, change: (ref: ValueRef) => ValueRef): HeadDifference {
  const slots = Object.entries(difference.c ?? {}).map(([channel, stored]): [string, StoredSlot] => {
    const ref = stored === null ? undefined : refFromStored(stored)
    return [
      channel,
      stored === null || ref === undefined ? stored : storedSlot({ version: stored[0], ref: change(ref) }),
    ]
  })
  return { ...difference, ...(slots.length > 0 && { c: Object.fromEntries(slots) }) }
}

/** The nodes whose view of the channels moved: those that ran between two checkpoints, save those started by Send. */
export function nodesThatRan(before: Head, after: Head): string[] {
  const nodes: string[] = []
  for (const [node, versions] of after.seen) {
    if (node.startsWith('__')) continue
    const earlier = before.seen.get(node)
    if (versions !== earlier && [...versions].some(([channel, at]) => earlier?.get(channel) !== at)) nodes.push(node)
  }
  return nodes
}

const BRANCH = 'branch:to:'

/** `>x` for `branch:to:x`, `>` alone for the node's own; a name that looks like either is marked. */
function shortName(name: string, node: string): string {
  if (!name.startsWith(BRANCH)) return /^[>=]/.test(name) ? `=${name}` : name
  return name === `${BRANCH}${node}` && node !== '' ? '>' : `>${name.slice(BRANCH.length)}`
}

function longName(name: string, node: string): string {
  if (name.startsWith('=')) return name.slice(1)
  if (!name.startsWith('>')) return name
  return `${BRANCH}${name === '>' ? node : name.slice(1)}`
}

function renamed<Value>(record: Record<string, Value>, rename: (name: string) => string): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [rename(name), value]))
}

function mapDifference<Value, Change>(
  before: ReadonlyMap<string, Value>,
  after: ReadonlyMap<string, Value>,
  change: (earlier: Value | undefined, later: Value) => Change | undefined,
): Map<string, Change | null> {
  const changes = new Map<string, Change | null>()
  for (const [key, later] of after) {
    const earlier = before.get(key)
    if (earlier === later) continue
    const changed = change(earlier, later)
    if (changed !== undefined) changes.set(key, changed)
  }
  for (const key of before.keys()) if (!after.has(key)) changes.set(key, null)
  return changes
}

function slotDifference(earlier: Slot | undefined, later: Slot): StoredSlot | undefined {
  const isSameRef = earlier?.ref !== undefined && (earlier.ref === later.ref || isEqualJson(earlier.ref, later.ref))
  if (isSameRef) return earlier.version === later.version ? undefined : [later.version, true]
  const isStillEmpty = earlier !== undefined && earlier.ref === undefined && later.ref === undefined
  return isStillEmpty && earlier.version === later.version ? undefined : storedSlot(later)
}

function storedSlot(slot: Slot): StoredSlot {
  const { version: at, ref } = slot
  if (ref === undefined) return [at]
  if (ref.kind === 'inline') return [at, [ref.value]]
  return ref.kind === 'row' ? [at, ref.id] : [at, ref.chain, ref.length]
}

function refFromStored(stored: Exclude<StoredSlot, null>): ValueRef | undefined {
  const [, second, third] = stored
  if (second === undefined || second === true) return undefined
  if (Array.isArray(second)) return { kind: 'inline', value: second[0] }
  return third === undefined ? { kind: 'row', id: second } : { kind: 'array', chain: second, length: third }
}
