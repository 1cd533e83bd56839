/** What a run says: plain JSON, numbered, appended before it is published. */
import { z } from 'zod'
import { planChangeSchema } from '../../agents/plan/edit-plan'
import { toolEffectSchema } from '../../flow/tool-effects'
import { messageSchema } from '../../flow/message-schema'
import { callPurposeSchema, errorCodeSchema, fallbackReasonSchema, planFaultKindSchema, replyEndSchema } from './facts'
import { decisionSchema } from './decisions'
import { eventBase } from './event-base'
import { limitReachedSchema } from './limits'
import { logEntrySchema } from './log'
import { plannedStepSchema } from './planned-step'
import { loggedAnswerSchema, loggedQuestionSchema } from './questions'
import { reasonFields } from './reasons'
import { keptResultSchema } from './results'
import { callChangesSchema, RESULT_SOURCES } from './repeats'
import { stepNoteSchema } from './step-notes'
import { usageSchema } from './usage'
import { warningSchema } from './warnings'

const json = z.json()
const base = eventBase
const atNode = {
  ...base,
  node: z.string(),
  /** Scope of the conversation. */ path: z.string(),
  /** One model call or tool batch. */ span: z.string(),
}

export const errorRecordSchema = z.object({
  code: errorCodeSchema,
  message: z.string(),
  /** The same for people, in no language yet; older records have none. */
  said: messageSchema.optional().catch(undefined),
  details: z.record(z.string(), z.unknown()).optional(),
})

/** What a person calls a node, and what it is. */
export const innerNodeSchema = z.object({ kind: z.string(), name: z.string() })
export type InnerNode = z.infer<typeof innerNodeSchema>

/** What is wrong with a plan, as the planner is told; `line` counts from 1 in the planner's text. */
const planFaultSchema = z.object({
  kind: planFaultKindSchema,
  message: z.string(),
  line: z.number().int().nullable(),
})
export type PlanFault = z.infer<typeof planFaultSchema>

/** `skipped`: the run ended before its turn came. */
const PLAN_STEP_STATES = ['waiting', 'running', 'done', 'failed', 'skipped'] as const
export type PlanStepState = (typeof PLAN_STEP_STATES)[number]

/** `round`: 1, 2, 3 ... for each plan that a node made in the turn; another one follows where the solver asked for it. */
const ofPlan = { node: z.string(), path: z.string(), round: z.number().int().min(1) }

