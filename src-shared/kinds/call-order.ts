/** Whether the calls of a tool keep their order: calls of one reply, and steps of one plan, otherwise run at once. */
import { z } from 'zod'
import type { FieldHint } from './kind'

/** `sequential` of a tool node whose calls have effects that build on each other. */
export const sequentialSchema = z.boolean().default(false)

export const SEQUENTIAL_FIELD = {
  key: 'sequential',
  label: 'One call at a time',
  group: 'advanced',
  type: 'switch',
  help: 'For tools whose effects build on each other: calls of one reply, or steps of one plan, then run one after the other, in their order. Else they run at once.',
} as const satisfies FieldHint
