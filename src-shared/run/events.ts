/** What a run says: plain JSON, numbered, appended before it is published. */
import { z } from 'zod'
import { logEntrySchema } from './log'

const json = z.json()
const base = {
  runId: z.string(),
  /** 1, 2, 3 ... within the run. A stored run lacks the numbers of `token` events: the whole message replaced them. */
  seq: z.number().int().min(1),
  /** ISO 8601. */
  at: z.string(),
}
const atNode = {
  ...base,
  node: z.string(),
  /** Scope of the conversation. */ path: z.string(),
  /** One model call or tool batch. */ span: z.string(),
}

export const usageSchema = z.object({ input: z.number(), output: z.number() })
export const errorRecordSchema = z.object({
  code: z.string(),
  message: z.string(),
  details: z.record(z.string(), z.unknown()).optional(),
})

/** What was decided: by whom, between what, how the answer was read. */
export const decisionSchema = z.object({
  /** `switch`, `observer`, `handoff`, `after-work`, `start` and so on. */
  about: z.string(),
  candidates: z.array(z.object({ name: z.string(), note: z.string().optional() })),
  prompt: z.string().nullable(),
  answer: z.string().nullable(),
  /** The rule that fired, in words. */
  rule: z.string(),
  choice: z.string(),
  tries: z.number().int(),
})
export type Decision = z.infer<typeof decisionSchema>

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
  }),
  /** The app had been closed or killed; the turn goes on at its first unfinished step. */
  z.object({ ...base, type: z.literal('run.resumed') }),
  /** Who holds the baton from here on. `edge`: the drawn edge it travelled, if any. `sessions` counts a dialog's sessions. */
  z.object({ ...base, type: z.literal('baton'), node: z.string(), path: z.string(), edge: z.string().nullable() }),
  z.object({
    ...atNode,
    type: z.literal('model.started'),
    purpose: z.string(),
    model: z.string(),
    messages: z.number().int(),
    dropped: z.number().int(),
  }),
  /** A piece of a reply as it streams; `entryId` is the log entry that it will become. */
  z.object({ ...atNode, type: z.literal('token'), entryId: z.string(), text: z.string() }),
  z.object({
    ...atNode,
    type: z.literal('model.retry'),
    attempt: z.number().int(),
    waitMs: z.number(),
    reason: z.string(),
  }),
  z.object({
    ...atNode,
    type: z.literal('model.finished'),
    purpose: z.string(),
    model: z.string(),
    usage: usageSchema.nullable(),
    ms: z.number(),
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
  }),
  z.object({
    ...atNode,
    type: z.literal('tool.finished'),
    callId: z.string(),
    tool: z.string(),
    toolNode: z.string().nullable(),
    isError: z.boolean(),
    ms: z.number(),
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
  z.object({ ...base, type: z.literal('warning'), node: z.string().nullable(), code: z.string(), message: z.string() }),
  /** The turn ended in order. `limit` names the limit that ended it, with its words in `message`. */
  z.object({
    ...base,
    type: z.literal('run.finished'),
    reason: z.enum(['done', 'limit']),
    limit: z.string().nullable(),
    message: z.string().nullable(),
    usage: usageSchema,
    modelCalls: z.number().int(),
    ms: z.number(),
  }),
  z.object({ ...base, type: z.literal('run.failed'), node: z.string().nullable(), error: errorRecordSchema }),
  z.object({ ...base, type: z.literal('run.stopped') }),
])
/** One event of a run. */
export type RunEvent = z.infer<typeof runEventSchema>
export type RunEventType = RunEvent['type']
/** An event of one type. */
export type RunEventOf<T extends RunEventType> = Extract<RunEvent, { type: T }>

/** Omits keys of every member of a union. */
type OmitEach<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never
/** An event before it is numbered. */
export type NewRunEvent = OmitEach<RunEvent, 'runId' | 'seq' | 'at'>

/** Whether the event ends its run: exactly one does. */
export function isTerminal(event: { type: RunEventType }): boolean {
  return event.type === 'run.finished' || event.type === 'run.failed' || event.type === 'run.stopped'
}
