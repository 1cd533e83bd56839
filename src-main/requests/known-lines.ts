/** Lines of what a thread's newest events say, where a request's segments are looked up in them. */
import type { RunEvent } from '../../src-shared/run/log/events'
import type { EventRows } from '../store/event-rows'
import { escapedText, linesOf } from './segments'

/** A line of a string in an event: `r` is the event's row, `p` the string's path in it, `l` counts from 0. */
export type EventLine = { r: number; p: string; l: number }

/** Shorter lines are written out: a place takes as much. */
export const SHORTEST_LINE = 24
/** So many characters are looked through for lines within a segment. */
const MOST_LOOKED_THROUGH = 4_000_000
/** So many events of a thread are looked at again when it is not in memory any more. */
const NEWEST_EVENTS = 60

/** Lines of a thread's newest events, where they are looked up; the oldest are forgotten. */
export type KnownLines = ReturnType<typeof createKnownLines>

export function createKnownLines(most = { lines: 400, characters: 200_000 }) {
  const places = new Map<string, EventLine>()
  const beginnings = createBeginnings()
  let characters = 0
  const forgetOldest = () => {
    for (const line of places.keys()) {
      if (places.size <= most.lines && characters <= most.characters) break
      places.delete(line)
      beginnings.delete(line)
      characters -= line.length
    }
  }
  return {
    add(row: number, path: string, text: string): void {
      if (text.length < SHORTEST_LINE || text.length > most.characters) return
      for (const [l, line] of linesOf(escapedText(text)).entries()) {
        if (line.length < SHORTEST_LINE || places.has(line)) continue
        places.set(line, { r: row, p: path, l })
        beginnings.add(line)
        characters += line.length
      }
      forgetOldest()
    },
    at: (line: string): EventLine | undefined => places.get(line),
    /** The longest line that a text holds. */
    within(text: string): { line: string; place: EventLine } | null {
      if (text.length * places.size > MOST_LOOKED_THROUGH) return null
      const line = beginnings.longestIn(text)
      const place = line === null ? undefined : places.get(line)
      return line === null || place === undefined ? null : { line, place }
    },
  }
}

const BASE = 31
/** What the first of so many characters counts in their number. */
const HIGHEST = Array.from({ length: SHORTEST_LINE - 1 }).reduce<number>((power) => Math.imul(power, BASE), 1)

/** Lines by a number of their first characters, so that a text is gone through once, and not once for each line. */
function createBeginnings() {
  const lines = new Map<number, string[]>()
  return {
    add(line: string): void {
      const number = numberOf(line)
      const known = lines.get(number)
      if (known === undefined) lines.set(number, [line])
      else known.push(line)
    },
    delete(line: string): void {
      const number = numberOf(line)
      const others = (lines.get(number) ?? []).filter((one) => one !== line)
      if (others.length === 0) lines.delete(number)
      else lines.set(number, others)
    },
    longestIn(text: string): string | null {
      if (text.length < SHORTEST_LINE) return null
      let longest: string | null = null
      let number = numberOf(text)
      for (let at = 0; ; at += 1) {
        for (const line of lines.get(number) ?? NONE)
          if (line.length > (longest?.length ?? 0) && text.startsWith(line, at)) longest = line
        if (at + SHORTEST_LINE >= text.length) return longest
        const without = number - Math.imul(text.charCodeAt(at), HIGHEST)
        number = (Math.imul(without, BASE) + text.charCodeAt(at + SHORTEST_LINE)) | 0
      }
    },
  }
}

const NONE: readonly string[] = []

function numberOf(text: string): number {
  let number = 0
  for (let at = 0; at < SHORTEST_LINE; at += 1) number = (Math.imul(number, BASE) + text.charCodeAt(at)) | 0
  return number
}

type NewestLines = { lines: KnownLines; until: number }

/** The lines of a thread's newest events, and the newest row; with what was known until a row, only what came since is read. */
export function newestOf(rows: EventRows, thread: number, known?: NewestLines): NewestLines {
  const since = known === undefined ? [] : rows.ofThread(thread, known.until, NEWEST_EVENTS + 1)
  const isNear = known !== undefined && since.length <= NEWEST_EVENTS
  const lines = isNear ? known.lines : createKnownLines()
  const newest = isNear ? since : rows.newest(thread, NEWEST_EVENTS)
  for (const { row, read } of newest) addLines(lines, row, read())
  return { lines, until: newest.at(-1)?.row ?? known?.until ?? 0 }
}

/** Strings of an event by their paths, such as `entry.calls.0.arguments`. */
export function addLines(lines: KnownLines, row: number, event: RunEvent): void {
  const look = (value: object, path: string): void => {
    for (const [name, inner] of Object.entries(value) as [string, unknown][]) {
      if (typeof inner === 'string') {
        if (inner.length >= SHORTEST_LINE) lines.add(row, under(path, name), inner)
      } else if (typeof inner === 'object' && inner !== null) look(inner, under(path, name))
    }
  }
  look(event, '')
}

function under(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`
}
