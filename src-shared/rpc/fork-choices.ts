/** What there is to choose and to change where a thread is left, before it is. */
import { z } from 'zod'
import { FORK_DRAWINGS } from '../run/log/fork-changes'

const named = z.object({ node: z.string(), name: z.string() })
export type NamedNode = z.infer<typeof named>

/** `field`, `text`: a prompt of the node; `model` null: it asks none. */
const editableNodeSchema = named.extend({
  prompts: z.array(z.object({ field: z.string(), label: z.string(), text: z.string() })),
  model: z.object({ connection: z.string(), model: z.string() }).nullable(),
})

/**
 * `isOver`: a message is next, else the turn goes on. `drawing`: the one that all else is of, as usual where none was chosen. `difference`: from the drawing
 * of then to the flow as it is, in words; null: one of them is not there. `missing`: whoever has no place in the drawing.
 */
export const forkChoicesSchema = z.object({
  isOver: z.boolean(),
  drawing: z.enum(FORK_DRAWINGS),
  difference: z.array(z.string()).nullable(),
  missing: z.array(named.extend({ candidates: z.array(named) })),
  holder: named.nullable(),
  holders: z.array(named),
  variables: z.array(
    z.object({ name: z.string(), type: z.enum(['string', 'number', 'boolean', 'json']), value: z.json() }),
  ),
  results: z.array(
    z.object({
      entry: z.string(),
      callId: z.string(),
      tool: z.string(),
      who: z.string(),
      turn: z.number().int(),
      text: z.string(),
      isError: z.boolean(),
    }),
  ),
  nodes: z.array(editableNodeSchema),
  planSteps: z.array(named.extend({ id: z.string(), tool: z.string(), input: z.string() })),
})
export type ForkChoices = z.infer<typeof forkChoicesSchema>
export type EditableNode = ForkChoices['nodes'][number]
