/** The ledger of connections to elsewhere, and getting the flow of a link from there. */
import { z } from 'zod'
import { outboundEntrySchema, outboundTotalSchema } from '../outbound/outbound'
import { method } from './define'

const host = z.string().max(300).nullable().default(null)

/** `flows`: names of the flows that the entries name, as far as the library knows them. */
const outboundPageSchema = z.object({
  entries: z.array(outboundEntrySchema),
  totals: z.array(outboundTotalSchema),
  flows: z.record(z.string(), z.string()),
})
export type OutboundPage = z.infer<typeof outboundPageSchema>

export const outboundMethods = {
  /** The newest first, of one host or of all, `limit` of those before an entry; totals are of all that is kept, those that sent and got most first. */
  'outbound.read': method({
    input: z.object({
      host,
      before: z.number().int().nullable().default(null),
      limit: z.number().int().min(1).max(1000).default(200),
    }),
    output: outboundPageSchema,
  }),
  /** Forgets all; a connection that is still open is told again when something goes over it. */
  'outbound.clear': method({ input: z.object({}), output: z.object({}) }),
  /**
   * The text of a flow that lies at an https address, got on a person's click: nothing of it is kept, opened or run. Fails with `bad-input` and
   * `tool-failed`, in words for the person.
   */
  'flows.fetch': method({
    input: z.object({ address: z.string().max(2000) }),
    output: z.object({ text: z.string() }),
  }),
} as const
