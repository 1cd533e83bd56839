/** Tokens of model calls, and whether the server counted them or Baton estimated. */
import { z } from 'zod'

/** `estimated`: at least a part of it was estimated, since a model server did not say. */
export const usageSchema = z.object({ input: z.number(), output: z.number(), estimated: z.boolean().exactOptional() })
export type Usage = z.infer<typeof usageSchema>

/** Both together; estimated where one of them is. */
export function addUsage(one: Usage, other: Usage): Usage {
  const isEstimated = one.estimated === true || other.estimated === true
  const sum = { input: one.input + other.input, output: one.output + other.output }
  return isEstimated ? { ...sum, estimated: true } : sum
}
