/** Changing the fields of `data` and `settings`: values are checked as the file's door checks them, and defaults are left out. */
import { z } from 'zod'
import { EDGES } from '../../kinds/edges'
import { isEdgeKind } from '../../kinds/edge-kinds'
import { kindOf } from '../../kinds/index'
import { issueSentence, issuesOf } from '../issues'
import { findForbidden, isJsonObject, isSameJson, MAX_JSON_DEPTH } from '../json'
import { settingsSchema, type Json, type JsonObject } from '../records'
import { message, type Message } from '../../languages/translate'

/** Fields to set, each to its whole new value; undefined (and the default) removes a field. */
export type FieldPatch = { readonly [field: string]: Json | undefined }

/** The new fields, or what is wrong with them (`maxToolRounds: must be a number, but is text`). */
export type PatchResult = { ok: true; data: JsonObject } | { ok: false; issue: Message }

/** The schema of a node's data; null for a placeholder, whose data may be any JSON. */
export function nodeDataSchema(kind: string): z.ZodObject | null {
  return kindOf({ kind })?.schema ?? null
}

/** The schema of an edge's data; null for an edge kind that this Baton does not know. */
export function edgeDataSchema(kind: string): z.ZodObject | null {
  return isEdgeKind(kind) ? EDGES[kind].schema : null
}

/**
 * Lays a patch over data. Fields set to their default are removed, so that files hold only what was set. Gives back the
 * same object where nothing changes.
 */
export function patchData(schema: z.ZodObject | null, data: JsonObject, patch: FieldPatch): PatchResult {
  const defaults = schema === null ? {} : defaultsOf(schema)
  const changed = { ...data }
  for (const [field, value] of Object.entries(patch)) {
    if (field === '__proto__') return { ok: false, issue: message('a field may not be called __proto__') }
    const isGroup = schema?.shape[field] instanceof z.ZodPrefault
    const left = value === undefined ? undefined : withoutDefault(value, defaults[field], isGroup)
    if (left === undefined) delete changed[field]
    else changed[field] = left
  }
  const forbidden = findForbidden(changed, MAX_JSON_DEPTH - 10)
  if (forbidden !== null) return { ok: false, issue: issueSentence(forbidden) }
  const parsed = schema?.safeParse(changed)
  if (parsed?.success === false) {
    const [first] = issuesOf(parsed.error, [])
    return { ok: false, issue: first === undefined ? message('not allowed') : issueSentence(first) }
  }
  return { ok: true, data: isSameJson(changed, data) ? data : changed }
}

/** Why a node of this kind cannot have these fields, in words; null when it can. For the inspector, while typing. */
export function nodeFieldIssue(kind: string, patch: FieldPatch): Message | null {
  return issueIn(nodeDataSchema(kind), patch)
}

/** Why an edge of this kind cannot have these fields, in words; null when it can. */
export function edgeFieldIssue(kind: string, patch: FieldPatch): Message | null {
  return issueIn(edgeDataSchema(kind), patch)
}

/** Why a flow cannot have these settings, in words; null when it can. */
export function settingsIssue(patch: FieldPatch): Message | null {
  return issueIn(settingsSchema, patch)
}

function issueIn(schema: z.ZodObject | null, patch: FieldPatch): Message | null {
  const result = patchData(schema, {}, patch)
  return result.ok ? null : result.issue
}

/** The value of every field that was not set. */
function defaultsOf(schema: z.ZodObject): { [field: string]: unknown } {
  const parsed = schema.safeParse({})
  return parsed.success ? parsed.data : {}
}

/** A value without what its default says anyway; undefined when nothing is left. A group of settings is looked into. */
function withoutDefault(value: Json, byDefault: unknown, isGroup: boolean): Json | undefined {
  if (isSameJson(value, byDefault)) return undefined
  if (!isGroup || !isJsonObject(value) || !isJsonObject(byDefault)) return value
  const left: JsonObject = {}
  for (const [field, item] of Object.entries(value)) {
    if (!Object.hasOwn(byDefault, field) || !isSameJson(item, byDefault[field])) left[field] = item
  }
  return Object.keys(left).length === 0 ? undefined : left
}
