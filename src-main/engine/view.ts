/** What a participant's model sees of the log: a pure function of the log, nothing is kept twice. */
import { estimateTokens } from '../../src-shared/agents/tokens'
import { toolNamePart } from '../../src-shared/agents/names'
import { withAttachments, wordsWithNames } from '../../src-shared/run/attachments'
import type { LogEntry, Scope } from '../../src-shared/run/log'
import type { ModelMessage, ModelToolCall } from '../models/model'

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
  /** Messages without what is attached to them, for decisions about the conversation. */
  wordsOnly?: boolean
}

export type View = {
  messages: ModelMessage[]
  /** Older messages of the scope were cut to fit. */
  isCut: boolean
}

/** The messages of a scope as its participant sees them, newest that fit into the budget, each tool call with exactly one result. */
export function viewOf(log: readonly LogEntry[], options: ViewOptions): View {
  const groups: ModelMessage[][] = []
  const results = new Map<string, string>()
  const handedOn = new Set<string>()
  let used = 0
  for (let index = log.length - 1; index >= 0; index -= 1) {
    const entry = log[index]
    if (entry === undefined) continue
    if (entry.kind === 'handoff') noteHandedOn(entry, options, handedOn)
    if (entry.scope !== options.scope) continue
    if (entry.kind === 'result') {
      results.set(entry.callId, entry.text)
      continue
    }
    const group = render(log, index, { options, results, handedOn })
    if (entry.kind === 'calls') results.clear()
    if (group.length === 0) continue
    used += costOf(group)
    if (used > options.budget && groups.length > 0) return { messages: flatten(groups), isCut: true }
    groups.push(group)
  }
  return { messages: flatten(groups), isCut: false }
}

type Rendering = { options: ViewOptions; results: Map<string, string>; handedOn: Set<string> }

function render(log: readonly LogEntry[], index: number, rendering: Rendering): ModelMessage[] {
  const entry = log[index]
  if (entry === undefined) return []
  const { options } = rendering
  switch (entry.kind) {
    case 'text':
      return [textMessage(entry, options, rendering.handedOn.has(entry.id))]
    case 'system':
      return [{ role: 'system', text: entry.text }]
    case 'calls':
      return callMessages(entry, rendering)
    case 'handoff':
      return carriedMessages(log, index, rendering)
    case 'result':
      return []
  }
}

function textMessage(entry: LogEntry & { kind: 'text' }, options: ViewOptions, isHandedOn: boolean): ModelMessage {
  if (entry.author === 'user' || entry.asUser === true) {
    const said = isHandedOn ? `${entry.text} ${options.handedOn}` : entry.text
    const { attachments } = entry
    return {
      role: 'user',
      text: options.wordsOnly === true ? wordsWithNames(said, attachments) : withAttachments(said, attachments),
    }
  }
  if (entry.author === options.viewer) return { role: 'assistant', text: entry.text }
  const speaker = entry.speaker ?? toolNamePart(options.nameOf(entry.author))
  return { role: 'assistant', text: entry.text, name: speaker.slice(0, 64) }
}

/** A reply with calls and its results right behind it; a call that never got one (the app was killed) gets one here. */
function callMessages(entry: LogEntry & { kind: 'calls' }, { options, results }: Rendering): ModelMessage[] {
  // What others asked for to pass the baton is not the viewer's own.
  const isHidden = options.hideTransit || entry.author !== options.viewer
  const calls = isHidden ? entry.calls.filter((call) => !call.transit) : entry.calls
  if (calls.length === 0) return entry.text.trim() === '' ? [] : [{ role: 'assistant', text: entry.text }]
  const shown: ModelToolCall[] = calls.map(({ id, name, arguments: json }) => ({ id, name, arguments: json }))
  const answers = calls.map((call): ModelMessage => {
    const text = results.get(call.id) ?? 'Error: the call was interrupted before it had a result.'
    return { role: 'tool', text, callId: call.id, tool: call.name }
  })
  return [{ role: 'assistant', text: entry.text, calls: shown }, ...answers]
}

/** Messages that the hand-off brought along, such as the user's message that started a dialog. */
function carriedMessages(log: readonly LogEntry[], index: number, rendering: Rendering): ModelMessage[] {
  const entry = log[index]
  if (entry?.kind !== 'handoff' || entry.carries.length === 0) return []
  const wanted = new Set(entry.carries)
  const found: ModelMessage[] = []
  for (let back = index - 1; back >= 0 && wanted.size > 0; back -= 1) {
    const earlier = log[back]
    if (earlier === undefined || earlier.turn !== entry.turn) break
    if (earlier.kind === 'text' && wanted.delete(earlier.id))
      found.unshift(textMessage(earlier, rendering.options, rendering.handedOn.has(earlier.id)))
  }
  return found
}

function noteHandedOn(entry: LogEntry & { kind: 'handoff' }, options: ViewOptions, handedOn: Set<string>): void {
  const isInterruption = entry.by === 'switch' || entry.by === 'observer'
  if (!isInterruption || entry.fromScope !== options.scope || entry.scope === options.scope) return
  for (const id of entry.carries) handedOn.add(id)
}

function flatten(groups: readonly ModelMessage[][]): ModelMessage[] {
  const messages: ModelMessage[] = []
  for (let index = groups.length - 1; index >= 0; index -= 1) messages.push(...(groups[index] ?? []))
  return messages
}

function costOf(messages: readonly ModelMessage[]): number {
  let tokens = 0
  for (const message of messages) {
    tokens += estimateTokens(message.text) + 4
    if (message.role === 'assistant' && message.calls !== undefined)
      for (const call of message.calls) tokens += estimateTokens(call.arguments) + 8
  }
  return tokens
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
    const entry = log[index]
    if (entry?.kind !== 'text' || entry.scope !== at.scope) continue
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
