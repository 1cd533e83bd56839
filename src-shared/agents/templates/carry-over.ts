/** What the chats of a nested chat are told, and what they come to: the one place of both carry formats (swarm 15 to 22). */

/** The word with which a participant ends a chat; it never reaches anybody else (swarm 22). */
const TERMINATE = /TERMINATE/g

/** Whether a message ends its chat. */
export function endsChat(text: string): boolean {
  return text.includes('TERMINATE')
}

/** A summary without the word that ended the chat. */
export function withoutTerminate(text: string): string {
  return endsChat(text) ? text.replace(TERMINATE, '').trim() : text
}

/** `all`: the contents of a chat joined by newline, empty ones left out; `last_msg`: the last of them (swarm 17). */
export function carriedText(contents: readonly string[], method: 'all' | 'last_msg'): string {
  const said = contents.filter((content) => content.trim() !== '')
  return method === 'all' ? said.join('\n') : (said.at(-1) ?? '')
}

/** What may come before the first chat: what is carried over, what the hand-off told, and the parent chat's last message. */
export type OpeningParts = { carried: string; told: string; last: string }

/** What the first chat is told before summaries: its own message, or the parent chat's last one; with what is carried over (swarm 15, 16). */
export function openingMessage(own: string | null, { carried, told, last }: OpeningParts): string {
  const message = own ?? (carried === '' ? last : '')
  const context = carried === '' || told === '' ? carried + told : `${carried}\n${told}`
  return context === '' ? message : `${message === '' ? '' : `${message}\n`}Context:\n${context}`
}

/** A chat's message with what finished chats came to; there is a space after this colon (swarm 21). */
export function messageWithSummaries(message: string, summaries: readonly string[]): string {
  const told = summaries.filter((summary) => summary.trim() !== '')
  return told.length === 0 ? message : `${message}\nContext: \n${told.join('\n')}`
}

/** One chat of a queue whose order prerequisites decide. */
export type OrderedChat = { id: string; prerequisites: readonly string[] }

/** Ids of chats that can never begin, because prerequisites wait for each other (swarm 24). */
export function unsolvableChats(chats: readonly OrderedChat[]): string[] {
  const done = new Set<string>()
  let waiting = [...chats]
  for (;;) {
    const ready = waiting.filter((chat) => chat.prerequisites.every((id) => done.has(id)))
    if (ready.length === 0) return waiting.map((chat) => chat.id)
    for (const chat of ready) done.add(chat.id)
    waiting = waiting.filter((chat) => !ready.includes(chat))
  }
}
