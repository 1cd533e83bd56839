/** Whether a person is asked before each call of a tool: on the tool for whoever uses it, on a `use` edge for the one that it leaves. */
import { z } from 'zod'
import type { FieldHint } from './kind'

/** `needsApproval` of a tool node. */
export const needsApprovalSchema = z.boolean().default(false)

export const NEEDS_APPROVAL_FIELD = {
  key: 'needsApproval',
  label: 'Ask before each call',
  group: 'may',
  type: 'switch',
  help: 'A person sees each call with its arguments and decides on it before it runs: run it, change it, refuse it, or answer in its place.',
} as const satisfies FieldHint