export const runEventSchema = z.discriminatedUnion('type', [
  z.object({
    ...base,
    type: z.literal('run.started'),
    threadId: z.string(),
    flowId: z.string(),
    /** Revision of the flow that was frozen for this turn. */
    revision: z.number().int().nullable(),
    turn: z.number().int(),
    /** Null: the flow speaks first. */
    input: z.string().nullable(),
    /** Nodes inside sub-flows, which the drawing does not have, by the ids that events give them. Absent: none. */
    inner: z.record(z.string(), innerNodeSchema).optional(),
    /**
     * The drawing's nodes as they were called then. Not stored with the event, since the run's snapshot has them: whoever follows a
     * thread is told. Absent: as in the run before.
     */
    nodes: z.record(z.string(), innerNodeSchema).optional(),
  }),
  /** The app had been closed or killed; the turn goes on at its first unfinished step. */
  z.object({ ...base, type: z.literal('run.resumed') }),
  /** Who holds the baton from here on. `edge`: the drawn edge it travelled, if any. `sessions` counts a dialog's sessions. */
  z.object({ ...base, type: z.literal('baton'), node: z.string(), path: z.string(), edge: z.string().nullable() }),
  z.object({
    ...atNode,
    type: z.literal('model.started'),
    purpose: callPurposeSchema,
    /** The connection and, where the flow names one, the model. */
    model: z.string(),
    /** The connection alone; absent in older events. */
    connection: z.string().optional(),
    /** Of the prompt, before it takes the form that the server wants; `sent` of `model.finished` counts those that were sent. */
    messages: z.number().int(),
    dropped: z.number().int(),
  }),
  /** A piece of a reply as it streams; `entryId` is the log entry that it will become. */
  z.object({ ...atNode, type: z.literal('token'), entryId: z.string(), text: z.string() }),
  /** A piece of what a model thinks aloud; `takesBack`: what the call had said so far was a thought too. `model.finished` holds all of it. */
  z.object({ ...atNode, type: z.literal('thought'), text: z.string(), takesBack: z.boolean() }),
  z.object({
    ...atNode,
    type: z.literal('model.retry'),
    attempt: z.number().int(),
    waitMs: z.number(),
    /** How many attempts there are at most; absent where it is asked in another form, and in older events. */
    of: z.number().int().optional(),
    ...reasonFields,
  }),
  /** A connection could not answer, so another one is asked; `reason` is the failure in words. */
  z.object({
    ...atNode,
    type: z.literal('model.fallback'),
    from: z.string(),
    to: z.string(),
    why: fallbackReasonSchema,
    ...reasonFields,
  }),
  z.object({
    ...atNode,
    type: z.literal('model.finished'),
    purpose: callPurposeSchema,
    /** As the server calls it. */
    model: z.string(),
    /** Messages of the request that was answered, as they were sent; absent in older events. */
    sent: z.number().int().optional(),
    usage: usageSchema.nullable(),
    ms: z.number(),
    /** What the model thought aloud, cut in the middle where it is very long; absent: nothing. */
    thoughts: z.string().optional(),
    /** Messages that were left out besides, since the model holds no more; absent: none. */
    dropped: z.number().int().optional(),
    /** The connection that answered in the place of the one that was to; absent: that one did. */
    answeredBy: z.string().optional(),
    /** US dollars by the list price that was known then, of the tokens in `usage`; absent: no price is known. */
    cost: z.number().optional(),
    /** Absent: the reply ended by itself. */
    end: replyEndSchema,
  }),
  /** Something entered the conversation log. */
  z.object({ ...base, type: z.literal('entry'), node: z.string(), path: z.string(), entry: logEntrySchema }),
  z.object({
    ...atNode,
    type: z.literal('tool.started'),
    callId: z.string(),
    tool: z.string(),
    toolNode: z.string().nullable(),
    arguments: z.string(),
    /** What a call of the tool does, as was known then; absent: an older build did not tell, or somebody is asked who is no tool. */
    effect: toolEffectSchema.optional(),
  }),
  /** How far a tool is that says so; `total` null: it does not know. Its end replaces it. */
  z.object({
    ...atNode,
    type: z.literal('tool.progress'),
    callId: z.string(),
    tool: z.string(),
    toolNode: z.string().nullable(),
    done: z.number(),
    total: z.number().nullable(),
    message: z.string().nullable(),
  }),
  z.object({
    ...atNode,
    type: z.literal('tool.finished'),
    callId: z.string(),
    tool: z.string(),
    toolNode: z.string().nullable(),
    isError: z.boolean(),
    ms: z.number(),
    /** What code wrote to its console; absent: nothing. */
    output: z.string().optional(),
    /** What it changed beside its text; absent: nothing. */
    changes: callChangesSchema.optional(),
    /** Where its result is from; absent: the tool was called. */
    takenFrom: z.enum(RESULT_SOURCES).optional(),
    /** The tool was not called, since its arguments do not fit. */
    isRefused: z.literal(true).optional(),
  }),
  z.object({
    ...atNode,
    type: z.literal('decision'),
    decision: decisionSchema,
    usage: usageSchema.nullable(),
    ms: z.number(),
  }),
  /** A dialog session began, was left unfinished or finished. `slots`: what was collected so far. */
  z.object({
    ...base,
    type: z.literal('session'),
    node: z.string(),
    path: z.string(),
    number: z.number().int(),
    state: z.enum(['active', 'interrupted', 'finished']),
    slots: z.record(z.string(), json),
  }),
  /**
   * Variables changed. `by`: the node in whose step they did, `flow` for defaults, or `user`; absent: not known. What a
   * person sets between two turns is told after the end of the newest run and counts from the next turn on.
   */
  z.object({
    ...base,
    type: z.literal('variables'),
    changes: z.record(z.string(), json),
    by: z.string().optional(),
  }),
  /** A piece of the planner's reply as it streams; `plan.attempt` holds all of it. */
  z.object({
    ...atNode,
    ...ofPlan,
    type: z.literal('plan.text'),
    attempt: z.number().int().min(1),
    text: z.string(),
  }),
  /** The planner replied. `error` null: the plan holds. */
  z.object({
    ...atNode,
    ...ofPlan,
    type: z.literal('plan.attempt'),
    attempt: z.number().int().min(1),
    text: z.string(),
    error: planFaultSchema.nullable(),
  }),
  /**
   * The plan of an earlier run is carried out again with changes: the planner is not asked, and the steps of `kept` are not
   * run, they have what they gave then.
   */
  z.object({
    ...base,
    ...ofPlan,
    type: z.literal('plan.forked'),
    from: z.object({ threadId: z.string(), turn: z.number().int(), round: z.number().int() }),
    changes: z.array(planChangeSchema),
    kept: z.array(z.string()),
  }),
  /** The plan that is to run; told again when the run goes on after an interruption. */
  z.object({ ...base, ...ofPlan, type: z.literal('plan.steps'), steps: z.array(plannedStepSchema) }),
  /** What became of a step. `evidence` is its result as text; of one that failed, its error clearly marked. */
  z.object({
    ...base,
    ...ofPlan,
    type: z.literal('plan.step'),
    id: z.string(),
    tool: z.string(),
    toolNode: z.string().nullable(),
    state: z.enum(PLAN_STEP_STATES),
    /** The input with evidence in the place of references; with the arguments that the tool got. */
    filled: json.optional(),
    arguments: json.optional(),
    evidence: z.string().optional(),
    /** What of the evidence is kept whole. */
    kept: z.array(keptResultSchema).optional(),
    /** The evidence as later tools get it, where it was too long for them. */
    condensed: z.string().optional(),
    error: z.string().optional(),
    notes: z.array(stepNoteSchema).optional(),
    ms: z.number().optional(),
    usage: usageSchema.nullable().optional(),
    /** Of one that begins: what a call of its tool does. */
    effect: toolEffectSchema.optional(),
    /** Variables that its tool set; absent: none. */
    variables: z.record(z.string(), json).optional(),
  }),
  /** The solver answered. `asksAgain`: it asked for another plan instead. */
  z.object({
    ...atNode,
    ...ofPlan,
    type: z.literal('plan.solved'),
    prompt: z.string(),
    answer: z.string(),
    withoutPlan: z.boolean(),
    asksAgain: z.boolean(),
  }),
  /** A person is asked; the run ends, and the answer goes on with the turn in a new one. `id` names the question. */
  z.object({
    ...base,
    type: z.literal('question'),
    node: z.string(),
    path: z.string(),
    id: z.string(),
    question: loggedQuestionSchema,
  }),
  /** A person answered the question `id`: what the run goes on with. */
  z.object({
    ...base,
    type: z.literal('answer'),
    node: z.string(),
    path: z.string(),
    id: z.string(),
    answer: loggedAnswerSchema,
  }),
  warningSchema,
  /** The turn ended in order. `limit`: the one that ended it. */
  z.object({
    ...base,
    type: z.literal('run.finished'),
    /** `waiting`: for the answer to the question before it; the turn has not ended. `spoken`: a person said something that did not wait for its end. */
    reason: z.enum(['done', 'limit', 'spoken', 'waiting']),
    limit: limitReachedSchema.nullable(),
    usage: usageSchema,
    modelCalls: z.number().int(),
    ms: z.number(),
  }),
  z.object({ ...base, type: z.literal('run.failed'), node: z.string().nullable(), error: errorRecordSchema }),
  z.object({ ...base, type: z.literal('run.stopped') }),
])
/** What stands for a call's id where a step of a plan calls a tool. */
export function planCallId({ node, round }: { node: string; round: number }, step: string): string {
  return `${node} ${round} ${step}`
}

/** One event of a run. */
export type RunEvent = z.infer<typeof runEventSchema>
export type RunEventType = RunEvent['type']
/** An event of one type. */
export type RunEventOf<T extends RunEventType> = Extract<RunEvent, { type: T }>

/** Omits keys of every member of a union. */
type OmitEach<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never
/** An event without its number, also one of another build. */
export type UnnumberedEvent = OmitEach<RunEvent, 'runId' | 'seq' | 'at'>
/** An event before it is numbered. A warning of today has facts, and no words. */
export type NewRunEvent = OmitEach<Exclude<RunEvent, { type: 'warning'; code: 'other' }>, 'runId' | 'seq' | 'at'>
export type NewWarningEvent = Extract<NewRunEvent, { type: 'warning' }>
