/** Makes a request fit into a smaller context: pure functions over prompts, by the rules that a participant's view of the log has too. */
import { estimateTokens } from '../../src-shared/agents/texts/tokens'
import { builtInText } from '../../src-shared/agents/prompts'
import type { ModelTool } from './contract/model'
import { tokensOfMessages, type AnsweredCall, type Prompt, type PromptMessage } from './contract/prompt'

/** A prompt that was cut: how many messages of its history are gone, and how many texts were cut in their middle. */
export type ShortenedPrompt = { prompt: Prompt; left: readonly PromptMessage[]; cutTexts: number }

/** About how many tokens a request takes. */
export function tokensOfRequest({ prompt, tools }: { prompt: Prompt; tools: readonly ModelTool[] }): number {
  return fixedTokens(prompt, tools) + tokensOfMessages(prompt.history)
}

/** What no cut makes smaller: instructions and tools. */
function fixedTokens({ system, after }: Prompt, tools: readonly ModelTool[]): number {
  const texts = [...system, ...after, ...tools.map((tool) => `${tool.name} ${tool.description}`)]
  const schemas = tools.map(({ parameters }) => JSON.stringify(parameters))
  return [...texts, ...schemas].reduce((sum, text) => sum + estimateTokens(text) + 4, 0)
}

/**
 * The request in about so many tokens: the oldest part goes, up to something that was said to whoever is asked. Where the newest of that
 * with what came after it is still too long, results of tools are cut in their middle, the longest first, and then what was said.
 * Instructions never are. Null where nothing can go.
 */
export function shortened(
  asked: { prompt: Prompt; tools: readonly ModelTool[] },
  tokens: number,
): ShortenedPrompt | null {
  const { prompt, tools } = asked
  const { history, language } = prompt
  const budget = tokens - fixedTokens(prompt, tools)
  const from = firstThatFits(history, budget)
  const kept = history.slice(from)
  const mark = builtInText(language, 'middleLeftOut')
  const fits = tokensOfMessages(kept) <= budget
  const cut = fits ? { messages: kept, count: 0 } : cutLongTexts(kept, { budget, mark })
  if (from === 0 && cut.count === 0) return null
  return { prompt: { ...prompt, history: cut.messages }, left: history.slice(0, from), cutTexts: cut.count }
}

/** Where to begin: the earliest words of somebody else from which all fits, else the newest such words. */
function firstThatFits(history: readonly PromptMessage[], budget: number): number {
  let used = 0
  let begin = -1
  for (let at = history.length - 1; at >= 0; at -= 1) {
    const message = history[at]
    if (message === undefined) continue
    used += tokensOfMessages([message])
    if (used > budget && begin !== -1) break
    if (message.kind === 'note' || message.by !== 'self') begin = at
  }
  return Math.max(begin, 0)
}

type CutMessages = { messages: PromptMessage[]; count: number }
type Room = { budget: number; mark: string }

/** Shorter than this in tokens no text is cut. */
const LEAST = 64

function cutLongTexts(messages: readonly PromptMessage[], room: Room): CutMessages {
  const results = cutTo(messages, { ...room, which: 'results' })
  return tokensOfMessages(results.messages) <= room.budget
    ? results
    : sumOf(results, cutTo(results.messages, { ...room, which: 'said' }))
}

function sumOf(first: CutMessages, second: CutMessages): CutMessages {
  return { messages: second.messages, count: first.count + second.count }
}

/** Cuts all texts of a sort that are longer than the largest length with which everything fits. */
function cutTo(
  messages: readonly PromptMessage[],
  { which, budget, mark }: Room & { which: 'results' | 'said' },
): CutMessages {
  let [low, high] = [LEAST, Math.max(LEAST, tokensOfMessages(messages))]
  let best = cutAll(messages, { which, most: LEAST, mark })
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    const tried = cutAll(messages, { which, most: middle, mark })
    if (tokensOfMessages(tried.messages) <= budget) [low, best] = [middle, tried]
    else high = middle - 1
  }
  return best
}

function cutAll(
  messages: readonly PromptMessage[],
  by: { which: 'results' | 'said'; most: number; mark: string },
): CutMessages {
  let count = 0
  const cut = (text: string): string => {
    const next = cutMiddle(text, by)
    if (next !== text) count += 1
    return next
  }
  const result = (call: AnsweredCall): AnsweredCall => ({ ...call, result: cut(call.result) })
  const next = messages.map((message): PromptMessage => {
    if (by.which === 'results')
      return message.kind === 'calls' ? { ...message, calls: message.calls.map(result) } : message
    return message.kind === 'said' ? { ...message, text: cut(message.text) } : message
  })
  return { messages: next, count }
}

/** The beginning and the end of a text, which tell most, with a mark between them. */
function cutMiddle(text: string, { most, mark }: { most: number; mark: string }): string {
  const tokens = estimateTokens(text)
  if (tokens <= most) return text
  const half = Math.max(1, Math.floor((text.length * most) / tokens / 2))
  const begin = text.slice(0, half).replace(/[\uD800-\uDBFF]$/, '')
  const end = text.slice(-half).replace(/^[\uDC00-\uDFFF]/, '')
  return `${begin}\n${mark}\n${end}`
}
