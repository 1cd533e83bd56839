/** What the app asks and is told when a person tries one tool of a flow by itself. */
import { z } from 'zod'
import { keptResultSchema } from '../run/log/results'

const id = z.string().min(1).max(512)

/** A tool of the flow as it is saved. `tool`: its name among the tools of a source of many; null: the node is the tool. */
const triedToolSchema = z.object({ flowId: id, node: id, tool: id.nullable().default(null) })

export const toolFormInputSchema = triedToolSchema

/** A tool as models are offered it; `parameters` is a JSON schema of type object. */
export const toolFormSchema = z.object({
  name: z.string(),
  description: z.string(),
  parameters: z.record(z.string(), z.json()),
})
export type ToolForm = z.infer<typeof toolFormSchema>

/** `variables`: what the flow's variables hold for this call; those that are absent are as they begin. */
export const toolTrialInputSchema = triedToolSchema.extend({
  arguments: z.record(z.string(), z.json()),
  variables: z.record(z.string().max(64), z.json()).default({}),
})

/**
 * What a call came to. `text`: what a model reads as its result. `output`: what code wrote to its console. `variables`, `handOff` and
 * `switches`: what it would change in a run, and changed nowhere. `kept`: whole results, read as those of a thread called `trial`.
 */
export const toolTrialSchema = z.object({
  trial: z.string(),
  text: z.string(),
  isError: z.boolean(),
  /** The call was not made, or had no time; null: neither. */
  why: z.enum(['unfit', 'no-time']).nullable(),
  ms: z.number(),
  output: z.string(),
  variables: z.record(z.string(), z.json()),
  handOff: z.string().nullable(),
  switches: z.record(z.string(), z.boolean()),
  /** Model calls that the tool made itself. */
  modelCalls: z.number().int(),
  kept: z.array(keptResultSchema),
})
export type ToolTrial = z.infer<typeof toolTrialSchema>
