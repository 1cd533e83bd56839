/** What was sent to a model server, and what came back: never headers or keys. */
import { z } from 'zod'
import { replyEndSchema } from './facts'

/** Why a message stands in a request; `entry` is the log entry that it is from, where it is from one. */
export const MESSAGE_REASONS = [
  /** Instructions: of the node, of the flow, of Baton. */
  'instructions',
  /** Said in the conversation that the participant has. */
  'conversation',
  /** Said elsewhere, and brought along by a hand-off. */
  'carried',
  /** What a hand-off says itself. */
  'handoff',
  /** What stands for messages that are left out. */
  'left-out',
  /** What the flow wants after the conversation. */
  'request',
  /** Asked by itself, without a conversation. */
  'question',
  /** Stands there because servers want it so. */
  'form',
] as const
export type MessageReason = (typeof MESSAGE_REASONS)[number]

const messageSourceSchema = z.object({
  why: z.enum(MESSAGE_REASONS).catch('form'),
  entry: z.string().optional(),
  /** Attachments of the entry are in the message. */
  attached: z.boolean().optional(),
})
export type MessageSource = z.infer<typeof messageSourceSchema>

const pictureSchema = z.object({ id: z.string(), name: z.string(), mimeType: z.string() })

const requestOutcomeSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('answered'),
    /** As the server names the model that answered. */
    model: z.string(),
    text: z.string(),
    calls: z.array(z.object({ id: z.string(), name: z.string(), arguments: z.string() })),
    thoughts: z.string().optional(),
    /** Absent: the reply ended by itself. */
    end: replyEndSchema,
    /** Tokens, as the server counts them; null: it does not say. */
    usage: z.object({ input: z.number(), output: z.number() }).nullable(),
  }),
  /** `status`: of HTTP, null where there was no answer. `said`: the words of the server, cut where they are long. */
  z.object({ kind: z.literal('failed'), status: z.number().nullable(), what: z.string(), said: z.string() }),
  /** The turn was stopped, or its time was up. */
  z.object({ kind: z.literal('stopped') }),
])
export type RequestOutcome = z.infer<typeof requestOutcomeSchema>

/** What there is to know of one request beside its body. A call has several where the first ones failed. */
export const requestFactsSchema = z.object({
  /** The connection that was asked; the rehearsal model has none and no address. */
  connection: z.string(),
  url: z.string().nullable(),
  model: z.string(),
  /** From sending to the end of the answer, in ms. */
  ms: z.number(),
  /** In the order in which they stand in the body, where `baton-picture:ID` stands in the place of each one's bytes. */
  pictures: z.array(pictureSchema),
  /** For each message of the body, what it was made of. */
  sources: z.array(z.array(messageSourceSchema)),
  outcome: requestOutcomeSchema,
})
export type RequestFacts = z.infer<typeof requestFactsSchema>

/** One request of a model call; `body` is the JSON that was sent, to the byte but for pictures. */
export const requestRecordSchema = requestFactsSchema.extend({
  body: z.string(),
  /** False: a part of it could not be read any more, so `body` and the rest are not what they were. */
  isWhole: z.boolean(),
})
export type RequestRecord = z.infer<typeof requestRecordSchema>
