/** What a flow that is written out says of itself, without being opened. */
import type { Json, JsonObject } from '../flow/records'

/** Said where neither the tool nor its flow has a description. */
export const NOT_DESCRIBED =
  'The model cannot tell what this tool is for. Describe what it does here, or describe the flow in its settings.'

/** The description of a flow that is written out; empty where it has none. */
export function descriptionOf(flow: JsonObject): string {
  return textOf(flow, 'description')
}

/** A text of a written-out flow; empty where it has none. */
export function textOf(flow: JsonObject, field: string): string {
  const text = own(flow, field)
  return typeof text === 'string' ? text.trim() : ''
}

/** A field of an object's own. */
export function own(object: JsonObject, field: string): Json | undefined {
  return Object.hasOwn(object, field) ? object[field] : undefined
}
