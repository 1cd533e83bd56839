/** Tests of a flow: made of a thread, listed, played. */
import { z } from 'zod'
import { messageSchema } from '../flow/message-schema'
import { method } from './define'

const id = z.string().min(1).max(200)
export const MOST_TEST_NAME = 200
const name = z.string().trim().min(1).max(MOST_TEST_NAME)
const done = z.object({})

const flowTestSummarySchema = z.object({ id, name: z.string(), turns: z.number().int() })
export type FlowTestSummary = z.infer<typeof flowTestSummarySchema>

/** `difference` null: it passes. `node`: the one to look at, as it is drawn or within a sub-flow; null: nowhere. */
const testResultSchema = z.object({
  difference: z.object({ turn: z.number().int(), node: z.string().nullable(), said: messageSchema }).nullable(),
})
export type FlowTestResult = z.infer<typeof testResultSchema>

export const flowTestMethods = {
  /** In the order in which they were made. */
  'flowTests.list': method({ input: z.object({ flowId: id }), output: z.array(flowTestSummarySchema) }),
  /** Makes a test of a thread. */
  'flowTests.keep': method({ input: z.object({ threadId: id, name }), output: flowTestSummarySchema }),
  'flowTests.rename': method({ input: z.object({ id, name }), output: done }),
  /** It can be brought back until another one is removed. */
  'flowTests.remove': method({ input: z.object({ id }), output: done }),
  'flowTests.restore': method({ input: z.object({ id }), output: done }),
  /** Plays one on the flow as it is stored, with the replies that were kept. */
  'flowTests.play': method({ input: z.object({ id }), output: testResultSchema }),
  /** All of a flow as a file, which `baton test` reads. */
  'flowTests.export': method({ input: z.object({ flowId: id }), output: z.object({ text: z.string() }) }),
} as const
