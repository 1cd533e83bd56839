/** Messages of the interface as they are stored and travel: a text of the catalogue of that day, with its values. */
import { z } from 'zod'
import { readMessage } from '../languages/message'
import type { Message, MessageValue } from '../languages/translate'

const label = z.object({ label: z.string(), begins: z.boolean().optional() })

/** A message whose text can be read, whoever wrote it. */
export const messageSchema: z.ZodType<Message, Message> = z.lazy(() =>
  z.object({ text: z.string().refine(isReadable), values: z.record(z.string(), messageValue) }),
)

const messageValue: z.ZodType<MessageValue, MessageValue> = z.lazy(() =>
  z.union([z.string(), z.number(), messageSchema, label]),
)

function isReadable(text: string): boolean {
  try {
    readMessage(text)
    return true
  } catch {
    return false
  }
}
