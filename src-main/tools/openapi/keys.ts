/** The properties of a tool: under which key each part of a request stands, so that no two are the same and providers take them. */
import { fittedName, shortHash } from '../../../src-shared/agents/names/names'

/** Anthropic refuses other names of properties; `filter[name]` becomes `filter_name`. */
const SAFE = /^[a-zA-Z0-9_.-]{1,64}$/

/** The key of a name: the name itself wherever it can be. */
export function safeKey(name: string): string {
  if (SAFE.test(name) && name !== '__proto__') return name
  const safe = name.replace(/[^a-zA-Z0-9_.-]+/g, '_').replace(/^_+|_+$/g, '')
  return safe === '' ? shortHash(name) : fittedName(safe)
}

/** A key that is not taken yet: the name, or with the place that it is for (`id_query`), or with a number. Takes it. */
export function takeKey(name: string, place: string, taken: Set<string>): string {
  const base = safeKey(name)
  let key = base
  for (let count = 1; taken.has(key); count += 1) key = fittedName(`${base}_${place}${count === 1 ? '' : `_${count}`}`)
  taken.add(key)
  return key
}
