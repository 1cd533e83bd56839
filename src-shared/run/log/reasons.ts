/** Why a model is asked again, or another connection in its place, and what failed beside a turn: in English, and as what whoever looks puts into their language. */
import { z } from 'zod'
import { inWords, saidIn, saidOf } from '../../errors'
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

/** A failure as warnings carry it; `said` is absent where an older Baton told it, or something that is not ours said it. */
export const faultFields = { error: z.string(), said: reasonFields.said }
export type FaultRecord = { error: string; said?: Message | undefined }

/** A failure as a warning carries it; one that is not ours says what it says. */
export function toFault(cause: unknown): FaultRecord {
  return saidAsFault(saidIn(cause))
}

/** The same of what is said without having been thrown. */
export function saidAsFault(why: Message): FaultRecord {
  const { message: error, ...more } = inWords(why)
  return { error, ...more }
}

/** What a failure says to people. */
export function saidFault({ error, said }: FaultRecord): Message {
  return saidOf({ said, message: error })
}

/** What a reason says to people; one of an older Baton says its English. */
export function saidReason({ reason, said }: ReasonRecord): Message {
  return saidOf({ said, message: reason })
}
