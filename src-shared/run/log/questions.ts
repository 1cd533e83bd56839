/**
 * What a person is asked before a turn goes on, and what is answered: a closed list of kinds, each a question and its answer. What a stored
 * event says that is on neither list, since a newer build wrote it, is read as `other`.
 */
import { z } from 'zod'
import { APPROVAL_OUTCOMES } from '../../flow/approval-outcomes'
import { goOnSchema, pauseReasonSchema } from './breakpoints'
import { plannedStepSchema } from './planned-step'
import { STEP_VERBS } from './step-verbs'

/** `problem`: why the answer before could not be taken. */
const ofQuestion = { problem: z.string().nullable() }

/** May this plan run? */
const approvePlanQuestion = z.object({
  kind: z.literal('approve-plan'),
  ...ofQuestion,
  round: z.number().int().min(1),
  steps: z.array(plannedStepSchema),
})

/** `steps`: the plan as it is to run, where it was edited; without approval the turn ends. */
const approvePlanAnswer = z.object({
  kind: z.literal('approve-plan'),
  approved: z.boolean(),
  steps: z.array(plannedStepSchema.pick({ id: true, plan: true, tool: true, input: true })).optional(),
})

/** What a source says of a tool. `request`: what it sends where. */
const toldOfToolSchema = z.object({ description: z.string(), request: z.string().exactOptional() })

/** How a source describes a tool otherwise than when a person was asked before. `effect`: what it is said to change. */
const describedAnewSchema = z.object({
  description: z.boolean(),
  arguments: z.boolean(),
  effect: z.boolean(),
  request: z.boolean(),
  before: toldOfToolSchema,
  now: toldOfToolSchema,
})
export type DescribedAnew = z.infer<typeof describedAnewSchema>

/**
 * May this call run, with these arguments? Each call has a question of its own. `digest` is bound to the thread, the tool, the arguments, the
 * flow, and how the source of the tool describes it.
 */
const approveCallQuestion = z.object({
  kind: z.literal('approve-call'),
  ...ofQuestion,
  tool: z.string(),
  toolNode: z.string(),
  arguments: z.record(z.string(), z.json()),
  digest: z.string(),
  /** It was begun before Baton was ended, and nobody knows whether it took effect. */
  mayHaveRun: z.boolean(),
  /** Absent: the tool is as it was when a person was asked before, or it is asked for the first time. */
  describedAnew: describedAnewSchema.exactOptional(),
  /** What a rule for calls like this one is bound to; absent: none can be made of the answer. */
  ruleDigest: z.string().exactOptional(),
})

/** For how many calls like this one a person decides, where it is more than this one. */
const RULE_SCOPES = ['thread', 'flow'] as const
export type RuleScope = (typeof RULE_SCOPES)[number]

/** What becomes of this one call: it runs, runs with other arguments, does not run, or has a person's words as its result. */
export const callDecisionSchema = z.discriminatedUnion('is', [
  /** `remember`: later ones run without asking. */
  z.object({ is: z.literal('approve'), remember: z.enum(RULE_SCOPES).optional() }),
  z.object({ is: z.literal('edit'), arguments: z.record(z.string(), z.json()) }),
  /** `reason`: what the model reads; empty: none. */
  z.object({ is: z.literal('refuse'), reason: z.string() }),
  z.object({ is: z.literal('answer'), text: z.string() }),
])
export type CallDecision = z.infer<typeof callDecisionSchema>

const approveCallAnswer = z.object({ kind: z.literal('approve-call'), decision: callDecisionSchema })

/** May a model read this? What a call gave, as the model would read it; the call has run, and does not run again. `arguments`: JSON text. */
const holdResultQuestion = z.object({
  kind: z.literal('hold-result'),
  ...ofQuestion,
  tool: z.string(),
  toolNode: z.string(),
  arguments: z.string(),
  text: z.string(),
  isError: z.boolean(),
})

/** What becomes of a result that was held: the model reads it, reads other words, or nothing of it. */
export const resultDecisionSchema = z.discriminatedUnion('is', [
  z.object({ is: z.literal('keep') }),
  z.object({ is: z.literal('edit'), text: z.string() }),
  z.object({ is: z.literal('blank') }),
])
export type ResultDecision = z.infer<typeof resultDecisionSchema>

const holdResultAnswer = z.object({ kind: z.literal('hold-result'), decision: resultDecisionSchema })

/** Is this approved? `form`: a JSON schema of what is filled in; `values`: what stands there at first; `until`: ISO 8601, null: it waits as long as it takes. */
const approvalQuestion = z.object({
  kind: z.literal('approval'),
  ...ofQuestion,
  message: z.string(),
  form: z.record(z.string(), z.json()),
  values: z.record(z.string(), z.json()),
  until: z.string().nullable(),
})

