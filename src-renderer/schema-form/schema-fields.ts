/** What a JSON schema asks for, as a tool's arguments or a form, as fields that a person fills in: which control each gets, and the way between texts and JSON. */
import { isJsonObject, parseJson } from '../../src-shared/flow/json'
import type { Json, JsonObject } from '../../src-shared/flow/records'
import type { PlainText } from '../../src-shared/languages/translate'
import { rowsOf, type SchemaRow } from '../../src-shared/json-schema/rows'
import { schemaPart, takesEmptyText, typesOf, type TypeName } from '../../src-shared/json-schema/walk'

/** What is typed into: a text as it is, a number, one of a list, or JSON. */
export type ArgumentControl =
  | { is: 'text' }
  | { is: 'number'; isWhole: boolean }
  | { is: 'choice'; choices: readonly string[] }
  | { is: 'yes-no' }
  | { is: 'json' }

export type ArgumentField = {
  name: string
  description: string
  isRequired: boolean
  control: ArgumentControl
  /** What it holds where nothing was typed yet. */
  begins: string
  /** An empty text is a value of it, which nobody can type: the field left empty leaves it out. */
  canBeEmpty: boolean
}

/** Why a field cannot be taken: what was typed is none of its values, or it is needed and nothing was typed. */
export type FieldIssue = { is: 'unreadable' | 'missing'; words: PlainText }
export type FieldIssues = ReadonlyMap<string, FieldIssue>

/** What was typed into each field; empty, an argument is left out. `more`: arguments that no field shows. */
export type TypedArguments = { texts: { readonly [name: string]: string }; more: JsonObject }

/** What was typed, as JSON; it is whole where there are no issues. */
export type ReadArguments = { args: JsonObject; issues: FieldIssues }

/** The fields of a schema; null: it says more than fields can show, so that the arguments are written as JSON. */
export function argumentFields(parameters: { readonly [name: string]: Json }): ArgumentField[] | null {
  const rows = rowsOf({ ...parameters })
  return rows === null ? null : rows.map(fieldOf)
}

function fieldOf(row: SchemaRow): ArgumentField {
  const { name, isRequired, part } = row
  const control = controlOf(row)
  const { description, default: byDefault } = part
  const begins = byDefault === undefined || byDefault === null ? '' : textOf(byDefault, control)
  return {
    name,
    isRequired,
    description: typeof description === 'string' ? description : '',
    control,
    begins,
    canBeEmpty: (control.is === 'text' || control.is === 'choice') && takesEmptyText(part),
  }
}

function controlOf({ part, choices }: SchemaRow): ArgumentControl {
  if (choices !== null && choices.length > 0) return { is: 'choice', choices }
  if (choices === null) return { is: 'json' }
  switch (singleType(part)) {
    case 'string':
      return { is: 'text' }
    case 'number':
      return { is: 'number', isWhole: false }
    case 'integer':
      return { is: 'number', isWhole: true }
    case 'boolean':
      return { is: 'yes-no' }
    default:
      return { is: 'json' }
  }
}

/** The one type that a value may have beside null, as servers write an optional argument; null: any, or one of several. */
function singleType(part: JsonObject): TypeName | null {
  const { anyOf } = part
  const named = Array.isArray(anyOf) ? anyOf.flatMap((one) => typesOf(schemaPart(one))) : typesOf(part)
  const types = named.filter((type) => type !== 'null')
  const isWhole = !Array.isArray(anyOf) || anyOf.length === named.length
  return types.length === 1 && isWhole ? (types[0] ?? null) : null
}

/** The arguments as far as they were typed, and each field that cannot be taken yet, with why. */
export function typedArguments(fields: readonly ArgumentField[], { texts, more }: TypedArguments): ReadArguments {
  const issues = new Map<string, FieldIssue>()
  const args: { [name: string]: Json } = { ...more }
  for (const { name, control, isRequired } of fields) {
    const text = texts[name] ?? ''
    if (text === '') {
      if (isRequired && !Object.hasOwn(more, name)) issues.set(name, MISSING)
      continue
    }
    const read = valueOf(text, control)
    if (read === null) issues.set(name, { is: 'unreadable', words: unreadableWords(control) })
    else args[name] = read.value
  }
  return { args, issues }
}

