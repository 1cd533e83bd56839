/** Branches of a node that decides where the baton goes on, and what they may be called. */
import { message as sentence, type Sentence } from '../languages/translate'
import { z } from 'zod'

/** The port that is taken where no branch holds. */
export const ELSE_PORT = 'else'

/** Names that no branch can have, since a port has them. */
const RESERVED: readonly string[] = [ELSE_PORT, 'in']

export const branchSchema = z.looseObject({ name: z.string().max(64).default(''), when: z.string().default('') })
export type Branch = z.infer<typeof branchSchema>

/** Why a branch cannot be called this beside others; null when it can. */
export function branchNameIssue(name: string, others: readonly string[]): Sentence | null {
  if (name.trim() === '') return 'A branch needs a name.'
  if (RESERVED.includes(name)) return sentence('“{name}” is the name of another port. Choose another one.', { name })
  if (name.length > 64) return 'At most 64 characters.'
  return others.includes(name)
    ? sentence('Another branch is called “{name}” too. Choose another name.', { name })
    : null
}
