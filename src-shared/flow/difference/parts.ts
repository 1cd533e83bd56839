/** Of what a flow consists when two are compared or brought together: which values are taken apart, and which stand or fall together. */
import { z } from 'zod'
import { edgeFieldsOf, nodeFieldsOf } from '../../kinds/fields-of'
import { hasTrait, meantHints } from '../../kinds/field-types'
import type { FieldHint } from '../../kinds/kind'
import { isJsonObject } from '../json'
import { settingsSchema, type Json, type JsonObject } from '../records'

/** Where a value stands in a flow: `['nodes', 'a', 'data', 'prompt']`. */
export type Path = readonly string[]

/** Whether two values are the same, the order of fields included: it can show in the bytes. */
export function isSameValue(first: unknown, second: unknown): boolean {
  return first === second || JSON.stringify(first) === JSON.stringify(second)
}

/** A field of an object; undefined where it is not there. */
export function ownValue(object: JsonObject | undefined, key: string): Json | undefined {
  return object !== undefined && Object.hasOwn(object, key) ? object[key] : undefined
}

/** The object that a value is; undefined for any other value. */
export function objectOf(value: Json | undefined): JsonObject | undefined {
  return isJsonObject(value) ? value : undefined
}

/**
 * Whether the parts of the value at a path change each by itself. `records` are the node or edge around it in each of the flows: what its
 * fields are depends on its kind, and one that is of another kind in each flow is not taken apart.
 */
export function hasParts(path: Path, records: readonly (JsonObject | undefined)[]): boolean {
  const [root, id, field, key] = path
  if (root === undefined) return true
  if (root === 'settings') return isPartOfSettings(path)
  if (root === 'layout') return path.length <= 2
  if (root !== 'nodes' && root !== 'edges') return false
  if (id === undefined) return true
  if (field === undefined) return new Set(kindsOf(records)).size <= 1
  if (field !== 'data') return false
  if (key === undefined) return true
  const [kind] = kindsOf(records)
  return (
    path.length === 4 &&
    kind !== undefined &&
    fieldHints(root, kind).some((hint) => hint.key === key && isOfParts(hint))
  )
}

/** Fields of the object at a path that mean something only together, so that no two flows may give a half each. */
export function togetherAt(path: Path): readonly string[] {
  const [root, , field, key] = path
  if (root === 'edges' && path.length === 2) return ['kind', 'from', 'to']
  if (root === 'settings' && path.length === 3 && path[1] === 'variables') return ['type', 'default']
  const isModel =
    root === 'settings'
      ? path.length === 2 && path[1] === 'model'
      : path.length === 4 && field === 'data' && key === 'model'
  return isModel ? ['connection', 'model'] : []
}

/** The hints of a field: the one that is meant for the data first. */
export function hintFor(root: 'nodes' | 'edges', record: JsonObject, key: string): FieldHint | undefined {
  const { kind, data } = record
  if (typeof kind !== 'string') return undefined
  return meantHints(fieldHints(root, kind), objectOf(data) ?? {}).find((hint) => hint.key === key)
}

function fieldHints(root: 'nodes' | 'edges', kind: string): readonly FieldHint[] {
  return root === 'nodes' ? nodeFieldsOf({ kind }) : edgeFieldsOf({ kind })
}

function isOfParts(hint: FieldHint): boolean {
  return hasTrait(hint, 'hasParts', true)
}

function kindsOf(records: readonly (JsonObject | undefined)[]): string[] {
  return records.flatMap((record) => {
    const kind = ownValue(record, 'kind')
    return typeof kind === 'string' ? [kind] : []
  })
}

/** Groups of settings, and the variables with the fields of each. */
function isPartOfSettings([, group, ...inner]: Path): boolean {
  if (group === undefined) return true
  if (group === 'variables') return inner.length <= 1
  const shape: { readonly [field: string]: unknown } = settingsSchema.shape
  return inner.length === 0 && Object.hasOwn(shape, group) && shape[group] instanceof z.ZodPrefault
}
