/** The chats of a queue, as the fields of one of them speak of the others. */
import { edgesFrom } from '../../src-shared/flow/graph'
import type { Flow } from '../../src-shared/flow/records'
import { nodeDataSchema } from '../../src-shared/flow/editing/data'
import { recipientEdgeSchema, type RecipientData } from '../../src-shared/kinds/edges'

/** `place`: from 1, as it is drawn. `to`: the recipient's name. */
export type QueuedChat = { edge: string; place: number; to: string; data: RecipientData }
/** A chat whose result another may hear of; `at` is its place among the results, from 0. */
export type HeardChat = QueuedChat & { at: number }

/** The queue that a chat is in, in order. */
export function queueOf(flow: Flow, edge: string): QueuedChat[] {
  const own = flow.edges[edge]
  if (own === undefined) return []
  return edgesFrom(flow, own.from.node, own.from.port).map((entry, index) => {
    const data = recipientEdgeSchema.safeParse(entry.edge.data)
    return {
      edge: entry.id,
      place: index + 1,
      to: flow.nodes[entry.edge.to.node]?.name ?? '',
      data: data.success ? data.data : recipientEdgeSchema.parse({}),
    }
  })
}

/** The chats that a chat hears of unless it leaves them out: those before it, or those that it waits for; not those that are skipped. */
export function heardChats(flow: Flow, edge: string): HeardChat[] {
  const queue = queueOf(flow, edge)
  const own = queue.find((chat) => chat.edge === edge)
  if (own === undefined) return []
  const isHeard = (chat: QueuedChat): boolean =>
    isSideBySide(flow, edge) ? own.data.prerequisites.includes(chat.data.chatId) : chat.place < own.place
  return queue
    .filter((chat) => chat.edge !== edge && !isSkipped(chat) && isHeard(chat))
    .map((chat, at) => ({ ...chat, at }))
}

/** Later chats without a message never run. */
function isSkipped({ place, data }: QueuedChat): boolean {
  return place > 1 && (data.message ?? '').trim() === ''
}

function isSideBySide(flow: Flow, edge: string): boolean {
  const node = flow.nodes[flow.edges[edge]?.from.node ?? '']
  const data = node === undefined ? undefined : nodeDataSchema(node.kind)?.safeParse(node.data)
  return data?.success === true && data.data['async'] === true
}
