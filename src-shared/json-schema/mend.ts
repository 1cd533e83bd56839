/** Mends a value that does not fit its schema, where what was meant is certain and nothing is lost. */
import { isSameJson } from '../flow/json'
import type { Json } from '../flow/json-values'
import { textOfValue, valueInText } from './lossless'
import type { BrokenRule } from './misfit'
import { takesType, TYPE_NAMES } from './walk'

/** Text in text: a list that was sent as text may hold numbers that were. */
const MOST_ROUNDS = 4
/** So many places are mended at once; and so many are tried one by one, where all together do not help. */
const MOST_PLACES = 200
const MOST_TRIED = 16

/** Where a value breaks its schema; empty: it fits. */
export type Validate = (value: Json) => readonly BrokenRule[]

/** A value for a place; undefined: nothing there. */
type ValueRepair = { at: readonly string[]; value: Json | undefined }

/**
 * The value with numbers, truth values, null, lists and objects in the place of texts that write them, whole numbers as text where text is wanted,
 * and without properties that are null and may not be. It need not fit then.
 */
export function mended(value: Json, validate: Validate): Json {
  let now = value
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const broken = validate(now)
    if (broken.length === 0) return now
    const mends = mendsOf(now, broken)
    if (mends.length === 0) return now
    const all = mends.reduce(withMend, now)
    if (validate(all).length > 0) {
      // In a choice, what one branch wants may be what another does not.
      for (const mend of mends.slice(0, MOST_TRIED)) {
        const one = withMend(now, mend)
        if (validate(one).length === 0) return one
      }
    }
    now = all
  }
  return now
}

function mendsOf(root: Json, broken: readonly BrokenRule[]): ValueRepair[] {
  const mends = new Map<string, ValueRepair>()
  for (const rule of broken.slice(0, MOST_PLACES)) {
    const key = JSON.stringify(rule.at)
    const mend = mends.has(key) ? null : mendOf(root, rule)
    if (mend !== null) mends.set(key, mend)
  }
  return [...mends.values()]
}

function mendOf(root: Json, { at, types, allowed }: BrokenRule): ValueRepair | null {
  const value = valueAt(root, at)
  if (value === undefined) return null
  const meant = typeof value === 'string' ? valueInText(value) : textOfValue(value)
  const names = types === undefined ? [] : TYPE_NAMES.filter((name) => types.includes(name))
  const isWanted =
    meant !== undefined &&
    (allowed?.some((one) => isSameJson(one, meant)) === true || (names.length > 0 && takesType(names, meant)))
  if (isWanted) return { at, value: meant }
  // Models that fill in every property say null for what they leave out.
  return value === null && at.length > 0 && !Array.isArray(valueAt(root, at.slice(0, -1)))
    ? { at, value: undefined }
    : null
}

function valueAt(root: Json, at: readonly string[]): Json | undefined {
  let place: Json | undefined = root
  for (const key of at) {
    if (typeof place !== 'object' || place === null || !Object.hasOwn(place, key)) return undefined
    place = Array.isArray(place) ? place[Number(key)] : place[key]
  }
  return place
}

/** The value with one place changed; the value itself stays as it is. */
function withMend(root: Json, { at, value }: ValueRepair): Json {
  const [key, ...rest] = at
  if (key === undefined) return value === undefined ? root : value
  if (Array.isArray(root)) {
    const index = Number(key)
    return root.map((item, place) => (place === index ? withMend(item, { at: rest, value }) : item))
  }
  if (typeof root !== 'object' || root === null || !Object.hasOwn(root, key)) return root
  const entries = Object.entries(root).flatMap(([name, part]): [string, Json][] => {
    if (name !== key) return [[name, part]]
    if (rest.length === 0 && value === undefined) return []
    return [[name, withMend(part, { at: rest, value })]]
  })
  return Object.fromEntries(entries)
}
