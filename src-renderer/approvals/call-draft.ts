/** The arguments of a call as a person reads and changes them: a line for each, texts without quotes; or the whole as JSON. */
import type { Json, JsonObject } from '../../src-shared/flow/records'

/** What stands in the fields. `lines`: by argument; `json`: the whole. */
export type ArgumentsDraft =
  | { view: 'lines'; lines: { readonly [name: string]: string } }
  | { view: 'json'; text: string }

type ReadDraft = { args: JsonObject } | { wrong: string | null }

/** A value in one line: texts as they are, all else as JSON. */
export function argumentText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

export function draftOf(args: JsonObject): ArgumentsDraft {
  const lines = Object.fromEntries(Object.entries(args).map(([name, value]) => [name, argumentText(value)]))
  return { view: 'lines', lines }
}

/** The arguments of a draft. What was a text stays one; `wrong` is the argument that is no JSON, null where the whole is none. */
export function readDraft(draft: ArgumentsDraft, before: JsonObject): ReadDraft {
  if (draft.view === 'json') {
    const read = jsonOf(draft.text)
    return isObject(read) ? { args: read } : { wrong: null }
  }
  const args: JsonObject = {}
  for (const [name, text] of Object.entries(draft.lines)) {
    const value = typeof before[name] === 'string' ? text : jsonOf(text)
    if (value === undefined) return { wrong: name }
    args[name] = value
  }
  return { args }
}

/** The same arguments shown the other way; the draft itself where it cannot be read yet. */
export function otherView(draft: ArgumentsDraft, before: JsonObject): ArgumentsDraft {
  const read = readDraft(draft, before)
  if ('wrong' in read) return draft
  return draft.view === 'json' ? draftOf(read.args) : { view: 'json', text: JSON.stringify(read.args, null, 2) }
}

function jsonOf(text: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isJson(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Whatever `JSON.parse` gives back is one. */
function isJson(value: unknown): value is Json {
  return value !== undefined
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
