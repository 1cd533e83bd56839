/** Why a model is asked again, or another connection in its place: in English, and as what whoever looks puts into their language. */
import { z } from 'zod'
import { inWords, saidOf } from '../../errors'
import { messageSchema } from '../../flow/message-schema'
import type { Message } from '../../languages/translate'

/** `said` is absent where an older Baton told it, or a server said it. */
export const reasonFields = { reason: z.string(), said: messageSchema.optional().catch(undefined) }
export type ReasonRecord = { reason: string; said?: Message | undefined }

/** A reason as events carry it. */
export function toReason(why: Message): ReasonRecord {
  const { message: reason, ...more } = inWords(why)
  return { reason, ...more }
}

/** What a reason says to people; one of an older Baton says its English. */
export function saidReason({ reason, said }: ReasonRecord): Message {
  return saidOf({ said, message: reason })
}
