/** Rules by which calls run without asking. */
import { z } from 'zod'
import { method } from './define'

const flowId = z.string().min(1).max(128)

/** `node` may call `tool`. `threadTitle` null: in the whole flow; else in that thread alone. Times are ISO 8601. */
const callRuleSchema = z.object({
  id: z.number().int(),
  node: z.string(),
  tool: z.string(),
  threadTitle: z.string().nullable(),
  madeAt: z.string(),
})
export type CallRule = z.infer<typeof callRuleSchema>

export const callRuleMethods = {
  /** The rules of a flow and its threads, the newest first. They are made with the answer to a question. */
  'callRules.list': method({ input: z.object({ flowId }), output: z.array(callRuleSchema) }),
  'callRules.revoke': method({ input: z.object({ flowId, id: z.number().int() }), output: z.object({}) }),
} as const
