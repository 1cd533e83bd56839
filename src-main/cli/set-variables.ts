/** `--set NAME=VALUE`: values of variables from the command line, read by their declared types. */
import { readSettings, type Flow, type JsonObject } from '../../src-shared/flow/records'
import { readValue, unknownVariable } from '../../src-shared/flow/variables'
import { ENGLISH } from '../../src-shared/languages/translate'

/** The values, or the first that cannot be used, in words. */
export type ReadSets = { ok: true; values: JsonObject } | { ok: false; issue: string }

/** Reads what `--set` was given; where a name comes twice, the last one counts. */
export function readSets(flow: Flow, sets: readonly string[] = []): ReadSets {
  const declared = readSettings(flow).variables
  const values: JsonObject = {}
  for (const set of sets) {
    const at = set.indexOf('=')
    const name = set.slice(0, at).trim()
    if (at === -1 || name === '') return { ok: false, issue: `--set wants NAME=VALUE, and "${set}" is not that.` }
    const variable = Object.hasOwn(declared, name) ? declared[name] : undefined
    if (variable === undefined) return { ok: false, issue: ENGLISH.message(unknownVariable(declared, name)) }
    const read = readValue(name, variable.type, set.slice(at + 1))
    if (!read.ok) return { ok: false, issue: ENGLISH.message(read.issue) }
    values[name] = read.value
  }
  return { ok: true, values }
}
