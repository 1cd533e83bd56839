/** Values of context variables: which fit a declared type, and how a typed text becomes one. */
import { z } from 'zod'
import { message as sentence, type Message, type PlainText } from '../languages/translate'
import type { Json, JsonObject, Variable } from './records'

/** The declared variables of a flow by name. */
export type DeclaredVariables = { readonly [name: string]: Variable }

const TYPE_WORDS = {
  string: 'a text',
  number: 'a number',
  boolean: 'true or false',
  json: 'JSON',
} as const satisfies { [T in Variable['type']]: PlainText }

/** What a value of a type is, in words that follow "must be". */
export function typeWords(type: Variable['type']): Message {
  return { text: TYPE_WORDS[type], values: {} }
}

/** Whether something may be the name of a variable. */
export function isVariableName(text: string): boolean {
  return /^[\p{L}_][\p{L}\p{N}_]{0,63}$/u.test(text)
}

/** Whether a value is of a declared type. Null is JSON only: a variable of another type is reset rather than emptied. */
export function fitsType(type: Variable['type'], value: Json): boolean {
  if (type === 'json') return true
  return typeof value === type && (typeof value !== 'number' || Number.isFinite(value))
}

/** Why a value cannot be given to a variable, in a sentence that names variable, type and value; null when it can. */
export function misfit(name: string, type: Variable['type'], value: Json): Message | null {
  if (fitsType(type, value)) return null
  return notOfType(name, type, JSON.stringify(value))
}

function notOfType(name: string, type: Variable['type'], text: string): Message {
  return sentence('The variable "{name}" must be {type}, and {value} is not.', {
    name,
    type: typeWords(type),
    value: shorten(text),
  })
}

/** What came of reading a text as a value. */
export type ReadValue = { ok: true; value: Json } | { ok: false; issue: Message }

/** A text as a person types it, as a value of a type: texts as they are, `true` or `false`, a number, or JSON. */
export function readValue(name: string, type: Variable['type'], text: string): ReadValue {
  const value = valueOf(type, text)
  if (value !== undefined) return { ok: true, value }
  return { ok: false, issue: notOfType(name, type, text.trim()) }
}

function valueOf(type: Variable['type'], text: string): Json | undefined {
  const trimmed = text.trim()
  switch (type) {
    case 'string':
      return text
    case 'number': {
      const number = trimmed === '' ? NaN : Number(trimmed)
      return Number.isFinite(number) ? number : undefined
    }
    case 'boolean':
      if (/^(true|yes)$/i.test(trimmed)) return true
      return /^(false|no)$/i.test(trimmed) ? false : undefined
    case 'json':
      return parseJson(trimmed)
  }
}

function parseJson(text: string): Json | undefined {
  try {
    return z.json().parse(JSON.parse(text))
  } catch {
    return undefined
  }
}

function shorten(text: string): string | Message {
  if (text === '') return sentence('nothing')
  return text.length > 80 ? `${text.slice(0, 79)}…` : text
}

/** Why values cannot be set, for the first that cannot: undeclared and unknown in the thread, or of the wrong type; null when all can. */
export function refusedValue(declared: DeclaredVariables, known: JsonObject, changes: JsonObject): Message | null {
  for (const [name, value] of Object.entries(changes)) {
    const variable = Object.hasOwn(declared, name) ? declared[name] : undefined
    if (variable === undefined && !Object.hasOwn(known, name)) return unknownVariable(declared, name)
    const issue = variable === undefined ? null : misfit(name, variable.type, value)
    if (issue !== null) return issue
  }
  return null
}

/** That a flow declares no such variable, and which it does. */
export function unknownVariable(declared: DeclaredVariables, name: string): Message {
  const names = Object.keys(declared)
  return names.length === 0
    ? sentence('The flow declares no variable "{name}". It declares none.', { name })
    : sentence('The flow declares no variable "{name}". It declares {names}.', { name, names: names.join(', ') })
}

/** The values that variables begin with; those without a default are left out. */
export function defaultValues(declared: DeclaredVariables): JsonObject {
  return Object.fromEntries(
    Object.entries(declared).flatMap(([name, { default: value }]) => (value === undefined ? [] : [[name, value]])),
  )
}
