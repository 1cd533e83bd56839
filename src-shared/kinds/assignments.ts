/** A new value for a variable, as it is written in a row of a table. */
import { z } from 'zod'

export const assignmentSchema = z.looseObject({ name: z.string().default(''), value: z.string().default('') })
export type Assignment = z.infer<typeof assignmentSchema>
