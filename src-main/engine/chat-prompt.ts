/** Prompts that show the chat from outside: as much of it as fits into the model's context beside the rest (DefaultWorker 4). */
import { renderTemplate } from '../../src-shared/agents/template'
import { estimateTokens } from '../../src-shared/agents/tokens'
import type { ModelSettings } from '../models/model'
import { contextTokensOf } from './context-tokens'
import { topFrame, logOf, type Draft } from './draft'
import type { CompiledFlow } from './runtime'
import { historyText } from './view'

/** The chat's share of a context that instructions alone would fill. */
const LEAST_CHAT_TOKENS = 50

/** A template whose `slot` takes the chat; `ending` goes behind it. */
export type ChatPrompt = {
  template: string
  slot: 'formatted_chat' | 'history'
  values: { readonly [name: string]: unknown }
  ending?: string
  /** Words of the one on top that are not said yet, as the last of the chat. */
  unsaid?: string
  /** The chat is there to be answered, not to be decided about. */
  showsAttachments?: boolean
}

/** Fills a template with the chat of the frame on top. The chat is cut from its beginning, nothing else ever is. */
export function promptWithChat(
  draft: Draft,
  { flow, settings }: { flow: CompiledFlow; settings: ModelSettings },
  { template, slot, values, ending = '', unsaid, showsAttachments = false }: ChatPrompt,
): string {
  const render = (chat: string) => renderTemplate(template, { ...values, [slot]: chat }) + ending
  const context = contextTokensOf(settings)
  const budget = Math.max(LEAST_CHAT_TOKENS, context - estimateTokens(render('')))
  const log = logOf(draft)
  const { node, scope } = topFrame(draft)
  const last = unsaid === undefined ? '' : `\n${flow.nameOf(node)}: ${unsaid}`
  const chat = historyText(log, { scope, nameOf: flow.nameOf, showsAttachments }, budget) + last
  return render(endOf(chat, budget))
}

/** The end of a chat whose newest line alone is too long. */
function endOf(chat: string, budget: number): string {
  const tokens = estimateTokens(chat)
  return tokens <= budget ? chat : chat.slice(-Math.floor((chat.length * budget) / tokens))
}
