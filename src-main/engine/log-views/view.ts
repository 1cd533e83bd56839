/** What a participant's model sees of the log: a pure function of the log, nothing is kept twice. */
import { estimateTokens } from '../../../src-shared/agents/texts/tokens'
import { withAttachments, wordsWithNames } from '../../../src-shared/run/log/attachments'
import { isInterruption } from '../../../src-shared/run/log/facts'
import type { GivenBack, LogEntry, Scope } from '../../../src-shared/run/log/log'
import { pictureOf, type Picture } from '../../../src-shared/run/log/pictures'
import type { MessageReason, MessageSource } from '../../../src-shared/run/log/requests'
import type { KeptResult } from '../../../src-shared/run/log/results'
import { tokensOfMessages, type AnsweredCall, type PromptMessage, type Speaker } from '../../models/contract/prompt'

export type ViewOptions = {
  scope: Scope
  /** Node id of the participant that looks. */
  viewer: string
  /** Node names by id. */
  nameOf: (node: string) => string
  /** Swarm agents do not see hand-off calls and their results (swarm 11). */
  hideTransit: boolean
  /** Tokens that the history may take; the oldest messages go first (shared rule 6.7). */
  budget: number
  /** Mark on messages that made a dialog give way (DialogSupervisor 14). */
  handedOn: string
  /** What stands where a cut left out what is between the newest question and the newest answers. */
  leftOut: string
  /** Stands for the result of a call that never got one. */
  interrupted: string
  /** Messages without what is attached to them, for decisions about the conversation. */
  wordsOnly?: boolean
}

export type View = {
  messages: PromptMessage[]
  /** Older messages of the scope were cut to fit. */
  isCut: boolean
  /** Where in the log the oldest message that is shown comes from; its length where none is. */
  from: number
}

/**
 * The messages of a scope as its participant sees them, the newest that fit into the budget. What is cut begins with something that was
 * said to the participant: the newest of that is there however much came after it, as long as there is any.
 */
export function viewOf(log: readonly LogEntry[], options: ViewOptions): View {
  const groups: PromptMessage[][] = []
  const places: number[] = []
  const results = new Map<string, Result>()
  const handedOn = new Set<string>()
  const rendering: RenderContext = { options, results, handedOn }
  let used = 0
  let isFull = false
  for (let index = log.length - 1; index >= 0; index -= 1) {
    const entry = log[index]
    if (entry === undefined) continue
    if (entry.kind === 'handoff') noteHandedOn(entry, options, handedOn)
    if (entry.scope !== options.scope) continue
    if (entry.kind === 'result') {
      results.set(entry.callId, entry)
      continue
    }
    const group = render(log, index, rendering)
    if (entry.kind === 'calls') results.clear()
    if (group.length === 0) continue
    used += isFull ? 0 : tokensOfMessages(group)
    if (!isFull && (used <= options.budget || groups.length === 0)) {
      groups.push(group)
      places.push(index)
      continue
    }
    const from = isFull ? -1 : groups.findLastIndex(beginsWithOthers)
    if (from !== -1) return { messages: flatten(groups.slice(0, from + 1)), isCut: true, from: places[from] ?? 0 }
    isFull = true
    if (beginsWithOthers(group)) return { messages: withQuestion(group, groups, options), isCut: true, from: index }
  }
  return { messages: flatten(groups), isCut: isFull, from: places.at(-1) ?? log.length }
}

/** Whether a group of messages begins with one that somebody else wrote. */
function beginsWithOthers([first]: readonly PromptMessage[]): boolean {
  return first !== undefined && (first.kind === 'note' || first.by !== 'self')
}

/** The newest thing that was said to the participant, and as much of what came after it as fits beside it. */
function withQuestion(question: PromptMessage[], newest: PromptMessage[][], options: ViewOptions): PromptMessage[] {
  let used = tokensOfMessages(question)
  const fits = newest.filter((group, index) => {
    used += tokensOfMessages(group)
    return index === 0 || used <= options.budget
  })
  return [...question, { kind: 'note', text: options.leftOut, source: { why: 'left-out' } }, ...flatten(fits)]
}

type Result = { text: string; kept?: readonly KeptResult[] | undefined }
type RenderContext = { options: ViewOptions; results: Map<string, Result>; handedOn: Set<string> }

function render(log: readonly LogEntry[], index: number, rendering: RenderContext): PromptMessage[] {
  const entry = log[index]
  if (entry === undefined) return []
  const { options } = rendering
  switch (entry.kind) {
    case 'text':
      return [textMessage(entry, options, { isHandedOn: rendering.handedOn.has(entry.id), why: 'conversation' })]
    case 'system':
      return [{ kind: 'note', text: entry.text, source: { why: 'instructions', entry: entry.id } }]
    case 'calls':
      return callMessages(entry, rendering)
    case 'handoff':
      return carriedMessages(log, index, rendering)
    case 'result':
      return []
  }
}

/** `isHandedOn`: the message made a dialog give way. */
type ShowingContext = { isHandedOn: boolean; why: MessageReason }

function textMessage(entry: LogEntry & { kind: 'text' }, options: ViewOptions, showing: ShowingContext): PromptMessage {
  const by = speakerOf(entry, options)
  const source: MessageSource = { why: showing.why, entry: entry.id }
  if (by !== 'user') return { kind: 'said', by, text: entry.text, source }
  const said = showing.isHandedOn ? `${entry.text} ${options.handedOn}` : entry.text
  if (entry.attachments === undefined || entry.attachments.length === 0) return { kind: 'said', by, text: said, source }
  if (options.wordsOnly === true) return { kind: 'said', by, text: wordsWithNames(said, entry.attachments), source }
  return {
    kind: 'said',
    by,
    text: withAttachments(said, entry.attachments),
    ...picturesIn(attachedPictures(entry)),
    source: { ...source, attached: true },
  }
}

