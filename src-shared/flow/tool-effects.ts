/** What a call of a tool does outside of Baton, as far as anybody says so. */
import { z } from 'zod'

/** `reads`: nothing is different after it. `unknown`: nobody says; it counts as one that may do anything. */
const TOOL_EFFECTS = ['reads', 'writes', 'destroys', 'unknown'] as const
export type ToolEffect = (typeof TOOL_EFFECTS)[number]
export const toolEffectSchema = z.enum(TOOL_EFFECTS)

/** What a request of a method does, as HTTP means it. */
export function effectOfMethod(method: string): ToolEffect {
  const name = method.toUpperCase()
  if (name === 'GET' || name === 'HEAD' || name === 'OPTIONS') return 'reads'
  return name === 'DELETE' ? 'destroys' : 'writes'
}
