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

/** `own`: that of the thread itself, where it has one. */
const drawings = z.enum([...FORK_DRAWINGS, 'own'])

/**
 * `isOver`: a message is next, else the turn goes on. `drawing`: the one that all else is of; `usual`: the one that is used where none is chosen.
 * `difference`: from the thread's own drawing where that is chosen, else from that of then, to the flow as it is; null: one of them is not there.
 * `missing`: whoever has no place in the drawing. `connection`: the one that nodes ask which name none.
 */
export const forkChoicesSchema = z.object({
  isOver: z.boolean(),
  drawing: drawings,
  usual: drawings,
  difference: z.object({ before: z.string(), after: z.string() }).nullable(),
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
      /** As its model wrote them. */
      arguments: z.string(),
      who: z.string(),
      turn: z.number().int(),
      text: z.string(),
      isError: z.boolean(),
    }),
  ),
  nodes: z.array(editableNodeSchema),
  connection: z.string(),
  planSteps: z.array(named.extend({ id: z.string(), tool: z.string(), input: z.string() })),
})
export type ForkChoices = z.infer<typeof forkChoicesSchema>
export type EditableNode = ForkChoices['nodes'][number]
