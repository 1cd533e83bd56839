/** What differs between two moments, in words. */
import type { PlainText, Translate } from '../../languages/translate'
import type { Json } from '../../flow/records'
import type { Holder, SessionState, TraceRow } from '../fold/fold-view'
import type { MomentDifference, SessionChange } from '../moments/difference'
import { conversationOf, scopesOf, type Conversation } from '../sequence/sequence-draft'
import type { NameOf } from './trace-words'
import { oneLine } from '../words/text'
import { pairWords, valueWords } from '../words/values'
import { dollarWords, durationWords, tokenWords } from '../words/figures'
import { rowWords } from './step-row'

/** A heading with its lines; of very many, the first ones. */
export type DifferencePart = { title: PlainText; lines: readonly string[]; more: number }

const MOST_LINES = 200

/** `ms`: how long it was from the one to the other. Parts in which nothing differs are not there. */
export function differenceWords(
  difference: MomentDifference,
  { ms, nameOf }: { ms: number; nameOf: NameOf },
  t: Translate,
): DifferencePart[] {
  return partsOf(difference, { spent: moreWords(difference.cost, ms, t), nameOf }, t)
}

/** The same of what a thread did from a moment on: what that took, by itself. `ms`: how long it worked. */
export function tailWords(
  difference: MomentDifference,
  { ms, nameOf }: { ms: number; nameOf: NameOf },
  t: Translate,
): DifferencePart[] {
  return partsOf(difference, { spent: spentWords(difference.cost, ms, t), nameOf }, t)
}

function partsOf(
  difference: MomentDifference,
  { spent, nameOf }: { spent: readonly string[]; nameOf: NameOf },
  t: Translate,
): DifferencePart[] {
  const { rows, variables, baton, sessions, places } = difference
  const told = rows.filter(({ step }) => IS_LOG[step.what])
  const moved = baton === null ? [] : batonWords(baton, nameOf, t)
  const stands = places.map(({ graph, after }) =>
    t('{name} stands at {place}', { name: nameOf(graph), place: after === null ? '?' : nameOf(after) }),
  )
  const parts: { title: PlainText; lines: readonly string[]; more?: number }[] = [
    {
      title: 'Said and done',
      lines: told.slice(0, MOST_LINES).map((row) => rowWords({ row, who: whoOf(row, nameOf, t) }, nameOf, t)),
      more: told.length - MOST_LINES,
    },
    { title: 'Variables', lines: variables.map(({ name, ...change }) => variableWords(name, change, t)) },
    { title: 'Baton', lines: [...moved, ...sessions.map((change) => sessionWords(change, nameOf, t)), ...stands] },
    { title: 'Spent', lines: spent },
  ]
  return parts.filter(({ lines }) => lines.length > 0).map((part) => ({ ...part, more: Math.max(0, part.more ?? 0) }))
}

/** What is part of the conversation; the rest of the trace says why, or stands under another heading. */
const IS_LOG = {
  user: true,
  model: true,
  tool: true,
  handoff: true,
  system: true,
  run: true,
  decision: false,
  session: false,
  variables: false,
  warning: false,
} as const satisfies { [W in TraceRow['step']['what']]: boolean }

function whoOf({ step, node }: TraceRow, nameOf: NameOf, t: Translate): string {
  return step.what === 'user' || node === null ? t('You') : nameOf(node)
}

type ChangeOf<Value> = { before: Value; after: Value }

function variableWords(name: string, { before, after }: ChangeOf<Json | undefined>, t: Translate): string {
  const is = standingWords(after, t)
  if (before === undefined) return t('{name} is {after}, was not set', { name, after: is })
  return t('{name} is {after}, was {before}', { name, after: is, before: standingWords(before, t) })
}

/** What a variable is, on one line. */
export function standingWords(value: Json | undefined, t: Translate): string {
  if (value === undefined) return t('not set')
  return value === '' ? t('empty') : oneLine(valueWords(value), 120)
}

