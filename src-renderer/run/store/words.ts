/** How a run's figures read: durations, tokens, JSON. */
import type { Json } from '../../../src-shared/flow/records'
import { costOf, type TurnCost } from '../../../src-shared/run/fold/fold-cost'
import { turnsOf, type ThreadView, type ToolProgress, type Usage } from '../../../src-shared/run/fold/fold-view'
import { addUsage } from '../../../src-shared/run/log/usage'
import { oneLine } from '../../../src-shared/run/words/text'

/** `240 ms`, `1.2 s`, `2 min 5 s`. */
export function durationWords(ms: number): string {
  if (ms < 950) return `${Math.round(ms)} ms`
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`
  const seconds = Math.round(ms / 1000)
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

/** `214 tokens`, in and out together; `about 214 tokens` where they were estimated. */
export function tokenWords(usage: Usage): string {
  const total = usage.input + usage.output
  return `${aboutWord(usage)}${total === 1 ? '1 token' : `${total.toLocaleString('en')} tokens`}`
}

function aboutWord({ estimated }: Usage): string {
  return estimated === true ? 'about ' : ''
}

/** `3 model calls: 1 switch check, 1 reply, 1 observer · 612 + 40 tokens · $0.0021`; nothing where no model was asked. */
export function costWords({ calls, parts, usage, spent }: TurnCost): string {
  if (calls === 0) return ''
  const total = calls === 1 ? '1 model call' : `${calls} model calls`
  const purposes = parts.map(({ what, count }) => `${count} ${count === 1 ? what : (PLURALS.get(what) ?? `${what}s`)}`)
  const tokens = usage.input + usage.output === 0 ? '' : ` · ${aboutWord(usage)}${usage.input} + ${usage.output} tokens`
  const least = spent?.isPart === true ? 'at least ' : ''
  const money = spent === undefined ? '' : ` · ${least}${aboutWord(usage)}${dollarWords(spent.dollars)}`
  return `${total}: ${purposes.join(', ')}${tokens}${money}`
}

/** `12,345 tokens · $0.0021`, of all turns; nothing where no model was asked. */
export function threadCostWords(view: ThreadView): string {
  const costs = turnsOf(view).map(costOf)
  const usage = costs.reduce<Usage>((sum, cost) => addUsage(sum, cost.usage), { input: 0, output: 0 })
  if (usage.input + usage.output === 0) return ''
  const priced = costs.flatMap(({ spent }) => spent ?? [])
  const dollars = priced.reduce((sum, spent) => sum + spent.dollars, 0)
  const isPart =
    priced.some((spent) => spent.isPart) || costs.some(({ calls, spent }) => calls > 0 && spent === undefined)
  const money = priced.length === 0 ? '' : ` · ${isPart ? 'at least ' : ''}${aboutWord(usage)}${dollarWords(dollars)}`
  return `${tokenWords(usage)}${money}`
}

/** `$0.0021`, `$1.24`; what is smaller than a hundredth of a cent is said to be. */
export function dollarWords(dollars: number): string {
  if (dollars === 0) return '$0'
  if (dollars < 0.0001) return 'less than $0.0001'
  return `$${dollars.toFixed(dollars < 0.1 ? 4 : 2)}`
}

const PLURALS: ReadonlyMap<string, string> = new Map([['reply', 'replies']])

/** The time of day. */
export function clockWords(iso: string): string {
  const date = new Date(iso)
  return Number.isNaN(date.getTime()) ? '' : date.toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' })
}

/** How far a tool is: `3 of 10 · copying`. */
export function progressWords({ done, total, message }: ToolProgress): string {
  const amount = total === null ? numberWords(done) : `${numberWords(done)} of ${numberWords(total)}`
  return message === null || message.trim() === '' ? amount : `${amount} · ${oneLine(message)}`
}

function numberWords(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: 2 })
}

/** JSON text with line breaks; any other text as it is. */
export function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

/** A value as a short text: `"plum"` without its quotes, anything else as JSON. */
export function valueWords(value: Json | undefined): string {
  if (value === undefined || value === null) return '?'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** `cake = plum, people = ?`. */
export function pairWords(pairs: { readonly [name: string]: Json }): string {
  return Object.entries(pairs)
    .map(([name, value]) => `${name} = ${valueWords(value)}`)
    .join(', ')
}
