/** Questions about plain JSON values: whether a value is one, whether two are equal, and making one unchangeable. */

/** A value that `JSON.parse(JSON.stringify(x))` gives back unchanged. */
export type PlainJson = string | number | boolean | null | PlainJson[] | { [key: string]: PlainJson }

/** Whether JSON text holds all of the value: no undefined, no class instance, no `toJSON`, no NaN, no hole, no cycle. */
export function isPlainJson(value: unknown, depth = 0): value is PlainJson {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0)
  // Deeper than any state of ours: a cycle, or something for the serializer to judge.
  if (typeof value !== 'object' || depth > 200) return false
  if (Array.isArray(value)) {
    // `some` and `every` skip holes, which JSON would turn into null.
    for (let index = 0; index < value.length; index += 1) if (!isPlainJson(value[index], depth + 1)) return false
    return true
  }
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) return false
  if ('toJSON' in value) return false
  return Object.values(value).every((inner) => isPlainJson(inner, depth + 1))
}

/** Deep equality of plain JSON; the order of keys does not count. */
export function isEqualJson(left: unknown, right: unknown): boolean {
  if (left === right) return true
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false
  if (Array.isArray(left) || Array.isArray(right)) {
    if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false
    return left.every((inner, index) => isEqualJson(inner, right[index]))
  }
  const leftEntries = Object.entries(left)
  const others = new Map(Object.entries(right))
  if (leftEntries.length !== others.size) return false
  return leftEntries.every(([key, inner]) => others.has(key) && isEqualJson(inner, others.get(key)))
}

/** Freezes plain JSON to its leaves, so that a value shared with callers cannot change behind the cache. */
export function deepFreeze<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  Object.freeze(value)
  for (const inner of Object.values(value)) deepFreeze(inner)
  return value
}

/** A copy of plain JSON that shares nothing with it. */
export function cloneJson(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(cloneJson)
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, cloneJson(inner)]))
}
