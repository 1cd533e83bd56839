/**
 * Holds the arguments of a tool's call against the tool's JSON schema, which an unknown server may have written: at once where that is certain to be
 * quick, else in the reading thread. Validators are kept by schema.
 */
import { isJsonObject } from '../../src-shared/flow/json'
import type { JsonObject } from '../../src-shared/flow/records'
import type { Misfit } from '../../src-shared/json-schema/misfit'
import { plainForm, type PlainForm } from '../../src-shared/json-schema/plain-form'
import type { Reader } from './reader'
import { createValidator, type FittedValue, type Validator } from './validator'

/** Arguments as the tool gets them, mended where that loses nothing. `unchecked`: the schema needed too much, so nobody knows whether they fit. */
export type CheckedArguments = { args: JsonObject; misfits: readonly Misfit[]; unchecked: boolean }
/** Rejects only when the signal fires. */
export type CheckArguments = (schema: JsonObject, args: JsonObject, signal: AbortSignal) => Promise<CheckedArguments>

/** So many schemas, and so many characters of them, are kept ready. */
const MOST_KEPT = 500
const MOST_CHARACTERS = 4_000_000
/** Arguments with at most so many characters are short. */
const SHORT = 2000

/** A schema as it is used. `check` is there once values were held against it here. */
type KnownSchema = { form: PlainForm; text: string; check: Validator | null; isGivenUp: boolean }

/** The check of a core. */
export function createCheckArguments(reader: Reader): CheckArguments {
  const knownOf = createMemory()
  return async (schema, args, signal) => {
    const known = knownOf(schema)
    if (known.isGivenUp) return { args, misfits: [], unchecked: true }
    try {
      if (isQuick(known.form, args)) {
        known.check ??= createValidator(known.form.schema)
        return checked(args, known.check(args))
      }
      return checked(args, await reader.read({ what: 'arguments', schema: known.form.schema, value: args }, signal))
    } catch {
      signal.throwIfAborted()
      // It would take as long with the next call.
      known.isGivenUp = true
      return { args, misfits: [], unchecked: true }
    }
  }
}

function isQuick({ danger }: PlainForm, args: JsonObject): boolean {
  return danger === 'none' || (danger === 'short' && JSON.stringify(args).length <= SHORT)
}

function checked(args: JsonObject, { value, misfits }: FittedValue): CheckedArguments {
  return { args: isJsonObject(value) ? value : args, misfits, unchecked: false }
}

/** What is known of schemas: by the object, and by their text where the same schema comes as another object; the oldest is forgotten first. */
function createMemory(): (schema: JsonObject) => KnownSchema {
  const byObject = new WeakMap<JsonObject, KnownSchema>()
  const byText = new Map<string, KnownSchema>()
  let characters = 0
  const forget = () => {
    for (const { text } of byText.values()) {
      if (byText.size <= MOST_KEPT && characters <= MOST_CHARACTERS) return
      byText.delete(text)
      characters -= text.length
    }
  }
  return (schema) => {
    const seen = byObject.get(schema)
    if (seen !== undefined) return seen
    const form = plainForm(schema)
    const text = JSON.stringify(form.schema)
    const known = byText.get(text) ?? { form, text, check: null, isGivenUp: false }
    if (!byText.has(text)) {
      byText.set(text, known)
      characters += text.length
      forget()
    }
    byObject.set(schema, known)
    return known
  }
}
