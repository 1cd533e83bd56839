/** Tokens of a model call: as the server counted them, else estimated, so that a turn's limit counts with every server. */
import { estimateTokens } from '../../src-shared/agents/tokens'
import type { Usage } from '../../src-shared/run/usage'
import type { ModelMessage, ModelReply, ModelTool, ModelToolCall } from '../models/model'

/** What a message takes besides its text. */
const PER_MESSAGE = 4

type Sent = { messages: readonly ModelMessage[]; tools: readonly ModelTool[] }

/** The tokens of a call. A server that counts nothing at all does not count. */
export function usageOf({ messages, tools }: Sent, { usage, text, calls, thoughts = '' }: ModelReply): Usage {
  if (usage !== null && usage.input + usage.output > 0) return usage
  const sent = messages.map((message) => PER_MESSAGE + tokensOf(message.text, 'calls' in message ? message.calls : []))
  const offered = tools.map(({ name, description, parameters }) =>
    estimateTokens(`${name} ${description} ${JSON.stringify(parameters)}`),
  )
  const input = [...sent, ...offered].reduce((sum, tokens) => sum + tokens, 0)
  return { input, output: tokensOf(text, calls) + estimateTokens(thoughts), estimated: true }
}

function tokensOf(text: string, calls: readonly ModelToolCall[] = []): number {
  return calls.reduce((sum, call) => sum + estimateTokens(`${call.name} ${call.arguments}`), estimateTokens(text))
}
