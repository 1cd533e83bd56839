/** Changes of single nodes that a person makes for one conversation: the model or a prompt of one of them. */
import { z } from 'zod'
import { threadModelSchema } from './thread-model'

const node = z.string().min(1).max(128)

/** `field`: the one of the node's fields that has the prompt; absent: its first. */
export const promptEditSchema = z.object({
  what: z.literal('prompt'),
  node,
  field: z.string().max(64).optional(),
  text: z.string().max(1_000_000),
})
export const modelEditSchema = z.object({ what: z.literal('model'), node, ...threadModelSchema.shape })

const nodeEditSchema = z.discriminatedUnion('what', [promptEditSchema, modelEditSchema])
export type NodeEdit = z.infer<typeof nodeEditSchema>