/** The pictures that are attached to a message. */
export function attachedPictures({ attachments = [] }: LogEntry & { kind: 'text' }): Picture[] {
  return picturesOf(attachments.flatMap(({ kept }) => kept ?? []))
}

function picturesOf(kept: readonly KeptResult[]): Picture[] {
  return kept.flatMap((one) => pictureOf(one) ?? [])
}

function picturesIn(pictures: readonly Picture[]): { pictures?: readonly Picture[] } {
  return pictures.length === 0 ? {} : { pictures }
}

function speakerOf(entry: LogEntry & { kind: 'text' }, { viewer, nameOf }: ViewOptions): Speaker {
  if (entry.author === 'user' || entry.asUser === true) return 'user'
  return entry.author === viewer ? 'self' : { name: entry.speaker ?? nameOf(entry.author) }
}

/** A reply with calls and their results; a call that never got one (the app was killed) gets one here. */
function callMessages(entry: LogEntry & { kind: 'calls' }, { options, results }: RenderContext): PromptMessage[] {
  const by = entry.author === options.viewer ? 'self' : { name: options.nameOf(entry.author) }
  // Calls by which other participants passed the baton are not shown as the viewer's own calls.
  const isHidden = options.hideTransit || by !== 'self'
  const calls = isHidden ? entry.calls.filter((call) => !call.transit) : entry.calls
  const source: MessageSource = { why: 'conversation', entry: entry.id }
  if (calls.length === 0) return entry.text.trim() === '' ? [] : [{ kind: 'said', by, text: entry.text, source }]
  const answered = calls.map(({ id, name, arguments: json, extra }): AnsweredCall => {
    const { text, kept = [] } = results.get(id) ?? { text: options.interrupted }
    const pictures = options.wordsOnly === true ? [] : picturesOf(kept)
    return { id, name, arguments: json, result: text, ...picturesIn(pictures), ...withExtra(extra) }
  })
  return [{ kind: 'calls', by, text: entry.text, calls: answered, source, ...withExtra(entry.extra) }]
}

function withExtra(extra: GivenBack | undefined): { extra?: GivenBack } {
  return extra === undefined ? {} : { extra }
}

/** Messages that the hand-off brought along, such as the user's message that started a dialog, and its own. Each is there, so the search ends. */
function carriedMessages(log: readonly LogEntry[], index: number, rendering: RenderContext): PromptMessage[] {
  const entry = log[index]
  if (entry?.kind !== 'handoff') return []
  const told = messageOf(entry)
  const said = told === null ? [] : [textMessage(told, rendering.options, { isHandedOn: false, why: 'handoff' })]
  if (entry.carries.length === 0) return said
  const wanted = new Set(entry.carries)
  const found: PromptMessage[] = []
  for (let back = index - 1; back >= 0 && wanted.size > 0; back -= 1) {
    const earlier = log[back]
    // The call may be of an earlier turn, which was stopped or has failed.
    if (earlier === undefined) break
    if (earlier.kind === 'text' && wanted.delete(earlier.id))
      found.unshift(
        textMessage(earlier, rendering.options, { isHandedOn: rendering.handedOn.has(earlier.id), why: 'carried' }),
      )
  }
  return [...found, ...said]
}

/** What a hand-off said to the one who took it, as words of the one who passed it. */
function messageOf(entry: LogEntry): (LogEntry & { kind: 'text' }) | null {
  if (entry.kind !== 'handoff' || entry.message === undefined) return null
  const { id, turn, scope, author, at, message } = entry
  return { kind: 'text', id, turn, scope, author, at, text: message }
}

function noteHandedOn(entry: LogEntry & { kind: 'handoff' }, options: ViewOptions, handedOn: Set<string>): void {
  if (!isInterruption(entry.by) || entry.fromScope !== options.scope || entry.scope === options.scope) return
  for (const id of entry.carries) handedOn.add(id)
}

function flatten(groups: readonly PromptMessage[][]): PromptMessage[] {
  const messages: PromptMessage[] = []
  for (let index = groups.length - 1; index >= 0; index -= 1) messages.push(...(groups[index] ?? []))
  return messages
}

/**
 * The newest part of a scope's conversation as plain lines, for prompts that look at a dialog from outside. Without `showsAttachments` the
 * messages' own words, for decisions.
 */
export function historyText(
  log: readonly LogEntry[],
  at: { scope: Scope; nameOf: (node: string) => string; showsAttachments?: boolean },
  budget = 8000,
): string {
  const lines: string[] = []
  let used = 0
  for (let index = log.length - 1; index >= 0; index -= 1) {
    const logged = log[index]
    if (logged?.scope !== at.scope) continue
    const entry = logged.kind === 'text' ? logged : messageOf(logged)
    if (entry === null) continue
    const isUser = entry.author === 'user' || entry.asUser === true
    const words = at.showsAttachments === true ? withAttachments : wordsWithNames
    const said = words(entry.text, entry.attachments)
    const line = `${isUser ? 'User' : (entry.speaker ?? at.nameOf(entry.author))}: ${said}`
    used += estimateTokens(line)
    if (used > budget && lines.length > 0) break
    lines.push(line)
  }
  return lines.reverse().join('\n')
}
