/** What there is to say of a connection that Baton opens to elsewhere: for what, by whose permission, and how it ended. Hosts and ports only. */
import { z } from 'zod'

/** For what. `unknown`: something opened it that does not say for what, which is a fault of Baton. */
const OUTBOUND_WHYS = [
  'model',
  'model-list',
  'connection-test',
  'local-servers',
  'embedding',
  'web-search',
  'http-tool',
  'api-tool',
  'api-document',
  'flow-link',
  'picture',
  'new-versions',
  'code',
  'mcp',
  'unknown',
] as const
export type OutboundWhy = (typeof OUTBOUND_WHYS)[number]

/**
 * Who allowed it. `connection`: one of the person's settings; `consent`: what was allowed to the flow; `command-line`: an option; `environment`: a
 * variable of it; `setting`: one that the person switched on; `person`: whoever pressed the button that asks for it.
 */
const outboundPermitSchema = z.discriminatedUnion('by', [
  z.object({ by: z.literal('connection'), connection: z.string() }),
  z.object({ by: z.enum(['consent', 'command-line', 'environment', 'setting', 'person', 'nobody']) }),
])
export type OutboundPermit = z.infer<typeof outboundPermitSchema>

/** What a connection was used for, with the flow, the thread and the node where these are known, and how many requests went over it for that. */
export const outboundUseSchema = z.object({
  why: z.enum(OUTBOUND_WHYS),
  permit: outboundPermitSchema,
  flow: z.string().nullable(),
  thread: z.string().nullable(),
  node: z.string().nullable(),
  requests: z.number().int(),
})
export type OutboundUse = z.infer<typeof outboundUseSchema>

/**
 * `open`: it was, when it was last looked at; `closed`: it was open, and is not any more; `failed`: nobody answered; `offline` and `not-allowed`: refused
 * before anything was sent.
 */
const OUTBOUND_STATES = ['open', 'closed', 'failed', 'offline', 'not-allowed'] as const
export type OutboundState = (typeof OUTBOUND_STATES)[number]

/** One connection. `at`: ISO 8601. `port` null: no name led that far. Bytes are those of the socket; of https what went through it in the clear. */
export const outboundEntrySchema = z.object({
  id: z.number().int(),
  at: z.string(),
  host: z.string(),
  port: z.number().int().nullable(),
  state: z.enum(OUTBOUND_STATES),
  sent: z.number().int(),
  received: z.number().int(),
  uses: z.array(outboundUseSchema),
})
export type OutboundEntry = z.infer<typeof outboundEntrySchema>

/** All entries of one host and port, together. */
export const outboundTotalSchema = z.object({
  host: z.string(),
  port: z.number().int().nullable(),
  connections: z.number().int(),
  refused: z.number().int(),
  sent: z.number().int(),
  received: z.number().int(),
})
export type OutboundTotal = z.infer<typeof outboundTotalSchema>
