/** Between the wire form and the client library: messages in its terms, and whole answers as the stream that it reads. */
import { AIMessage, HumanMessage, SystemMessage, ToolMessage, type BaseMessage } from '@langchain/core/messages'
import type { Picture } from '../../src-shared/run/log/pictures'
import { asRecord } from './json'
import type { WireMessage, WirePart } from './wire/to-wire'

/** The bytes of a picture; null where they are gone. */
export type ReadPicture = (picture: Picture) => Uint8Array | null

/** Messages in LangChain's terms. */
export function toChatMessages(messages: readonly WireMessage[], read: ReadPicture = () => null): BaseMessage[] {
  return messages.map((message) => toChatMessage(message, read))
}

/** Bytes go by value: an address would have to be one that the server reaches. */
function toPart(part: WirePart, read: ReadPicture) {
  if (part.type === 'text') return part
  const { name, mimeType } = part.picture
  const bytes = read(part.picture)
  if (bytes === null) return { type: 'text', text: `[image: ${name}, not kept any more]` } as const
  const base64 = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
  return { type: 'image_url', image_url: { url: `data:${mimeType};base64,${base64}` } } as const
}

function toChatMessage(message: WireMessage, read: ReadPicture): BaseMessage {
  const { content } = message
  switch (message.role) {
    case 'system':
      return new SystemMessage({ content })
    case 'user':
      return new HumanMessage({ content: message.parts?.map((part) => toPart(part, read)) ?? content })
    case 'tool':
      return new ToolMessage({ content, tool_call_id: message.callId })
    case 'assistant': {
      const said = new AIMessage({ content })
      // Set afterwards and raw: LangChain would parse the arguments to write them again, and warns about raw calls in its constructor.
      if (message.calls.length > 0) said.additional_kwargs['tool_calls'] = [...message.calls]
      return said
    }
  }
}

/** A chat completion that came whole, as the stream that was asked for; null where it is none. */
export function wholeAsStream(value: unknown): string | null {
  const body = asRecord(value)
  const choices: unknown = body['choices']
  if (!Array.isArray(choices) || choices.length === 0) return null
  const choice = asRecord(choices[0])
  const message = asRecord(choice['message'])
  // One that only thought, up to its limit, has no content at all (Gemini).
  const isMessage = ['role', 'content', 'tool_calls', 'function_call', 'refusal'].some((field) => field in message)
  if (!isMessage) return null
  const { tool_calls: called, ...said } = message
  const calls: unknown[] = Array.isArray(called) ? called : []
  const numbered = calls.map((call, index) => ({ ...asRecord(call), index }))
  const delta = {
    ...said,
    role: 'assistant',
    ...(numbered.length > 0 ? { tool_calls: numbered } : {}),
  }
  const chunk = {
    id: body['id'],
    object: 'chat.completion.chunk',
    model: body['model'],
    choices: [{ index: 0, delta, finish_reason: choice['finish_reason'] ?? 'stop' }],
    ...('usage' in body ? { usage: body['usage'] } : {}),
  }
  return `data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`
}
