/** What the author says that a tool does outside of Baton; empty: as the tool itself lets know. */
import { z } from 'zod'
import type { FieldHint } from './kind'

/** `effect` of a tool node. */
export const effectSchema = z.enum(['', 'reads', 'writes', 'destroys']).default('')

export const EFFECT_FIELD = {
  key: 'effect',
  label: 'What a call does',
  group: 'advanced',
  help: 'Before a conversation runs again, what only reads is called once more, and of all else the recorded result is taken.',
  type: 'choice',
  options: [
    { value: 'reads', label: 'Only reads' },
    { value: 'writes', label: 'Changes something' },
    { value: 'destroys', label: 'Deletes something' },
  ],
  emptyLabel: 'As the tool says',
} as const satisfies FieldHint
