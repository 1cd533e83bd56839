/** Keeps what a model thinks aloud in its text out of what it says, for every provider alike. */
import { createThinkingSplitter, splitThinking, type SortedPiece } from '../../src-shared/agents/answers/thinking'
import type { ChatModel, ModelReply, ModelRequest } from './contract/model'

/** Calls the model; thoughts that stand in its text go to `onThought` and into the reply's `thoughts`. */
export async function callSortingThoughts(model: ChatModel, request: ModelRequest): Promise<ModelReply> {
  const { onToken, onThought, onRetry } = request
  let splitter = createThinkingSplitter()
  const pass = ({ said, thought, takesBack }: SortedPiece) => {
    if (thought !== '' || takesBack) onThought?.({ text: thought, takesBack })
    if (said !== '') onToken?.(said)
  }
  const isHeard = onToken !== undefined || onThought !== undefined
  const reply = await model.call({
    ...request,
    ...(isHeard ? { onToken: (text: string) => pass(splitter.add(text)) } : {}),
    onRetry(retry) {
      splitter = createThinkingSplitter()
      onRetry?.(retry)
    },
  })
  pass(splitter.end())
  return withoutThoughts(reply)
}

function withoutThoughts(reply: ModelReply): ModelReply {
  const { said, thoughts } = splitThinking(reply.text)
  if (thoughts === '') return reply
  return { ...reply, text: said, thoughts: [reply.thoughts ?? '', thoughts].filter((text) => text !== '').join('\n') }
}
