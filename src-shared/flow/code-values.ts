/** Code in the place of a value, wherever a flow can ask code instead of a model: one form for all, with its limits and hosts beside it. */
import { z } from 'zod'
import type { Json } from './json-values'

/** What every piece of code has: the text, its limits (ms, bytes) and the hosts that it may reach. */
export const codeParts = {
  code: z.string().default(''),
  timeout: z.number().int().min(1).max(600_000).default(5000),
  memory: z.number().int().min(1_048_576).max(1_073_741_824).default(67_108_864),
  hosts: z.array(z.string()).default([]),
}
const codeSchema = z.looseObject(codeParts)
export type CodeValue = z.infer<typeof codeSchema>

/** A field whose name ends in `Code` and stands for the one beside it; null: no code. */
export const codeValueSchema = codeSchema.nullable().default(null)

/** Code of which nothing was set: none yet. */
export const NO_CODE: CodeValue = codeSchema.parse({})

/** A value as code; null for anything that is none. */
export function readCode(value: Json | undefined): CodeValue | null {
  const parsed = codeValueSchema.safeParse(value)
  return parsed.success ? parsed.data : null
}
