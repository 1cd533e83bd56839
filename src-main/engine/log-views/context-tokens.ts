/** How many tokens a model's context is taken to hold: the budget that histories, chats and logs are cut to. */
import type { ModelSettings } from '../../models/contract/model'

/** What a model is given when nobody set `contextTokens`. */
const DEFAULT_CONTEXT_TOKENS = 32_000

export function contextTokensOf(settings: ModelSettings): number {
  return settings.contextTokens ?? DEFAULT_CONTEXT_TOKENS
}
