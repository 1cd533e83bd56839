/** Tokens of a model call: as the server counted them, else estimated, so that a turn's limit counts with every server. */
import { estimatePictureTokens, estimateTokens } from '../../../src-shared/agents/texts/tokens'
import type { Usage } from '../../../src-shared/run/log/usage'
import type { ModelReply } from '../../models/contract/model'
import { UNIVERSAL } from '../../models/wire/dialects'
import { toWire, type WireInput } from '../../models/wire/to-wire'

/** What a message takes besides its text. */
const PER_MESSAGE = 4

/** The tokens of a call. A server that counts nothing at all does not count. */
export function usageOf(asked: WireInput, { usage, text, calls, thoughts = '' }: ModelReply): Usage {
  if (usage !== null && usage.input + usage.output > 0) return usage
  const { messages, tools } = toWire(asked, UNIVERSAL)
  const sent = messages.map((message) => {
    const made = message.role === 'assistant' ? message.calls : []
    const parts = message.role === 'user' ? (message.parts ?? []) : []
    const pictures = parts.map((part) => (part.type === 'picture' ? estimatePictureTokens(part.picture) : 0))
    return (
      PER_MESSAGE +
      pictures.reduce((sum, tokens) => sum + tokens, 0) +
      tokensOf(
        message.content,
        made.map((call) => call.function),
      )
    )
  })
  const offered = tools.map(({ function: { name, description, parameters } }) =>
    estimateTokens(`${name} ${description} ${JSON.stringify(parameters)}`),
  )
  const input = [...sent, ...offered].reduce((sum, tokens) => sum + tokens, 0)
  return { input, output: tokensOf(text, calls) + estimateTokens(thoughts), estimated: true }
}

function tokensOf(text: string, calls: readonly { name: string; arguments: string }[] = []): number {
  return calls.reduce((sum, call) => sum + estimateTokens(`${call.name} ${call.arguments}`), estimateTokens(text))
}
