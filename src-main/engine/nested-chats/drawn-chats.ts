/** Nested chats as they are drawn, and the conversation that one was called from (swarm 17, 19). */
import { recipientEdgeSchema, type RecipientData } from '../../../src-shared/kinds/edges'
import type { NestedChatData } from '../../../src-shared/kinds/nested-chat'
import { withAttachments } from '../../../src-shared/run/log/attachments'
import type { LogEntry } from '../../../src-shared/run/log/log'
import { logOf, type Draft } from '../state/draft'
import type { CompiledFlow, FlowFacts, OwnNode } from '../contract/runtime'
import type { Frame } from '../state/state'

/** One chat as it is drawn; `to` is its recipient. */
export type DrawnChat = { edge: string; to: string; data: RecipientData }

/** A nested chat as it is drawn. `chat` gives that of a `recipient` edge; it throws when it is not drawn, which a running turn never sees. */
export type DrawnNestedChat = { own: OwnNode<NestedChatData>; chat: (edge: string) => DrawnChat }

/** Reads each chat once, when it is asked for. */
export function drawnNestedChat(own: OwnNode<NestedChatData>, { graph }: FlowFacts): DrawnNestedChat {
  const chats = new Map<string, DrawnChat>()
  return {
    own,
    chat(edge) {
      const known = chats.get(edge)
      if (known !== undefined) return known
      const drawn = graph.flow.edges[edge]
      if (drawn === undefined) throw new Error(`the chat ${edge} is not drawn`)
      const chat = { edge, to: drawn.to.node, data: recipientEdgeSchema.parse(drawn.data) }
      chats.set(edge, chat)
      return chat
    },
  }
}

/** One thing that was said, and by whom. */
type ChatSpeech = { by: 'user' | { name: string }; text: string }

function speakerOf(entry: LogEntry & { kind: 'text' }, by: { name: string }): ChatSpeech['by'] {
  if (entry.author === 'user' || entry.asUser === true) return 'user'
  return entry.speaker === undefined ? by : { name: entry.speaker }
}

/** The texts alone. */
export function textsOf(said: readonly ChatSpeech[]): string[] {
  return said.map(({ text }) => text)
}

/** The contents of the chat that a nested chat was called from, without the call that asked for it and its result (swarm 17, 19). */
export function parentContents(draft: Draft, flow: CompiledFlow, frame: Frame): ChatSpeech[] {
  const scope = parentScopeOf(draft, frame)
  const hidesTransit = flow.settings.swarm.hideTransit
  const log = logOf(draft).filter((entry) => entry.scope === scope)
  const transit = new Set(
    log
      .flatMap((entry) => (entry.kind === 'calls' ? entry.calls.filter((call) => call.transit) : []))
      .map((call) => call.id),
  )
  const isCall = (entry: LogEntry) => entry.kind === 'calls' && entry.calls.some((call) => call.id === frame.call)
  const asking = frame.call === undefined ? undefined : log.findLast(isCall)
  return log.flatMap((entry): ChatSpeech[] => {
    if (entry === asking) return []
    const by = { name: flow.nameOf(entry.author) }
    if (entry.kind === 'text')
      return [{ by: speakerOf(entry, by), text: withAttachments(entry.text, entry.attachments) }]
    if (entry.kind === 'calls') return [{ by, text: entry.text }]
    if (entry.kind !== 'result' || entry.callId === frame.call) return []
    return hidesTransit && transit.has(entry.callId) ? [] : [{ by: { name: entry.tool }, text: entry.text }]
  })
}

/** The scope from which the nested chat on top was called. */
export function parentScopeOf(draft: Draft, frame: Frame): string {
  return draft.frames[draft.frames.indexOf(frame) - 1]?.scope ?? frame.scope
}
