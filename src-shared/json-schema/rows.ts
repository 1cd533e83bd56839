/**
 * A JSON schema of an object as rows of a table, and back. What no row shows is kept as it is, in its place; rows that nobody changed give the
 * very schema that they were made from.
 */
import { message as sentence, type Sentence } from '../languages/translate'
import { isJsonObject } from '../flow/json'
import type { Json, JsonObject } from '../flow/json-values'
import { TYPE_NAMES, typeOfValue, type TypeName } from './walk'

export type SchemaRow = {
  name: string
  /** Null: the part says more than the name of one type, or nothing; it is edited as JSON. */
  type: TypeName | null
  isRequired: boolean
  description: string
  /** The texts of which it must be one; empty: any. Null: other values than texts are listed, so they are edited as JSON. */
  choices: readonly string[] | null
  /** The schema of the row as it is stored. */
  part: JsonObject
}

export type RowPatch = Partial<Pick<SchemaRow, 'name' | 'type' | 'isRequired' | 'description' | 'choices' | 'part'>>

/** The rows of a schema; null: it is none that a table can show. */
export function rowsOf(schema: Json | undefined): SchemaRow[] | null {
  if (schema === undefined || schema === null) return []
  if (!isJsonObject(schema)) return null
  const { properties = {}, required = [], type = 'object' } = schema
  if (type !== 'object' || !isJsonObject(properties) || !isNames(required)) return null
  const rows: SchemaRow[] = []
  for (const [name, part] of Object.entries(properties)) {
    if (!isJsonObject(part)) return null
    rows.push(rowOf(name, part, required.includes(name)))
  }
  return required.every((name) => Object.hasOwn(properties, name)) ? rows : null
}

function isNames(value: Json): value is string[] {
  return Array.isArray(value) && value.every((name) => typeof name === 'string') && new Set(value).size === value.length
}

function rowOf(name: string, part: JsonObject, isRequired: boolean): SchemaRow {
  const { description = '', enum: values = [] } = part
  const isTold = typeof description === 'string'
  const areTexts = Array.isArray(values) && values.every((value): value is string => typeof value === 'string')
  return {
    name,
    type: TYPE_NAMES.find((one) => one === part['type'] && isTold) ?? null,
    isRequired,
    description: isTold ? description : '',
    choices: areTexts ? values : null,
    part,
  }
}

/** Keywords that the columns of a row show. */
const SHOWN: ReadonlySet<string> = new Set(['type', 'description', 'enum'])

/** Whether a row's part says more than its columns show, such as what a list holds. */
export function saysMore({ type, choices, part }: SchemaRow): boolean {
  return type === null || choices === null || Object.keys(part).some((key) => !SHOWN.has(key))
}

/** The schema with a row changed. */
export function withRow(schema: Json | undefined, index: number, patch: RowPatch): JsonObject {
  return fromRows(
    schema,
    (rowsOf(schema) ?? []).map((row, at) => (at === index ? { ...row, ...patch, part: patchedPart(row, patch) } : row)),
  )
}

/** The schema with one more row, under a free name. */
export function withNewRow(schema: Json | undefined): JsonObject {
  const rows = rowsOf(schema) ?? []
  const names = rows.map(({ name }) => name)
  let number = rows.length + 1
  while (names.includes(`field_${number}`)) number += 1
  return fromRows(schema, [...rows, rowOf(`field_${number}`, { type: 'string' }, true)])
}

export function withoutRow(schema: Json | undefined, index: number): JsonObject {
  return fromRows(
    schema,
    (rowsOf(schema) ?? []).filter((_row, at) => at !== index),
  )
}

/** Why a row cannot be called that, in words; null: it can. */
export function rowNameIssue(name: string, others: readonly string[]): Sentence | null {
  if (name.trim() === '') return 'A row needs a name.'
  if (name === '__proto__') return 'This name cannot be used.'
  return others.includes(name) ? sentence('Another row is called “{name}”.', { name }) : null
}