const MISSING: FieldIssue = { is: 'missing', words: 'This is needed.' }

/** Of the issues those about what was typed: nobody is scolded for what they did not come to yet. */
export function unreadable(issues: FieldIssues): FieldIssues {
  return new Map([...issues].filter(([, issue]) => issue.is === 'unreadable'))
}

/** What stands in the fields once a text was typed into one, which is then all that is known of it. */
export function withText({ texts, more }: TypedArguments, name: string, text: string): TypedArguments {
  const { [name]: _, ...rest } = more
  return { texts: { ...texts, [name]: text }, more: rest }
}

/** The same with an empty text given to a field. */
export function withEmpty({ texts, more }: TypedArguments, name: string): TypedArguments {
  return { texts: { ...texts, [name]: '' }, more: { ...more, [name]: '' } }
}

/** Whether a field has the empty text, by that or as JSON. */
export function isGivenEmpty({ texts, more }: TypedArguments, name: string): boolean {
  return (texts[name] ?? '') === '' && Object.hasOwn(more, name) && more[name] === ''
}

/** What is wrong with what was typed; of other controls nothing can be. */
function unreadableWords({ is }: ArgumentControl): PlainText {
  return is === 'number' ? 'This is not a number.' : 'This is not JSON yet. A text stands in quotes.'
}

function valueOf(text: string, control: ArgumentControl): { value: Json } | null {
  switch (control.is) {
    case 'text':
    case 'choice':
      return { value: text }
    case 'yes-no':
      return { value: text === 'true' }
    case 'number': {
      const value = Number(text.trim().replace(',', '.'))
      return text.trim() === '' || !Number.isFinite(value) ? null : { value }
    }
    case 'json':
      return readJson(text)
  }
}

function readJson(text: string): { value: Json } | null {
  const parsed = parseJson(text)
  return parsed.ok ? { value: parsed.value as Json } : null
}

/** Arguments as what is typed for them; those that no field can show stay beside. */
export function textsOf(fields: readonly ArgumentField[], args: JsonObject): TypedArguments {
  const texts: { [name: string]: string } = {}
  const more: { [name: string]: Json } = { ...args }
  for (const { name, control } of fields) {
    const value = Object.hasOwn(args, name) ? args[name] : undefined
    if (value === undefined || !shows(value, control)) continue
    texts[name] = textOf(value, control)
    delete more[name]
  }
  return { texts, more }
}

/** Whether a control gives the very value back. An empty text would be left out. */
function shows(value: Json, control: ArgumentControl): boolean {
  const text = textOf(value, control)
  const back = text === '' ? null : valueOf(text, control)
  return back !== null && JSON.stringify(back.value) === JSON.stringify(value)
}

function textOf(value: Json, control: ArgumentControl): string {
  if (control.is === 'json') return JSON.stringify(value, null, 2)
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** The arguments of a JSON text; null: it is no object. */
export function argumentsIn(text: string): JsonObject | null {
  const value = text.trim() === '' ? {} : (readJson(text)?.value ?? null)
  return isJsonObject(value ?? undefined) ? (value as JsonObject) : null
}

/** Where the issue of a JSON text as a whole stands, among those of fields. */
export const WHOLE = ''

const NO_ISSUES: FieldIssues = new Map()
const NO_OBJECT: FieldIssues = new Map([[WHOLE, { is: 'unreadable', words: 'This is not a JSON object yet.' }]])

/** What was written as JSON, as `typedArguments` reads what was typed into fields. */
export function writtenArguments(text: string): ReadArguments {
  const args = argumentsIn(text)
  return args === null ? { args: {}, issues: NO_OBJECT } : { args, issues: NO_ISSUES }
}

/** What stands in the fields at first. */
export function firstTexts(fields: readonly ArgumentField[]): TypedArguments {
  return {
    texts: Object.fromEntries(fields.flatMap(({ name, begins }) => (begins === '' ? [] : [[name, begins]]))),
    more: {},
  }
}
