/**
 * Finds threads by their name and by what was said in them. The index is brought up to date before it is asked: turns do not wait for it, and a
 * library of an older Baton gets it with the first search.
 */
import { createBreather } from '../in-slices'
import { write, type LibraryDatabase } from '../store/database'
import { createEventRows } from '../store/event-rows'
import { excerptOf, indexedText, indexQuery, saidText, wordsOf, type Excerpt } from './said-words'

/** `flowId` null: threads of all flows. `text` blank: all of them, the one that was last talked to first. */
export type ThreadQuery = { readonly flowId: string | null; readonly text: string; readonly limit: number }
/** `excerpt` null: it was found by its name, or nothing was looked for. */
export type FoundThread = { readonly threadId: string; readonly excerpt: Excerpt | null }

export type ThreadSearch = {
  readonly find: (query: ThreadQuery) => Promise<FoundThread[]>
  /** Takes into the index what was said since the last time. */
  readonly update: () => Promise<void>
}

/** So many entries go into the index at once, while nobody else can write. */
const BATCH = 100
/** So many entries that fit are looked at to find threads: many of one thread count once. */
const MOST_HITS = 20_000

type TitleRow = { id: string; title: string }
type HitRow = { row: number; thread: string }

export function createThreadSearch(db: LibraryDatabase): ThreadSearch {
  const named = db.prepare<[string | null, string | null], TitleRow>(
    'SELECT id, title FROM threads WHERE +? IS NULL OR flow = +? ORDER BY changed_at DESC, number DESC',
  )
  const said = db.prepare<[string, string | null, string | null, number], HitRow>(
    `SELECT said.rowid AS row, threads.id AS thread FROM said CROSS JOIN events ON events.id = said.rowid
     CROSS JOIN threads ON threads.number = events.thread
     WHERE said MATCH +? AND (+? IS NULL OR threads.flow = +?) ORDER BY said.rowid DESC LIMIT +?`,
  )
  const rows = createEventRows(db)
  const update = indexUpdate(db)
  return {
    update,
    async find({ flowId, text, limit }) {
      const names = named.iterate(flowId, flowId)
      const byName = firstOf(names, limit, ({ title }) => isNamed(title, text)).map(({ id }) => id)
      const query = indexQuery(text)
      // Whoever looks for what has no words finds names alone.
      if (query === null) return byName.map((threadId) => ({ threadId, excerpt: null }))
      await update()
      const hits = new Map<string, number>()
      for (const { row, thread } of said.iterate(query, flowId, flowId, MOST_HITS)) {
        if (!hits.has(thread)) hits.set(thread, row)
        if (hits.size >= limit) break
      }
      const events = rows.at([...hits.values()])
      const bySaid = [...hits].map(([threadId, row]): FoundThread => {
        const event = events.get(row)
        const words = event === undefined ? null : saidText(event)
        return { threadId, excerpt: words === null ? null : excerptOf(words, text) }
      })
      const nameOnly = byName.filter((id) => !hits.has(id)).map((threadId) => ({ threadId, excerpt: null }))
      return [...nameOnly, ...bySaid].slice(0, limit)
    },
  }
}

function indexUpdate(db: LibraryDatabase): ThreadSearch['update'] {
  const until = db.prepare<[], number>('SELECT event FROM said_until').pluck()
  const setUntil = db.prepare<[number]>('UPDATE said_until SET event = ?')
  const newest = db.prepare<[], number | null>('SELECT max(id) FROM events').pluck()
  const add = db.prepare<[number, string]>('INSERT INTO said (rowid, text) VALUES (?, ?)')
  const rows = createEventRows(db)
  /** False: there was nothing left. */
  const batch = (): boolean => {
    const last = newest.get() ?? 0
    if ((until.get() ?? 0) >= last) return false
    write(db, () => {
      const after = until.get() ?? 0
      const entries = rows.entriesAfter(after, BATCH)
      for (const { row, read } of entries) {
        const text = saidText(read())
        if (text !== null) add.run(row, indexedText(text))
      }
      setUntil.run(entries.length < BATCH ? Math.max(after, last) : (entries.at(-1)?.row ?? after))
    })
    return true
  }
  return async () => {
    const { breathe } = createBreather()
    while (db.open && batch()) await breathe()
  }
}

/** Whether each word of the text stands in the name; of a text without words, whether it does itself. */
function isNamed(title: string, text: string): boolean {
  const name = title.toLowerCase()
  const words = wordsOf(text)
  if (words.length === 0) return name.includes(text.trim().toLowerCase())
  return words.every((word) => name.includes(word.toLowerCase()))
}

function firstOf<T>(items: Iterable<T>, limit: number, fits: (item: T) => boolean): T[] {
  return Iterator.from(items).filter(fits).take(limit).toArray()
}
