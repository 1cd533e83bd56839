/**
 * What a plain form may still forbid, once parts of it could not be read: such a part takes more values than it should, so whatever forbids because a
 * part fits (`not`, `if`, the second fit of `oneOf`) would refuse what the schema's author allows.
 */
import { isJsonObject } from '../flow/json'
import type { Json, JsonObject } from '../flow/json-values'
import { schemaPart, typesOf } from './walk'

/** `parts`: every schema within the form, inner ones first; `open`: those that take more than what is written. Both are of the form itself, which is changed. */
export type UncertainForm = { root: JsonObject; parts: readonly JsonObject[]; open: Set<JsonObject> }

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

/** Keywords that forbid something because of what fits `by`; null: because of what is read in the schema's own place. */
const FORBIDDING = [
  { by: 'not', keys: ['not'] },
  { by: 'if', keys: ['if', 'then', 'else'] },
  { by: 'contains', keys: ['maxContains'] },
  { by: null, keys: ['unevaluatedProperties', 'unevaluatedItems'] },
] as const

/** Takes out what may forbid too much. */
export function dropUncertain(form: UncertainForm): void {
  const { parts, open } = form
  const anywhere = createLooking(form, null)
  const inPlace = createLooking(form, IN_PLACE)
  for (const part of parts) {
    const { oneOf } = part
    if (Array.isArray(oneOf) && (oneOf.every(isPlainValue) || anywhere(oneOf))) takeAny(part, oneOf)
    const gone = FORBIDDING.flatMap(({ by, keys }) => {
      const there = keys.filter((key) => part[key] !== undefined)
      return there.length > 0 && (by === null ? inPlace(part) : anywhere(part[by])) ? there : []
    })
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

/** Says whether anything in a value takes more than what is written, wherever references lead; `keys`: those that are looked into, else all. */
function createLooking({ root, open }: UncertainForm, keys: ReadonlySet<string> | null) {
  /** What a value comes to before references are followed, and where they lead. */
  const look = (value: Json | undefined, references: Set<string>): boolean => {
    if (Array.isArray(value)) return value.some((one) => look(one, references))
    if (!isJsonObject(value)) return false
    if (open.has(value)) return true
    return Object.entries(value).some(([key, inner]) => {
      if (key === '$defs' || key === 'enum' || key === 'const' || keys?.has(key) === false) return false
      if (key === 'dependentSchemas') return Object.values(schemaPart(inner)).some((one) => look(one, references))
      if (key === '$ref' && typeof inner === 'string') references.add(inner)
      return look(inner, references)
    })
  }
  const openDefinitions = open.size === 0 ? new Set<string>() : openOnes(definitionsOf(root), look)
  return (value: Json | undefined): boolean => {
    if (open.size === 0) return false
    const references = new Set<string>()
    return look(value, references) || [...references].some((reference) => openDefinitions.has(reference))
  }
}

/** By the references that lead to them. */
function definitionsOf({ $defs }: JsonObject): [string, Json][] {
  return Object.entries(schemaPart($defs)).map(([name, schema]) => [`#/$defs/${name}`, schema])
}

/** Definitions that are open, or lead to one that is. */
function openOnes(
  definitions: readonly [string, Json][],
  look: (value: Json, references: Set<string>) => boolean,
): ReadonlySet<string> {
  const leadingTo = new Map<string, string[]>()
  const found: string[] = []
  for (const [reference, schema] of definitions) {
    const references = new Set<string>()
    if (look(schema, references)) found.push(reference)
    for (const to of references) listAt(leadingTo, to).push(reference)
  }
  const open = new Set<string>()
  for (let next = found.pop(); next !== undefined; next = found.pop()) {
    if (open.has(next)) continue
    open.add(next)
    found.push(...(leadingTo.get(next) ?? []))
  }
  return open
}

function listAt(lists: Map<string, string[]>, key: string): string[] {
  const list = lists.get(key) ?? []
  lists.set(key, list)
  return list
}
