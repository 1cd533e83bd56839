/** The library's client for chat completions, which takes pieces of answers as servers really send them. */
import { ChatOpenAICompletions, type OpenAIClient } from '@langchain/openai'
import { PIECE, readPiece } from './openai-piece'

type StreamRequest = OpenAIClient.ChatCompletionCreateParamsStreaming
type WholeRequest = OpenAIClient.ChatCompletionCreateParamsNonStreaming
type StreamPiece = OpenAIClient.ChatCompletionChunk
type WholeReply = OpenAIClient.ChatCompletion

/** LangChain keeps of a piece what OpenAI itself sends; what others send beside it stays within reach of the reply builder. */
export class TolerantCompletions extends ChatOpenAICompletions {
  override completionWithRetry(
    request: StreamRequest,
    options?: OpenAIClient.RequestOptions,
  ): Promise<AsyncIterable<StreamPiece>>
  override completionWithRetry(request: WholeRequest, options?: OpenAIClient.RequestOptions): Promise<WholeReply>
  override async completionWithRetry(
    request: StreamRequest | WholeRequest,
    options?: OpenAIClient.RequestOptions,
  ): Promise<AsyncIterable<StreamPiece> | WholeReply> {
    return request.stream === true
      ? withDeltas(await super.completionWithRetry(request, options))
      : super.completionWithRetry(request, options)
  }

  protected override _convertCompletionsDeltaToBaseMessageChunk(
    ...[delta, raw]: Parameters<ChatOpenAICompletions['_convertCompletionsDeltaToBaseMessageChunk']>
  ) {
    const piece = readPiece(delta)
    const chunk = super._convertCompletionsDeltaToBaseMessageChunk(
      { role: 'assistant', content: piece.text },
      raw,
      'assistant',
    )
    chunk.additional_kwargs[PIECE] = piece
    return chunk
  }
}

/** LangChain passes over a piece that adds nothing, also where it says how the reply ended. */
async function* withDeltas(pieces: AsyncIterable<StreamPiece>): AsyncGenerator<StreamPiece> {
  for await (const piece of pieces) yield addsNothing(piece) ? withEmptyDelta(piece) : piece
}

/** What is looked at in each piece; servers leave out any of it. */
type ServedPiece = { readonly choices?: readonly ({ readonly delta?: object | null } | null)[] | null } | null

function addsNothing(piece: ServedPiece): boolean {
  const first = piece?.choices?.[0] ?? null
  return first !== null && (first.delta ?? null) === null
}

function withEmptyDelta(piece: StreamPiece): StreamPiece {
  return { ...piece, choices: piece.choices.map((choice) => ({ ...choice, delta: {} })) }
}