/** `timeout`: nobody answered in time, which no person says. `values`: what was filled in; absent: what stood there. */
const approvalAnswer = z.object({
  kind: z.literal('approval'),
  outcome: z.enum(APPROVAL_OUTCOMES),
  values: z.record(z.string(), z.json()).optional(),
})

/** What a server of tools wants to know before its call goes on. `form`: a JSON schema of what is filled in. */
const elicitationQuestion = z.object({
  kind: z.literal('elicitation'),
  ...ofQuestion,
  message: z.string(),
  form: z.record(z.string(), z.json()),
})

/** `values`: what was filled in, which goes to the server; nothing does when it is declined. */
const elicitationAnswer = z.object({
  kind: z.literal('elicitation'),
  action: z.enum(['accept', 'decline']),
  values: z.record(z.string(), z.json()).optional(),
})

/**
 * How does this turn go on? It pauses before a step of the node that asks. `verb`: what the step does, `calls`: the tools that it would call, by the
 * names that models know them by; `depth`: how many hold the baton, one for another.
 */
const breakpointQuestion = z.object({
  kind: z.literal('breakpoint'),
  ...ofQuestion,
  verb: z.enum(STEP_VERBS),
  because: z.array(pauseReasonSchema),
  calls: z.array(z.string()),
  depth: z.number().int(),
})

const breakpointAnswer = z.object({ kind: z.literal('breakpoint'), go: goOnSchema })

/** `was`: what the build that wrote it calls its kind. */
const otherQuestion = z.object({ kind: z.literal('other'), ...ofQuestion, was: z.string() })
const otherAnswer = z.object({ kind: z.literal('other'), was: z.string() })

/** What a turn asks. */
export const questionSchema = z.discriminatedUnion('kind', [
  approvePlanQuestion,
  approveCallQuestion,
  holdResultQuestion,
  approvalQuestion,
  elicitationQuestion,
  breakpointQuestion,
])
export type Question = z.infer<typeof questionSchema>

/** What a person answers; each kind of question has an answer of its kind. */
export const answerSchema = z.discriminatedUnion('kind', [
  approvePlanAnswer,
  approveCallAnswer,
  holdResultAnswer,
  approvalAnswer,
  elicitationAnswer,
  breakpointAnswer,
])
export type Answer = z.infer<typeof answerSchema>

/** What a turn asked, of this build or a newer one. */
export const loggedQuestionSchema = z.discriminatedUnion('kind', [...questionSchema.options, otherQuestion])
export type LoggedQuestion = z.infer<typeof loggedQuestionSchema>

export const loggedAnswerSchema = z.discriminatedUnion('kind', [...answerSchema.options, otherAnswer])
export type LoggedAnswer = z.infer<typeof loggedAnswerSchema>

/** What a turn can ask. */
export type QuestionKind = Question['kind']
/** What the log can say that a turn asked. */
export type LoggedQuestionKind = LoggedQuestion['kind']

type Questions = { [Q in LoggedQuestion as Q['kind']]: Q }
type Answers = { [A in LoggedAnswer as A['kind']]: A }

/** A question of one kind. */
export type QuestionOf<K extends LoggedQuestionKind> = Questions[K]
/** The answer to a question of one kind. */
export type AnswerOf<K extends LoggedQuestionKind> = Answers[K]

/** A question of a node, where in the conversation it stands. `id` is the same each time that the step runs. */
export type NodeQuestion<K extends LoggedQuestionKind = QuestionKind> = {
  id: string
  node: string
  path: string
  question: QuestionOf<K>
}

/** An answer to the question `id`. */
export type GivenAnswer = { readonly id: string; readonly answer: Answer }

/** Whether it is an answer to such a question. */
export function isAnswerTo<K extends LoggedQuestionKind>(
  { kind }: QuestionOf<K> | { kind: K },
  answer: LoggedAnswer,
): answer is AnswerOf<K> {
  return answer.kind === kind
}

/** The answer to a question as a step was given it; throws where it is none. Checkpoints of builds that knew one kind alone do not name it. */
export function readAnswer<K extends QuestionKind>(question: QuestionOf<K>, given: unknown): AnswerOf<K> {
  const { kind } = question
  const answer = answerSchema.parse(typeof given === 'object' ? { kind, ...given } : given)
  if (isAnswerTo<K>(question, answer)) return answer
  throw new Error(`A question "${kind}" cannot be answered with "${answer.kind}".`)
}

const KINDS: ReadonlySet<string> = new Set(loggedQuestionSchema.options.map(({ shape }) => shape.kind.value))

/** Whether this build knows such questions. */
export function isQuestionKind(kind: string): kind is LoggedQuestionKind {
  return KINDS.has(kind)
}
