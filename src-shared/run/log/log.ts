/** The conversation log of a thread: one append-only list; what anybody sees of it is a function of this list. */
import { z } from 'zod'
import { attachmentSchema } from './attachments'
import { moveReasonSchema, replyEndSchema, moveCauseSchema } from './facts'
import { keptResultSchema } from './results'

/** Where an entry was said: `main`, or a dialog session such as `main/profile-k3j9:1`. */
export type Scope = string
export const MAIN_SCOPE: Scope = 'main'

/** What marks the scopes of nested chats, which only their participants and the trace see. */
const INNER = '#'

/** The scope of the `number`th time that a nested chat was called from a scope. */
export function innerScope(parent: Scope, nested: string, number: number): Scope {
  return `${parent}/${nested}${INNER}${number}`
}

/** What marks, within an inner scope, the call of a tool that is a conversation of its own. */
const CALL = '!'

/** The scope of what happens within a call, such as a flow that runs as a tool; `number` tells calls apart that have the same id. */
export function toolScope(parent: Scope, callId: string, number = 1): Scope {
  return innerScope(parent, CALL + callId.replaceAll(/[^\w.-]/g, '_'), number)
}

/** The scope with what is put before the ids of all calls in it. */
export function withCallPrefix(scope: Scope, prefix: string): Scope {
  return scope.replaceAll(`/${CALL}`, `/${CALL}${prefix}`)
}

/** Whether a part of a scope, as `nestedPart` gives it, is that of a tool's call. */
export function isToolPart(part: Scope): boolean {
  return part.startsWith(`/${CALL}`, part.lastIndexOf('/'))
}

/** Whether a scope is within the call of a tool that is a conversation of its own, with a log of its own. */
export function isInToolCall(scope: Scope): boolean {
  return scope.includes(`/${CALL}`)
}

/** Whether a scope is within a nested chat, or a flow that runs as a tool: what is said there is not said to the user (swarm 26). */
export function isInner(scope: Scope): boolean {
  return scope.includes(INNER)
}

/** The part of a scope that names the nested chat in which it is, seen from `depth` nested chats deep; null: it is in no further one. */
export function nestedPart(scope: Scope, depth: number): Scope | null {
  const parts = scope.split(INNER)
  return parts.length > depth + 1 ? parts.slice(0, depth + 1).join(INNER) : null
}

/** The scope of the chat, `depth` nested chats deep, that a scope belongs to: dialogs of a recipient have scopes of their own below it. */
export function chatPart(scope: Scope, depth: number): Scope {
  const own = nestedPart(scope, depth + 1) ?? scope
  const start = nestedPart(scope, depth)?.length ?? 0
  const end = own.indexOf('/', start + 1)
  return end === -1 ? own : own.slice(0, end)
}

/** Whether a scope is one that a nested chat made when it was called. */
export function isScopeOf(scope: Scope, nested: string): boolean {
  const start = scope.lastIndexOf(`/${nested}${INNER}`)
  return start !== -1 && /^\d+$/.test(scope.slice(start + nested.length + 2))
}

/** The scope of the innermost chat that a scope is part of: the dialogs that a recipient brought in have their own. */
export function chatScope(scope: Scope): Scope {
  const end = scope.indexOf('/', scope.lastIndexOf(INNER))
  return end === -1 ? scope : scope.slice(0, end)
}

/** Whether something was said in a chat: to its recipient, or to a dialog that the recipient brought in; not in a nested chat within it. */
export function isOfChat(scope: Scope, chat: Scope): boolean {
  return scope === chat || (scope.startsWith(`${chat}/`) && !isInner(scope.slice(chat.length)))
}

const base = {
  /** Unique in the thread. */
  id: z.string(),
  /** The turn in which it was said, from 1. */
  turn: z.number().int(),
  scope: z.string(),
  /** Node id of the participant, or `user`, or `flow` for what Baton itself adds. */
  author: z.string(),
  /** ISO 8601. */
  at: z.string(),
}

/**
 * What a server put beside a reply or a call and wants back with it: Gemini's `extra_content`, DeepSeek's `reasoning_content`. It goes back to
 * that host and model, and to no other; `model` is absent in logs of older versions, and then any model of the host.
 */
const givenBackSchema = z.object({
  host: z.string(),
  model: z.string().optional(),
  fields: z.record(z.string(), z.json()),
})
export type GivenBack = z.infer<typeof givenBackSchema>

/**
 * A call that a participant's model asked for, by the name on offer that it meant; `arguments` is JSON text, as the model wrote it
 * where that could not be read. `transit`: it asked to
 * pass the baton, also where that was refused.
 */
const logCallSchema = z.object({
  id: z.string(),
  name: z.string(),
  arguments: z.string(),
  transit: z.boolean(),
  /** What the model wrote, where that is not what it was taken for: a name in another case, arguments in a code fence. */
  asWritten: z.object({ name: z.string(), arguments: z.string() }).optional(),
  /** What its server put beside the call and wants back with it. */
  extra: givenBackSchema.optional(),
})
export type LogCall = z.infer<typeof logCallSchema>

export const logEntrySchema = z.discriminatedUnion('kind', [
  /** Something said to the other side: by the user, or by a participant. */
  z.object({
    ...base,
    kind: z.literal('text'),
    text: z.string(),
    /** The name under which it is said, where that is not the author's: `nested_chat_Triage_1`. */
    speaker: z.string().optional(),
    /** What a nested chat says to its recipient, who takes it for the user's. */
    asUser: z.boolean().optional(),
    /** A structured output: the object whose JSON the text is. */
    output: z.record(z.string(), z.json()).optional(),
    /** What the user attached, as it was then; the words alone may be empty. */
    attachments: z.array(attachmentSchema).optional(),
    /** Absent: the reply ended by itself. */
    end: replyEndSchema,
  }),
  /** A participant's reply that asks for tools; `text` is what it said beside that. */
  z.object({
    ...base,
    kind: z.literal('calls'),
    text: z.string(),
    calls: z.array(logCallSchema),
    /** What its server put beside the reply, such as what the model thought before it called. */
    extra: givenBackSchema.optional(),
    end: replyEndSchema,
  }),
  /** The one result of a call. */
  z.object({
    ...base,
    kind: z.literal('result'),
    callId: z.string(),
    tool: z.string(),
    text: z.string(),
    isError: z.boolean(),
    /** What of it is kept whole: a text that is cut here, images and other media. */
    kept: z.array(keptResultSchema).optional(),
  }),
  /** The baton moved. `scope` is where it went; `carries` are ids of entries that are seen there too. */
  z.object({
    ...base,
    kind: z.literal('handoff'),
    from: z.string().nullable(),
    to: z.string(),
    edge: z.string().nullable(),
    by: moveReasonSchema,
    /** In the words of whoever moved it, or the condition that held. */
    reason: z.string(),
    /** Why, where nobody gave a reason of his own. */
    cause: moveCauseSchema,
    /** How many items a list has that begins. */
    items: z.number().int().optional(),
    fromScope: z.string(),
    carries: z.array(z.string()),
    /** What the one who took the baton reads; said by the one who passed it, and not to the user. */
    message: z.string().optional(),
  }),
  /** A system message for the participants of the scope, such as a dialog's result. */
  z.object({ ...base, kind: z.literal('system'), text: z.string() }),
])
/** One entry of the log. */
export type LogEntry = z.infer<typeof logEntrySchema>
