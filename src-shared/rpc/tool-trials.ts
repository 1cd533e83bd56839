/** What the app asks and is told when a person tries one tool of a flow by itself. */
import { z } from 'zod'
import { answerSchema, questionSchema } from '../run/log/questions'
import { keptResultSchema } from '../run/log/results'
import { method } from './define'

const id = z.string().min(1).max(512)

/** A tool of the flow as it is saved. `tool`: its name among the tools of a source of many; null: the node is the tool. */
const triedToolSchema = z.object({ flowId: id, node: id, tool: id.nullable().default(null) })

const toolFormInputSchema = triedToolSchema

/** A tool as models are offered it; `parameters` is a JSON schema of type object. */
const toolFormSchema = z.object({
  name: z.string(),
  description: z.string(),
  parameters: z.record(z.string(), z.json()),
})
export type ToolForm = z.infer<typeof toolFormSchema>

/** `variables`: what the flow's variables hold for this call; those that are absent are as they begin. */
const toolTrialInputSchema = triedToolSchema.extend({
  arguments: z.record(z.string(), z.json()),
  variables: z.record(z.string().max(64), z.json()).default({}),
})

/**
 * What a call came to. `text`: what a model reads as its result. `output`: what code wrote to its console. `variables`, `handOff` and
 * `switches`: what it would change in a run, and changed nowhere. `kept`: whole results, read as those of a thread called `trial`.
 */
const toolTrialSchema = z.object({
  is: z.literal('done'),
  trial: z.string(),
  text: z.string(),
  isError: z.boolean(),
  /** The call was not made, or had no time; null: neither. */
  why: z.enum(['unfit', 'no-time']).nullable(),
  ms: z.number(),
  output: z.string(),
  variables: z.record(z.string(), z.json()),
  handOff: z.string().nullable(),
  switches: z.record(z.string(), z.boolean()),
  /** Model calls that the tool made itself. */
  modelCalls: z.number().int(),
  kept: z.array(keptResultSchema),
})
export type ToolTrial = z.infer<typeof toolTrialSchema>

const [approvePlan, approveCall, holdResult, approval, elicitation] = questionSchema.options

/** What a tool that is tried can ask: all that a turn can ask, but how it goes on where it pauses, since breakpoints belong to threads. */
const trialQuestionSchema = z.object({
  id: z.string(),
  node: z.string(),
  /** The name of the node that asks. */
  who: z.string(),
  question: z.discriminatedUnion('kind', [approvePlan, approveCall, holdResult, approval, elicitation]),
})
export type TrialQuestion = z.infer<typeof trialQuestionSchema>

/** A call that is not over: it goes on when one of its questions was answered. */
const trialAsksSchema = z.object({
  is: z.literal('asks'),
  trial: z.string(),
  questions: z.array(trialQuestionSchema),
})
export type TrialAsks = z.infer<typeof trialAsksSchema>

/** What trying a tool came to. */
const trialOutcomeSchema = z.discriminatedUnion('is', [toolTrialSchema, trialAsksSchema])
export type TrialOutcome = z.infer<typeof trialOutcomeSchema>

const trialAnswerSchema = z.object({ trial: id, question: z.string(), answer: answerSchema })

export const toolTrialMethods = {
  /** A tool as models are offered it (no source is asked for it); and a call of it as in a run, with the consent of one, of which nothing is kept. */
  'tools.form': method({ input: toolFormInputSchema, output: toolFormSchema }),
  'tools.try': method({ input: toolTrialInputSchema, output: trialOutcomeSchema }),
  /** Goes on with a call that asked; throws `not-found` where it is over or forgotten. */
  'tools.answerTrial': method({ input: trialAnswerSchema, output: trialOutcomeSchema }),
}