function batonWords({ before, after }: ChangeOf<Holder | null>, nameOf: NameOf, t: Translate): string[] {
  const [had, has] = [before, after].map((holder) => (holder === null ? t('nobody') : nameOf(holder.node)))
  const holds =
    had === has ? [] : [t('{after} has the baton, {before} had it', { after: has ?? '', before: had ?? '' })]
  const [was, is] = [before, after].map((holder) => stackWords(holder, nameOf, t))
  const stack =
    was === is ? [] : [t('Stack: {after}, was {before}', { after: is || t('empty'), before: was || t('empty') })]
  return [...holds, ...stack]
}

/** `Concierge › ORDER 1`: the conversations within each other in which the baton is. */
function stackWords(holder: Holder | null, nameOf: NameOf, t: Translate): string {
  const scopes = holder === null ? [] : scopesOf(holder.path)
  return scopes.map((scope) => conversationWords(conversationOf(scope), nameOf, t)).join(' › ')
}

function conversationWords(conversation: Conversation, nameOf: NameOf, t: Translate): string {
  switch (conversation.is) {
    case 'of-a-tool':
      return t('a tool')
    case 'only':
      return nameOf(conversation.node)
    case 'session':
      return `${nameOf(conversation.node)} ${conversation.number}`
    case 'call':
      return `${nameOf(conversation.node)} ${conversation.chat === null ? conversation.call : `${conversation.call}.${conversation.chat}`}`
    case 'with-partner':
      return `${nameOf(conversation.node)} (${nameOf(conversation.partner)})`
  }
}

const SESSIONS = {
  active: '{name}: session {number} is open',
  interrupted: '{name}: session {number} interrupted',
  finished: '{name}: session {number} finished',
} as const satisfies { [S in SessionState]: string }

function sessionWords({ node, after }: SessionChange, nameOf: NameOf, t: Translate): string {
  if (after === null) return nameOf(node)
  const words = t(SESSIONS[after.state], { name: nameOf(node), number: after.number })
  const slots = pairWords(after.slots)
  return slots === '' ? words : `${words} · ${slots}`
}

type SpentFigures = MomentDifference['cost']['after']

function spentBetween({ before, after }: MomentDifference['cost']): SpentFigures {
  return {
    turns: after.turns - before.turns,
    modelCalls: after.modelCalls - before.modelCalls,
    toolCalls: after.toolCalls - before.toolCalls,
    usage: {
      ...after.usage,
      input: after.usage.input - before.usage.input,
      output: after.usage.output - before.usage.output,
    },
    dollars: after.dollars - before.dollars,
  }
}

function moreWords(cost: MomentDifference['cost'], ms: number, t: Translate): string[] {
  const { turns, modelCalls, toolCalls, usage, dollars } = spentBetween(cost)
  return [
    turns > 0 ? t('{count, plural, one {# turn more} other {# turns more}}', { count: turns }) : '',
    modelCalls > 0
      ? t('{count, plural, one {# model call more} other {# model calls more}}', { count: modelCalls })
      : '',
    toolCalls > 0 ? t('{count, plural, one {# tool call more} other {# tool calls more}}', { count: toolCalls }) : '',
    usage.input + usage.output > 0 ? t('{amount} more', { amount: tokenWords(usage, t) }) : '',
    dollars > 0 ? t('{amount} more', { amount: dollarWords(dollars, t) }) : '',
    ms > 0 ? t('{time} later', { time: durationWords(ms, t) }) : '',
  ].filter((line) => line !== '')
}

function spentWords(cost: MomentDifference['cost'], ms: number, t: Translate): string[] {
  const { turns, modelCalls, toolCalls, usage, dollars } = spentBetween(cost)
  return [
    turns > 0 ? t('{count, plural, one {# turn} other {# turns}}', { count: turns }) : '',
    modelCalls > 0 ? t('{count, plural, one {# model call} other {# model calls}}', { count: modelCalls }) : '',
    toolCalls > 0 ? t('{count, plural, one {# tool call} other {# tool calls}}', { count: toolCalls }) : '',
    usage.input + usage.output > 0 ? tokenWords(usage, t) : '',
    dollars > 0 ? dollarWords(dollars, t) : '',
    ms > 0 ? durationWords(ms, t) : '',
  ].filter((line) => line !== '')
}
