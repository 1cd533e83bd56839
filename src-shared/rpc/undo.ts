/** The undo history of a flow on its way between the editor, which knows what steps mean, and the library, which keeps them. */
import { z } from 'zod'

/** So many steps are kept of a flow; the oldest go first. */
export const MAX_UNDO_STEPS = 300

/** `number`: later steps have larger ones. `body`: as `flow/editing/undo-steps.ts` writes it. */
const undoStepSchema = z.object({ number: z.number().int().min(1), body: z.string() })

/**
 * What a save changes of the history: steps from the number `from` on go, others come. `position`: the number of the newest step that is done, 0 for
 * none. `stamp`: what the history is known by that this was made on top of; null: this is all of it.
 */
export const undoChangeSchema = z.object({
  stamp: z.number().int().nullable(),
  from: z.number().int().min(0),
  add: z.array(undoStepSchema).max(1000),
  position: z.number().int().min(0),
})
export type UndoChange = z.infer<typeof undoChangeSchema>

/** `revision`: of the flow that the steps fit. `ended`: there were steps, and the flow was changed since by somebody who has none. */
export const undoHistorySchema = z.object({
  stamp: z.number().int().nullable(),
  revision: z.number().int(),
  position: z.number().int(),
  steps: z.array(undoStepSchema),
  ended: z.boolean(),
})
export type UndoHistory = z.infer<typeof undoHistorySchema>
