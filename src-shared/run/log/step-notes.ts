/** What is noted of a step of a plan beside its evidence. What a person reads of it is in `words/step-notes.ts`. */
import { z } from 'zod'

const count = z.number().int()

const noteSchema = z.discriminatedUnion('note', [
  /** It took more than one try. */
  z.object({ note: z.literal('tries'), attempt: count, of: count }),
  /** Its tool asked for what a step of a plan cannot do: to hand the conversation on, or to switch tools. */
  z.object({ note: z.literal('hand-off-refused'), to: z.string() }),
  z.object({ note: z.literal('switches-refused'), tools: z.array(z.string()) }),
  /** What its tool wrote to its console. */
  z.object({ note: z.literal('console'), output: z.string() }),
  /** Its evidence was too long for the tools that use it; lengths in characters. */
  z.object({ note: z.literal('shortened'), how: z.enum(['cut', 'condensed']), from: count, to: count }),
  /** A person wrote its evidence. */
  z.object({ note: z.literal('by-hand') }),
  /** Its tool was not called: its evidence is what it gave before. */
  z.object({ note: z.literal('recorded') }),
  /** As another build told it. */
  z.object({ note: z.literal('other'), text: z.string() }),
])

/** A note on a step. */
export const stepNoteSchema = noteSchema.catch({ note: 'other', text: '' })
export type StepNote = z.infer<typeof stepNoteSchema>
