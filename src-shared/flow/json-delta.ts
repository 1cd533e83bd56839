/** What differs between two JSON values, in a form that is small and leads either way; what does not fit a value is noticed, never guessed. */
import { z } from 'zod'
import { isJsonObject } from './json'
import type { Json, JsonObject } from './records'

/**
 * `w`: the whole value before and after. `s`: of a text, from the index on, what was taken out and what was put in. `o`: of an object, deltas by
 * key, and keys that came last or went from there. `i`: of a list of the same length, deltas by index.
 */
export type JsonDelta =
  | { w: [Json, Json] }
  | { s: [number, string, string] }
  | { o: { [key: string]: JsonDelta }; add?: JsonObject; del?: JsonObject }
  | { i: { [index: string]: JsonDelta } }

const json = z.json()
export const jsonDeltaSchema: z.ZodType<JsonDelta> = z.lazy(() =>
  z.union([
    z.strictObject({ w: z.tuple([json, json]) }),
    z.strictObject({ s: z.tuple([z.number().int().min(0), z.string(), z.string()]) }),
    z.strictObject({
      o: z.record(z.string(), jsonDeltaSchema),
      add: z.record(z.string(), json).exactOptional(),
      del: z.record(z.string(), json).exactOptional(),
    }),
    z.strictObject({ i: z.record(z.string(), jsonDeltaSchema) }),
  ]),
)

/** The delta from one value to another. What it leads to is the same to the byte, either way. */
export function deltaOf(before: Json, after: Json): JsonDelta {
  const small = smallDelta(before, after)
  return small !== null && leads(small, before, after) ? small : { w: [before, after] }
}

function leads(delta: JsonDelta, before: Json, after: Json): boolean {
  const [forth, back] = [applyDelta(before, delta, 'forth'), applyDelta(after, delta, 'back')]
  return isSame(forth, after) && isSame(back, before)
}

function smallDelta(before: Json, after: Json): JsonDelta | null {
  if (typeof before === 'string' && typeof after === 'string') return textDelta(before, after)
  if (Array.isArray(before) && Array.isArray(after)) {
    if (before.length !== after.length) return null
    const parts = before.flatMap((item, at): [string, JsonDelta][] => {
      const other = after[at] ?? null
      return isSame(item, other) ? [] : [[String(at), smallDelta(item, other) ?? { w: [item, other] }]]
    })
    return { i: Object.fromEntries(parts) }
  }
  return isJsonObject(before) && isJsonObject(after) ? objectDelta(before, after) : null
}

function textDelta(before: string, after: string): JsonDelta {
  const shorter = Math.min(before.length, after.length)
  let at = 0
  while (at < shorter && before[at] === after[at]) at += 1
  let tail = 0
  while (tail < shorter - at && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1
  return { s: [at, before.slice(at, before.length - tail), after.slice(at, after.length - tail)] }
}

function objectDelta(before: JsonObject, after: JsonObject): JsonDelta {
  const changed: { [key: string]: JsonDelta } = {}
  const [add, del]: [JsonObject, JsonObject] = [{}, {}]
  for (const [key, value] of Object.entries(before)) {
    const now = Object.hasOwn(after, key) ? after[key] : undefined
    if (now === undefined) del[key] = value
    else if (!isSame(value, now)) changed[key] = smallDelta(value, now) ?? { w: [value, now] }
  }
  for (const [key, value] of Object.entries(after)) if (!Object.hasOwn(before, key)) add[key] = value
  return {
    o: changed,
    ...(Object.keys(add).length === 0 ? {} : { add }),
    ...(Object.keys(del).length === 0 ? {} : { del }),
  }
}

/** The value at the other end of a delta; undefined where the delta is not one of this value. */
export function applyDelta(value: Json, delta: JsonDelta, way: 'forth' | 'back'): Json | undefined {
  if ('w' in delta) {
    const [before, after] = delta.w
    const [from, to] = way === 'forth' ? [before, after] : [after, before]
    return isSame(value, from) ? to : undefined
  }
  if ('s' in delta) {
    const [at, before, after] = delta.s
    const [from, to] = way === 'forth' ? [before, after] : [after, before]
    if (typeof value !== 'string' || value.slice(at, at + from.length) !== from) return undefined
    return value.slice(0, at) + to + value.slice(at + from.length)
  }
  if ('i' in delta) return Array.isArray(value) ? applyToList(value, delta.i, way) : undefined
  const [gone, come] = way === 'forth' ? [delta.del, delta.add] : [delta.add, delta.del]
  return isJsonObject(value) ? applyToObject(value, { changed: delta.o, gone, come }, way) : undefined
}

function applyToList(
  value: readonly Json[],
  deltas: { [index: string]: JsonDelta },
  way: 'forth' | 'back',
): Json | undefined {
  const list = [...value]
  for (const [index, delta] of Object.entries(deltas)) {
    const before = list[Number(index)]
    const after = before === undefined ? undefined : applyDelta(before, delta, way)
    if (after === undefined) return undefined
    list[Number(index)] = after
  }
  return list
}

type ObjectChanges = {
  changed: { [key: string]: JsonDelta }
  gone: JsonObject | undefined
  come: JsonObject | undefined
}

function applyToObject(
  value: JsonObject,
  { changed, gone = {}, come = {} }: ObjectChanges,
  way: 'forth' | 'back',
): Json | undefined {
  const now: { [key: string]: Json } = { ...value }
  for (const [key, old] of Object.entries(gone)) {
    if (!Object.hasOwn(now, key) || !isSame(now[key] ?? null, old)) return undefined
    delete now[key]
  }
  for (const [key, delta] of Object.entries(changed)) {
    const before = Object.hasOwn(now, key) ? now[key] : undefined
    const after = before === undefined ? undefined : applyDelta(before, delta, way)
    if (after === undefined) return undefined
    now[key] = after
  }
  for (const [key, item] of Object.entries(come)) {
    if (Object.hasOwn(now, key)) return undefined
    now[key] = item
  }
  return now
}

/** The order of fields counts: it can show in the bytes. */
function isSame(first: Json | undefined, second: Json | undefined): boolean {
  return first === second || JSON.stringify(first) === JSON.stringify(second)
}
