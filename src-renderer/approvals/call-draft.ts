/** The arguments of a call as a person reads and changes them: a line for each, texts without quotes; or the whole as JSON. */
import { isJsonObject, parseJson } from '../../src-shared/flow/json'
import type { Json, JsonObject } from '../../src-shared/flow/records'

/** What stands in the fields. `lines`: by argument, with the arguments that they were made `from`; `json`: the whole. */
export type ArgumentsDraft =
  | { view: 'lines'; from: JsonObject; lines: { readonly [name: string]: string } }
  | { view: 'json'; text: string }

type ReadDraft = { args: JsonObject } | { wrong: string | null }

/** A value in one line: texts as they are, all else as JSON. */
export function argumentText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

export function draftOf(args: JsonObject): ArgumentsDraft {
  const lines = Object.fromEntries(Object.entries(args).map(([name, value]) => [name, argumentText(value)]))
  return { view: 'lines', from: args, lines }
}

/** The arguments of a draft. What was a text stays one; `wrong` is the argument that is no JSON, null where the whole is none. */
export function readDraft(draft: ArgumentsDraft): ReadDraft {
  if (draft.view === 'json') {
    const read = parseJson(draft.text)
    return read.ok && isJsonObject(read.value) ? { args: read.value } : { wrong: null }
  }
  const args: [string, Json][] = []
  for (const [name, text] of Object.entries(draft.lines)) {
    if (typeof draft.from[name] === 'string') args.push([name, text])
    else {
      const read = parseJson(text)
      if (!read.ok) return { wrong: name }
      args.push([name, read.value as Json])
    }
  }
  return { args: Object.fromEntries(args) }
}

/** The same arguments shown the other way; the draft itself where it cannot be read yet. */
export function otherView(draft: ArgumentsDraft): ArgumentsDraft {
  const read = readDraft(draft)
  if ('wrong' in read) return draft
  return draft.view === 'json' ? draftOf(read.args) : { view: 'json', text: JSON.stringify(read.args, null, 2) }
}
