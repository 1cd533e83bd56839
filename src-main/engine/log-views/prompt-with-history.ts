/** Prompts that show the chat from outside: as much of it as fits into the model's context beside the rest (DefaultWorker 4). */
import { renderTemplate } from '../../../src-shared/agents/templates/template'
import { estimatePictureTokens, estimateTokens } from '../../../src-shared/agents/texts/tokens'
import { MOST_PICTURES, type Picture } from '../../../src-shared/run/log/pictures'
import type { ModelSettings } from '../../models/contract/model'
import { contextTokensOf } from './context-tokens'
import { topFrame, logOf, type Draft } from '../state/draft'
import type { CompiledFlow } from '../contract/runtime'
import { attachedPictures, historyText } from './view'

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
  /** What goes behind it and takes its part of the context. */
  pictures?: readonly Picture[]
}

/** Fills a template with the chat of the frame on top. The chat is cut from its beginning, nothing else ever is. */
export function promptWithChat(
  draft: Draft,
  { flow, settings }: { flow: CompiledFlow; settings: ModelSettings },
  { template, slot, values, ending = '', unsaid, showsAttachments = false, pictures = [] }: ChatPrompt,
): string {
  const render = (chat: string) => renderTemplate(template, { ...values, [slot]: chat }) + ending
  const context = contextTokensOf(settings)
  const shown = pictures.reduce((sum, picture) => sum + estimatePictureTokens(picture), 0)
  const budget = Math.max(LEAST_CHAT_TOKENS, context - shown - estimateTokens(render('')))
  const log = logOf(draft)
  const { node, scope } = topFrame(draft)
  const last = unsaid === undefined ? '' : `\n${flow.nameOf(node)}: ${unsaid}`
  const chat = historyText(log, { scope, nameOf: flow.nameOf, showsAttachments }, budget) + last
  return render(endOf(chat, budget))
}

/**
 * The newest pictures of the chat of the frame on top, for who answers it: a prompt that shows the chat as text has them behind it. They
 * take half of the model's context at most.
 */
export function picturesOfChat(draft: Draft, settings: ModelSettings): Picture[] {
  const { scope } = topFrame(draft)
  const all = logOf(draft).flatMap((entry) =>
    entry.kind === 'text' && entry.scope === scope ? attachedPictures(entry) : [],
  )
  let left = contextTokensOf(settings) / 2
  const first = all.findLastIndex((picture) => (left -= estimatePictureTokens(picture)) < 0)
  return all.slice(first + 1).slice(-MOST_PICTURES)
}

/** The end of a chat whose newest line alone is too long. */
function endOf(chat: string, budget: number): string {
  const tokens = estimateTokens(chat)
  return tokens <= budget ? chat : chat.slice(-Math.floor((chat.length * budget) / tokens))
}
