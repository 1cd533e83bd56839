/** Tests of a flow: made of a thread, listed, played. */
import { z } from 'zod'
import { messageSchema } from '../flow/message-schema'
import type { Expense } from '../run/log/expense'
import { method } from './define'

const id = z.string().min(1).max(200)
export const MOST_TEST_NAME = 200
const name = z.string().trim().min(1).max(MOST_TEST_NAME)
const done = z.object({})

const flowTestSummarySchema = z.object({ id, name: z.string(), turns: z.number().int() })
export type FlowTestSummary = z.infer<typeof flowTestSummarySchema>

/** Who replies when a test is played: what was kept, the rehearsal, or the models that the flow names. */
const playedBySchema = z.enum(['recorded', 'rehearsal', 'own'])
export type PlayedBy = z.infer<typeof playedBySchema>

/** What models took that were really asked, or will take. */
const expenseSchema = z.object({
  calls: z.number(),
  input: z.number(),
  output: z.number(),
  estimated: z.boolean(),
  dollars: z.number(),
  unpriced: z.number(),
  ms: z.number(),
}) satisfies z.ZodType<Expense>

/** `difference` null: it passes. `node`: the one to look at, as it is drawn or within a sub-flow; null: nowhere. `name`: what it is called. */
const testResultSchema = z.object({
  difference: z
    .object({ turn: z.number().int(), node: z.string().nullable(), name: z.string(), said: messageSchema })
    .nullable(),
  spent: expenseSchema,
})
export type FlowTestResult = z.infer<typeof testResultSchema>

/** What to know of a thread before it is kept: why it cannot be a test, or null; and the hosts that its code may fetch from, which a test does not reach. */
const testOutlookSchema = z.object({ why: messageSchema.nullable(), hosts: z.array(z.string()) })
export type TestOutlook = z.infer<typeof testOutlookSchema>

export const flowTestMethods = {
  /** In the order in which they were made. */
  'flowTests.list': method({ input: z.object({ flowId: id }), output: z.array(flowTestSummarySchema) }),
  'flowTests.outlook': method({ input: z.object({ threadId: id }), output: testOutlookSchema }),
  /** Makes a test of a thread. */
  'flowTests.keep': method({ input: z.object({ threadId: id, name }), output: flowTestSummarySchema }),
  'flowTests.rename': method({ input: z.object({ id, name }), output: done }),
  /** It can be brought back until another one is removed. */
  'flowTests.remove': method({ input: z.object({ id }), output: done }),
  'flowTests.restore': method({ input: z.object({ id }), output: done }),
  /** Plays one on the flow as it is stored. */
  'flowTests.play': method({
    input: z.object({ id, by: playedBySchema.default('recorded') }),
    output: testResultSchema,
  }),
  /** What it will take about to play all of a flow with its own models. */
  'flowTests.price': method({ input: z.object({ flowId: id }), output: expenseSchema }),
  /** All of a flow as a file, which `baton test` reads. */
  'flowTests.export': method({ input: z.object({ flowId: id }), output: z.object({ text: z.string() }) }),
} as const
