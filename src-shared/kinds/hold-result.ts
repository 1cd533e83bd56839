/** Whether a person looks at what each call of a tool gave before the model reads it: on the tool for whoever uses it, on a `use` edge for the one that it leaves. */
import { z } from 'zod'
import type { FieldHint } from './kind'

/** `holdResult` of a tool node. */
export const holdResultSchema = z.boolean().default(false)

export const HOLD_RESULT_FIELD = {
  key: 'holdResult',
  label: 'Hold each result',
  group: 'may',
  type: 'switch',
  help: 'A person sees what each call gave before the model reads it, and lets it through, changes it, or blanks it.',
} as const satisfies FieldHint
