/** What a pool of tools is asked for: the texts of a conversation that its setting names (Workbench 1). */
import type { PoolSettings } from '../../../src-shared/kinds/kind'
import type { LogEntry, Scope } from '../../../src-shared/run/log/log'

/** Of a longer query the newest characters count. */
const MOST_CHARACTERS = 8_000

/** Pictures in a text are not text: Markdown's, and bare data addresses. */
const PICTURES = /!\[[^\]]*\]\([^)]*\)|data:image\/[^\s)]+/g

/** Who looks for tools, and where. What was said in the turns from `unanswered` on, the newest one left out, is no answer. */
export type QueryContext = { scope: Scope; viewer: string; unanswered?: number | undefined }

/** The texts joined by newlines, without pictures; empty when there is nothing to look for. */
export function poolQuery(log: readonly LogEntry[], setting: PoolSettings['query'], at: QueryContext): string {
  const { said, answered } = whatWasSaid(log, at)
  const texts = chosen(setting, said, answered).map(({ text }) => text.replace(PICTURES, ' ').trim())
  const joined = texts.filter((text) => text !== '').join('\n')
  return joined.slice(-MOST_CHARACTERS).trim()
}

type SpokenText = { text: string; isUser: boolean; isOwn: boolean }

function chosen(setting: PoolSettings['query'], said: readonly SpokenText[], answered: number): readonly SpokenText[] {
  switch (setting) {
    case 'new-messages':
      return said.slice(answered).filter(({ isOwn }) => !isOwn)
    case 'last-user-message':
      return said.filter(({ isUser }) => isUser).slice(-1)
    case 'thread':
      return said
  }
}

/**
 * The texts of a scope, with those that hand-offs brought along, and how many of them came before the viewer's last answer: a text of
 * its own, or a hand-off. What it said in turns that failed is no answer.
 */
function whatWasSaid(log: readonly LogEntry[], { scope, viewer, unanswered = Infinity }: QueryContext) {
  const said: SpokenText[] = []
  let answered = 0
  const newest = log.at(-1)?.turn ?? 0
  const isAnswer = ({ turn }: LogEntry) => turn < unanswered || turn === newest
  const add = (entry: LogEntry & { kind: 'text' | 'calls' }) =>
    said.push({
      text: entry.text,
      isUser: entry.author === 'user' || (entry.kind === 'text' && entry.asUser === true),
      isOwn: entry.author === viewer,
    })
  for (const [index, entry] of log.entries()) {
    if (entry.kind === 'text' && entry.scope === scope) {
      add(entry)
      if (entry.author === viewer && isAnswer(entry)) answered = said.length
    }
    // Text beside calls, such as beside a hand-off, is visible to the other participants.
    if (entry.kind === 'calls' && entry.scope === scope && entry.author !== viewer) add(entry)
    if (entry.kind !== 'handoff') continue
    if (entry.scope === scope) carried(log, index, entry.carries).forEach(add)
    if (entry.from === viewer && entry.fromScope === scope && isAnswer(entry)) answered = said.length
  }
  return { said, answered }
}

function carried(log: readonly LogEntry[], before: number, ids: readonly string[]) {
  if (ids.length === 0) return []
  return log
    .slice(0, before)
    .filter((entry): entry is LogEntry & { kind: 'text' } => entry.kind === 'text' && ids.includes(entry.id))
}
