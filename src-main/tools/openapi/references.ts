/** `$ref`s within one document: JSON pointers only. What is elsewhere is never fetched. */
import { isJsonObject } from '../../../src-shared/flow/json'
import type { Json, JsonObject } from '../../../src-shared/flow/records'

const MAX_CHAIN = 32

export type References = {
  /** What a reference points at; undefined when it is not in this document. */
  lookUp: (reference: string) => Json | undefined
  /** An object with its references followed; null when they lead nowhere, in a circle or to no object. */
  follow: (value: Json | undefined) => JsonObject | null
}

/** The reference that an object consists of, if it does. */
export function referenceOf(value: JsonObject): string | null {
  return Object.hasOwn(value, '$ref') && typeof value['$ref'] === 'string' ? value['$ref'] : null
}

/** A field of an object, if it is its own: `constructor` is not a field of every object. */
export function field(value: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(value, name) ? value[name] : undefined
}

/** A field that holds an object; empty when it does not. */
export function objectField(value: JsonObject, name: string): JsonObject {
  const found = field(value, name)
  return isJsonObject(found) ? found : {}
}

/** A field that holds a list; empty when it does not. */
export function listField(value: JsonObject, name: string): readonly Json[] {
  const found = field(value, name)
  return Array.isArray(found) ? found : []
}

/** A field that holds a text; null when it does not. */
export function textField(value: JsonObject, name: string): string | null {
  const found = field(value, name)
  return typeof found === 'string' ? found : null
}

/** The fields of a value that is an object; `__proto__` is none. */
export function entries(value: Json | undefined): [string, Json][] {
  return isJsonObject(value) ? Object.entries(value).filter(([name]) => name !== '__proto__') : []
}

/** The names that a local reference passes through; null when it is none (`#/...`), or broken. */
export function pointerParts(reference: string): readonly string[] | null {
  if (reference === '#') return []
  if (!reference.startsWith('#/')) return null
  try {
    return decodeURIComponent(reference.slice(2))
      .split('/')
      .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
  } catch {
    return null
  }
}

export function createReferences(root: JsonObject): References {
  const known = new Map<string, Json | undefined>()
  const lookUp = (reference: string): Json | undefined => {
    if (known.has(reference)) return known.get(reference)
    const parts = pointerParts(reference)
    const found = parts === null ? undefined : walk(root, parts)
    known.set(reference, found)
    return found
  }
  const follow = (value: Json | undefined): JsonObject | null => {
    let current = value
    for (let step = 0; step < MAX_CHAIN; step += 1) {
      if (!isJsonObject(current)) return null
      const reference = referenceOf(current)
      if (reference === null) return current
      current = lookUp(reference)
    }
    return null
  }
  return { lookUp, follow }
}

function walk(root: Json, parts: readonly string[]): Json | undefined {
  let current: Json | undefined = root
  for (const part of parts) {
    if (Array.isArray(current)) current = /^\d{1,9}$/.test(part) ? current[Number(part)] : undefined
    else if (isJsonObject(current)) current = field(current, part)
    else return undefined
  }
  return current
}
