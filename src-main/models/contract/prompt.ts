/**
 * What a model is to know, before it has a form: who said what, what the flow wants and where that belongs. It has no roles: those
 * are given by `toWire` alone, so that nobody else can put together a request that a server refuses.
 */
import { estimatePictureTokens, estimateTokens } from '../../../src-shared/agents/texts/tokens'
import type { Language } from '../../../src-shared/flow/records'
import type { GivenBack } from '../../../src-shared/run/log/log'
import type { Picture } from '../../../src-shared/run/log/pictures'
import type { MessageSource } from '../../../src-shared/run/log/requests'

/** Who says something, seen by the model that is asked: `self` is its own words, a name is another participant. */
export type Speaker = 'user' | 'self' | { readonly name: string }

/** A call that a model asked for. `arguments` is the raw JSON text as the model wrote it (may be malformed). */
export type ModelToolCall = { id: string; name: string; arguments: string; extra?: GivenBack }

/** A call with its one result; they are one thing, so that no cut can part them. */
export type AnsweredCall = ModelToolCall & { readonly result: string; readonly pictures?: readonly Picture[] }

/** `source`: why the model is shown it, for the record of the request; absent: it is a part of the conversation, or a note of the flow. */
export type PromptMessage = { readonly source?: MessageSource } &
  /** `pictures`: what was attached; only words of the user have any. */
  (
    | { readonly kind: 'said'; readonly by: Speaker; readonly text: string; readonly pictures?: readonly Picture[] }
    /** A reply that called tools; `text` is what was said beside that. */
    | {
        readonly kind: 'calls'
        readonly by: Exclude<Speaker, 'user'>
        readonly text: string
        readonly calls: readonly AnsweredCall[]
        /** What its server put beside the reply, for itself. */
        readonly extra?: GivenBack
      }
    /** What the flow itself tells the model at this place of the conversation. */
    | { readonly kind: 'note'; readonly text: string }
  )

/** Instructions, the conversation, and what the flow wants of the model after it. */
export type Prompt = {
  /** Of the notes that Baton itself adds. */
  readonly language: Language
  readonly system: readonly string[]
  readonly history: readonly PromptMessage[]
  readonly after: readonly string[]
}

/** A prompt that is one question by itself, without a conversation. */
export function questionPrompt(language: Language, text: string, pictures: readonly Picture[] = []): Prompt {
  return {
    language,
    system: [],
    history: [
      { kind: 'said', by: 'user', text, source: { why: 'question' }, ...(pictures.length === 0 ? {} : { pictures }) },
    ],
    after: [],
  }
}

/** How many things a model is told, results of tools counted one by one. */
export function sizeOf({ system, history, after }: Prompt): number {
  return (
    history.reduce((sum, one) => sum + (one.kind === 'calls' ? one.calls.length : 0), history.length) +
    system.length +
    after.length
  )
}

/** About how many tokens messages take. */
export function tokensOfMessages(messages: readonly PromptMessage[]): number {
  let tokens = 0
  for (const message of messages) {
    tokens += estimateTokens(message.text) + 4
    if (message.kind === 'said') tokens += tokensOfPictures(message.pictures)
    if (message.kind === 'calls')
      for (const { arguments: json, result, pictures } of message.calls)
        tokens += estimateTokens(json) + estimateTokens(result) + tokensOfPictures(pictures) + 12
  }
  return tokens
}

/** Also of those that the model will not be shown: a note is shorter, never longer. */
function tokensOfPictures(pictures: readonly Picture[] | undefined): number {
  if (pictures === undefined) return 0
  return pictures.reduce((sum, picture) => sum + estimatePictureTokens(picture), 0)
}

/** The ids of all calls that a prompt holds. */
export function callIdsOf({ history }: Prompt): Set<string> {
  return new Set(history.flatMap((one) => (one.kind === 'calls' ? one.calls.map(({ id }) => id) : [])))
}
