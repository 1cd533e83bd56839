/** Slots that are filled from a conversation, by a `collect` observer or a task graph: what a JSON answer fills, and what is open. */
import { z } from 'zod'
import type { Json, JsonObject } from '../../flow/records'
import { jsonObjectIn } from './json-in-text'

const propertySchema = z
  .looseObject({
    type: z.union([z.string(), z.array(z.string())]).optional(),
    description: z.string().optional().catch(undefined),
    enum: z.array(z.json()).optional(),
  })
  .catch({})

const slotsSchema = z
  .looseObject({
    properties: z.record(z.string(), propertySchema).default({}),
    required: z.array(z.string()).default([]),
  })
  .catch({ properties: {}, required: [] })

type Property = z.infer<typeof propertySchema>

/** Everything collected so far, whether all that must be filled is, and the slots whose values were left out, since they are not what those take. */
export type ReadSlots = { slots: JsonObject; isComplete: boolean; misfits: string[] }

/**
 * Takes declared slots of the right type out of an answer and lays them over what was collected; null when the answer
 * holds no JSON object. Complete: every `required` slot is filled, or every declared one where none is required.
 */
export function readSlots(schema: unknown, collected: JsonObject, answer: string): ReadSlots | null {
  const found = jsonObjectIn(answer)
  if (found === null) return null
  const { properties } = slotsSchema.parse(schema)
  const misfits: string[] = []
  const fitting: [string, Json][] = []
  for (const [name, property] of Object.entries(properties)) {
    const value = Object.hasOwn(found, name) ? found[name] : undefined
    if (value === undefined || !isFilled(value)) continue
    if (fits(value, property)) fitting.push([name, value])
    else misfits.push(name)
  }
  const slots = mergeSlots(collected, Object.fromEntries(fitting))
  const isComplete = slotsIn(schema).length > 0 && openSlots(schema, slots).length === 0
  return { slots, isComplete, misfits }
}

/** A declared slot. Where a schema requires none, all are required. */
export type Slot = { name: string; types: readonly string[]; description: string; isRequired: boolean }

/** The slots that a schema declares, in its order; one that is required counts even where it is not described. */
export function slotsIn(schema: unknown): Slot[] {
  const { properties, required } = slotsSchema.parse(schema)
  const names = new Set([...Object.keys(properties), ...required])
  return [...names].map((name) => {
    const { type = [], description = '' } = Object.hasOwn(properties, name) ? (properties[name] ?? {}) : {}
    const isRequired = required.length === 0 || required.includes(name)
    return { name, types: [type].flat(), description, isRequired }
  })
}

/** The required slots that have no value yet. */
export function openSlots(schema: unknown, values: JsonObject): Slot[] {
  return slotsIn(schema).filter(
    ({ name, isRequired }) => isRequired && !(Object.hasOwn(values, name) && isFilled(values[name] ?? null)),
  )
}

/** What was collected with newer values laid over it; a newer value that is null or an empty text changes nothing. */
export function mergeSlots(old: JsonObject, newer: JsonObject): JsonObject {
  return Object.fromEntries([...Object.entries(old), ...Object.entries(newer).filter(([, value]) => isFilled(value))])
}

function isFilled(value: Json): boolean {
  return value !== null && value !== ''
}

function fits(value: Json, property: Property): boolean {
  if (property.enum !== undefined && !property.enum.some((one) => JSON.stringify(one) === JSON.stringify(value)))
    return false
  if (property.type === undefined) return true
  return [property.type].flat().some((type) => isOfType(value, type))
}

function isOfType(value: Json, type: string): boolean {
  switch (type) {
    case 'array':
      return Array.isArray(value)
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value)
    case 'integer':
      return Number.isInteger(value)
    case 'null':
      return value === null
    default:
      return typeof value === type
  }
}
