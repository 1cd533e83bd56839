/** A server that cancels a call of ours: an end of the call like any other, which the SDK would wait past until the time is up. */
import type { JSONRPCMessage } from '@modelcontextprotocol/client'
import { z } from 'zod'

/** The code of the answer that we give ourselves to a request that the server has cancelled. */
export const CANCELLED = -32098

// The ids of our requests are numbers; what has a text for one is a subscription, whose end the SDK knows.
const cancelledSchema = z.object({
  method: z.literal('notifications/cancelled'),
  params: z.object({ requestId: z.number(), reason: z.string().optional().catch(undefined) }),
})

/** What stands for a message where it cancels a request of ours: the answer to that request. Others stay as they are. */
export function endOfCancelled(message: JSONRPCMessage): JSONRPCMessage {
  if (!('method' in message) || 'id' in message) return message
  const { data } = cancelledSchema.safeParse(message)
  if (data === undefined) return message
  const { requestId: id, reason = '' } = data.params
  return { jsonrpc: '2.0', id, error: { code: CANCELLED, message: reason } }
}