function patchedPart({ part }: SchemaRow, patch: RowPatch): JsonObject {
  if (patch.part !== undefined) return patch.part
  const changes: { [key: string]: Json | undefined } = {}
  if (patch.type !== undefined && patch.type !== null) changes['type'] = patch.type
  if (patch.description !== undefined) changes['description'] = patch.description === '' ? undefined : patch.description
  if (patch.choices !== undefined && patch.choices !== null)
    changes['enum'] = patch.choices.length === 0 ? undefined : [...patch.choices]
  return laid(part, changes)
}

/** An object with some of its keys changed in their places; undefined takes a key away. */
function laid(before: JsonObject, changes: { [key: string]: Json | undefined }): JsonObject {
  const entries = Object.entries({ ...before, ...changes })
  return Object.fromEntries(entries.filter((entry): entry is [string, Json] => entry[1] !== undefined))
}

/** The schema that rows make, laid over the one that they are from. */
export function fromRows(schema: Json | undefined, rows: readonly SchemaRow[]): JsonObject {
  const before = isJsonObject(schema) ? schema : {}
  const properties: JsonObject = Object.fromEntries(rows.map(({ name, part }) => [name, part]))
  const wanted = rows.filter(({ isRequired }) => isRequired).map(({ name }) => name)
  const old = before['required']
  const isSame =
    isNames(old ?? []) && JSON.stringify([...wanted].sort()) === JSON.stringify([...((old ?? []) as string[])].sort())
  const hasProperties = before['properties'] !== undefined || rows.length > 0
  return laid(before, {
    ...(before['type'] === undefined && rows.length > 0 && before['properties'] === undefined
      ? { type: 'object' }
      : {}),
    ...(hasProperties ? { properties } : {}),
    ...(isSame ? {} : { required: wanted.length === 0 ? undefined : wanted }),
  })
}

/** The schema of a value that somebody gave as an example: what it has is there each time. */
export function schemaOfExample(value: Json): JsonObject {
  if (Array.isArray(value)) {
    const items = value.map(schemaOfExample)
    const [first] = items
    return first === undefined ? { type: 'array' } : { type: 'array', items: items.slice(1).reduce(merged, first) }
  }
  if (isJsonObject(value)) {
    const properties = Object.fromEntries(Object.entries(value).map(([name, one]) => [name, schemaOfExample(one)]))
    const names = Object.keys(properties)
    return names.length === 0 ? { type: 'object' } : { type: 'object', properties, required: names }
  }
  return { type: typeOfValue(value) }
}

/** A schema that takes what both take, of two that examples gave. */
function merged(one: JsonObject, other: JsonObject): JsonObject {
  if (JSON.stringify(one) === JSON.stringify(other)) return one
  const types = [...new Set([one['type'] ?? [], other['type'] ?? []].flat())].filter((type) => typeof type === 'string')
  const isNumber = types.includes('number') && types.includes('integer')
  const kept = isNumber ? types.filter((type) => type !== 'integer') : types
  if (kept.length !== 1) return { type: kept }
  if (kept[0] === 'object') return mergedObjects(one, other)
  if (kept[0] !== 'array') return { type: kept[0] ?? 'string' }
  const [items, others] = [one['items'], other['items']]
  if (!isJsonObject(items) || !isJsonObject(others)) return isJsonObject(items) ? one : other
  return { type: 'array', items: merged(items, others) }
}

function mergedObjects(one: JsonObject, other: JsonObject): JsonObject {
  const mine = isJsonObject(one['properties']) ? one['properties'] : {}
  const theirs = isJsonObject(other['properties']) ? other['properties'] : {}
  const names = [...new Set([...Object.keys(mine), ...Object.keys(theirs)])]
  const properties: JsonObject = {}
  for (const name of names) {
    const [first, second] = [mine[name], theirs[name]]
    const both = isJsonObject(first) && isJsonObject(second) ? merged(first, second) : (first ?? second)
    if (both !== undefined) properties[name] = both
  }
  const required = names.filter((name) => isRequired(one, name) && isRequired(other, name))
  return { type: 'object', properties, ...(required.length === 0 ? {} : { required }) }
}

function isRequired({ required }: JsonObject, name: string): boolean {
  return Array.isArray(required) && required.includes(name)
}
