/** What the engine asks of a chat model, and what it gets back: plain data, whichever provider answers. */
import type { JsonObject } from '../../../src-shared/flow/records'
import type { ModelParameters, WhenTooLong } from '../../../src-shared/flow/model-settings'
import type { Price } from '../../../src-shared/providers/model-figures'
import type { FallbackReason, ReplyEnd } from '../../../src-shared/run/log/facts'
import type { GivenBack } from '../../../src-shared/run/log/log'
import type { Picture } from '../../../src-shared/run/log/pictures'
import type { ReasonRecord } from '../../../src-shared/run/log/reasons'
import type { ModelAttempt } from './attempt'
import type { ModelToolCall, Prompt, PromptMessage } from './prompt'

/** A tool on offer; `parameters` is a JSON schema of type object. `moves` marks tools that pass the baton (hand-offs, dialogs); `leadsTo`: the node that gets it. */
export type ModelTool = {
  name: string
  description: string
  parameters: Readonly<Record<string, unknown>>
  moves?: boolean
  leadsTo?: string
}

/**
 * Why the engine calls: real providers ignore it, the rehearsal model reads it where its script is silent.
 * `choose` expects one of `options` (or `none`) as the answer's text; `judge` expects one of `answers` (the first is the neutral one);
 * `words`: every answer that means something; absent where any text may be an answer. A server may be held to them (dialect `decisions`).
 * `extract` expects JSON by `schema`; `plan` expects a ReWOO plan over the tools, which a real provider is not offered; `summarise` a summary of the conversation.
 */
export type ModelPurpose =
  /** `message`: what the user said, where the prompt is not a conversation. */
  | { kind: 'reply'; message?: string }
  | {
      kind: 'choose'
      options: readonly { name: string; description: string }[]
      none: string
      message: string
      words?: readonly string[]
    }
  | { kind: 'judge'; answers: readonly string[]; message: string; words?: readonly string[] }
  | { kind: 'extract'; schema: JsonObject; message: string }
  | { kind: 'plan' }
  | { kind: 'summarise' }

/**
 * The reply is one JSON object by a schema. `must`: the model is told so, and held to it in whatever way its server has. `may`: it is told
 * so, and may answer something else. `help`: the prompt says in its own words what is wanted; the server helps where it can.
 * With `must` and `may` the text of a reply without calls is that JSON, whichever way it came.
 */
export type AnswerForm = { schema: JsonObject; how: 'must' | 'may' | 'help' }

/** One model call. `speaker` is the name of the node that asks; `nth` counts this speaker's calls in the turn, from 1. */
export type ModelRequest = {
  prompt: Prompt
  tools: readonly ModelTool[]
  /** No tool may be called in this reply, though some may have been called before. */
  toolsClosed?: boolean
  /** How often tools were called in this reply before: what the settings say of a tool that must be called counts for the first call, 0. */
  toolRound?: number
  /** Absent: the reply is words. */
  answer?: AnswerForm
  speaker: string
  nth: number
  /** The node that asks, and for what as its events say it; absent: no turn asks. */
  asker?: { readonly node: string; readonly purpose: string }
  purpose: ModelPurpose
  signal: AbortSignal
  /** The bytes of a picture of the prompt; absent: it has none. */
  readPicture?: (picture: Picture) => Uint8Array | null
  /** Called with each piece of text as it arrives. Absent: the call need not stream. */
  onToken?: (text: string) => void
  /** Called with each piece of what the model thinks aloud. `takesBack`: what it had said so far was a thought too. */
  onThought?: (thought: { text: string; takesBack: boolean }) => void
  /** Called before each retry: the attempt that failed (from 1), the wait in ms and the reason. */
  onRetry?: (retry: RetryNotice) => void
  /** Called when a wait for a busy server begins, with what ends it before its time. The returned function is called when it is over. */
  onWait?: (end: () => void) => () => void
  /**
   * Called before a conversation is sent shorter than it is, since the model holds no more: with the messages that are left out, the oldest, and
   * how many texts are cut. Gives back instructions that stand for them, such as a summary.
   */
  onShortened?: (cut: PromptCut) => Promise<readonly string[]>
  /** Called with a reply: tools and descriptions that the server would not have taken, so that it was not sent them. */
  onToolsLeft?: (left: ToolsLeft) => void
  /** Called with each request that was sent, when its answer is there or has failed. */
  onAttempt?: (attempt: ModelAttempt) => void
  /** Called before another connection is asked: who could not answer, who is asked now, why, and the failure in words. */
  onFallback?: (fallback: Fallback) => void
}

/** The attempt that failed (from 1), how long is waited before the next one, in ms, and how many there are at most; `of` is absent where it is asked in another form. */
export type RetryNotice = ReasonRecord & { attempt: number; waitMs: number; of?: number }

/** What was left out for a server's limits: names of tools, and of tools whose descriptions are cut. */
export type ToolsLeft = { readonly tools: readonly string[]; readonly descriptions: readonly string[] }

/** What of a prompt is not sent. */
export type PromptCut = { left: readonly PromptMessage[]; cutTexts: number }

/** `from` and `to` are names of connections. */
export type Fallback = ReasonRecord & { from: string; to: string; why: FallbackReason }

/** Tokens of one call; null where the provider did not say. */
export type ModelUsage = { input: number; output: number }

/** `thoughts`: what the model thought aloud, never a part of `text`. `end` is absent where the reply is whole. */
export type ModelReply = {
  text: string
  calls: readonly ModelToolCall[]
  usage: ModelUsage | null
  model: string
  thoughts?: string
  /** What the server put beside a reply with calls, for itself. */
  extra?: GivenBack
  end?: ReplyEnd
  /** The connection that answered in the place of the one that was to. */
  answeredBy?: string
  /** What its tokens cost; absent: nobody said. */
  price?: Price
  /** US dollars that it took, where that is known without a price: it was paid before. */
  cost?: number
}

/** A chat model ready to be called. Throws AppError with a `model-*` code, or `cancelled` when the signal fires. */
export type ChatModel = {
  readonly label: string
  /** The name of the connection that is asked first; absent: it is the label. */
  readonly connection?: string
  call: (request: ModelRequest) => Promise<ModelReply>
  /** Tokens that the model is known to hold, from a refusal or the connection; null: not known. */
  contextTokens?: () => Promise<number | null>
}

/** `settings.model` of a flow after the node's own fields were laid over it. */
export type ModelSettings = {
  connection: string
  model: string
  temperature: number | null
  maxTokens: number | null
  contextTokens: number | null
  whenTooLong?: WhenTooLong | undefined
} & ModelParameters
