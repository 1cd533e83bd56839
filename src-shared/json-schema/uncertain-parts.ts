/**
 * What a plain form may still forbid, once parts of it could not be read: such a part takes more values than it should, so whatever forbids because a
 * part fits (`not`, `if`, the second fit of `oneOf`) would refuse what the schema's author allows.
 */
import { isJsonObject } from '../flow/json'
import type { Json, JsonObject } from '../flow/json-values'
import { atPointer, typesOf } from './walk'

/** `parts`: every schema within the form, inner ones first; `open`: those that take more than what is written. Both are of the form itself, which is changed. */
export type UncertainForm = { root: JsonObject; parts: readonly JsonObject[]; open: Set<JsonObject> }

/** Takes out what may forbid too much. */
export function dropUncertain(form: UncertainForm): void {
  const { parts, open } = form
  for (const part of parts) {
    const { oneOf, contains } = part
    if (Array.isArray(oneOf) && (oneOf.every(isPlainValue) || isOpen(oneOf, form))) takeAny(part, oneOf)
    if (open.size === 0) continue
    const gone = [
      ...(isOpen(part['not'], form) ? ['not'] : []),
      ...(isOpen(part['if'], form) ? ['if', 'then', 'else'] : []),
      ...(isOpen(contains, form) ? ['maxContains'] : []),
      // Of what is left out, nobody knows which names and items it would have read.
      ...(isOpen(part, form, IN_PLACE) ? ['unevaluatedProperties', 'unevaluatedItems'] : []),
    ].filter((key) => part[key] !== undefined)
    for (const key of gone) delete part[key]
    if (gone.length > 0) open.add(part)
  }
}

/** Branches with values that a model cannot change so that only one of them fits: a whole number is a number too. */
function isPlainValue(branch: Json): boolean {
  const types = typesOf(branch)
  return (
    isJsonObject(branch) &&
    Object.keys(branch).every((key) => key === 'type' || key === 'enum' || key === 'const') &&
    !types.includes('object') &&
    !types.includes('array')
  )
}

function takeAny(part: JsonObject, oneOf: Json[]): void {
  delete part['oneOf']
  if (part['anyOf'] === undefined) part['anyOf'] = oneOf
  else part['allOf'] = [...(Array.isArray(part['allOf']) ? part['allOf'] : []), { anyOf: oneOf }]
}

/** Where a schema has others that read the same value. */
const IN_PLACE: ReadonlySet<string> = new Set([
  '$ref',
  'allOf',
  'anyOf',
  'oneOf',
  'if',
  'then',
  'else',
  'dependentSchemas',
])

/** Whether anything in it takes more than what is written, wherever references lead; `keys`: those that are looked into, else all. */
function isOpen(
  value: Json | undefined,
  { root, open }: UncertainForm,
  keys: ReadonlySet<string> | null = null,
): boolean {
  if (open.size === 0) return false
  const seen = new Set<string>()
  const isOpenAt = (one: Json | undefined): boolean => {
    if (Array.isArray(one)) return one.some(isOpenAt)
    if (!isJsonObject(one)) return false
    if (open.has(one)) return true
    return Object.entries(one).some(([key, inner]) => {
      if (key === '$defs' || key === 'enum' || key === 'const' || keys?.has(key) === false) return false
      if (key === 'dependentSchemas') return Object.values(isJsonObject(inner) ? inner : {}).some(isOpenAt)
      if (key !== '$ref' || typeof inner !== 'string') return isOpenAt(inner)
      if (seen.has(inner)) return false
      seen.add(inner)
      return isOpenAt(atPointer(root, inner))
    })
  }
  return isOpenAt(value)
}
