/**
 * How a kept request is written: as segments, each one that an earlier request has too (`base`), lines that stand in events of the thread, or a text of its own. So a
 * conversation that grows by two messages is kept in a hundred bytes, and nothing that was said is kept twice.
 */
import { hash } from 'node:crypto'
import { z } from 'zod'
import { escapedText, linesOf } from './segments'

/** A line of a string in an event: `r` is the event's row, `p` the string's path in it, `l` counts from 0. */
const lineSchema = z.object({ r: z.number().int(), p: z.string(), l: z.number().int() })
export type EventLine = z.infer<typeof lineSchema>

/** What a segment is: its text, a line, or texts and lines one after another. */
export type Segment = string | EventLine | { readonly m: readonly (string | EventLine)[] }

const operationSchema = z.union([
  z.string(),
  /** So many segments of the base, from one on. */
  z.tuple([z.number().int(), z.number().int()]),
  /** `n` lines, each a segment. */
  lineSchema.extend({ n: z.number().int() }),
  z.object({ m: z.array(z.union([z.string(), lineSchema])) }),
])
type Operation = z.infer<typeof operationSchema>

/** `h`: a hash of the whole text. `b`: how many segments the request has; the others are what is known of it. `d`: how many bases it has one behind another. */
export const recordCodeSchema = z.object({
  h: z.string(),
  b: z.number().int(),
  d: z.number().int(),
  o: z.array(operationSchema),
})
export type RecordCode = z.infer<typeof recordCodeSchema>

/** Shorter lines are written out: a place takes as much. */
const SHORTEST_LINE = 24
/** So many characters are looked through for lines within a segment. */
const MOST_LOOKED_THROUGH = 4_000_000

/** Lines of a thread's newest events, where they are looked up; the oldest are forgotten. */
export type KnownLines = ReturnType<typeof createKnownLines>

export function createKnownLines(most = { lines: 400, characters: 200_000 }) {
  const places = new Map<string, EventLine>()
  let characters = 0
  return {
    add(row: number, path: string, text: string): void {
      if (text.length < SHORTEST_LINE || text.length > most.characters) return
      for (const [l, line] of linesOf(escapedText(text)).entries()) {
        if (line.length < SHORTEST_LINE || places.has(line)) continue
        places.set(line, { r: row, p: path, l })
        characters += line.length
      }
      for (const line of places.keys()) {
        if (places.size <= most.lines && characters <= most.characters) break
        places.delete(line)
        characters -= line.length
      }
    },
    at: (line: string): EventLine | undefined => places.get(line),
    /** The longest line that a text holds. */
    within(text: string): { line: string; place: EventLine } | null {
      if (text.length * places.size > MOST_LOOKED_THROUGH) return null
      let found: { line: string; place: EventLine } | null = null
      for (const [line, place] of places)
        if (line.length > (found?.line.length ?? 0) && line.length <= text.length && text.includes(line))
          found = { line, place }
      return found
    },
  }
}

/** Six bytes of a hash: requests of a thread have some thousand segments, and what is read is held against a hash of the whole. */
export function hashOfSegment(segment: string): number {
  return Number.parseInt(hash('sha1', segment, 'hex').slice(0, 12), 16)
}

export function hashOfText(text: string): string {
  return hash('sha1', text, 'base64').slice(0, 12)
}

/** Writes segments as far as the base and the events do not say them. `base`: hashes of its segments, `first`: where each of them is first. */
export function encode(
  { segments, hashes }: HashedSegments,
  { base, first, lines }: { base: readonly number[]; first: ReadonlyMap<number, number>; lines: KnownLines },
): Operation[] {
  const operations: Operation[] = []
  let next = -1
  for (const [at, segment] of segments.entries()) {
    const own = hashes[at] ?? -1
    const last = operations.at(-1)
    const goesOn = next !== -1 && base[next] === own
    const place = goesOn ? next : first.get(own)
    next = place === undefined ? -1 : place + 1
    if (place === undefined) addOwn(operations, segment, lines)
    else if (goesOn && Array.isArray(last)) last[1] += 1
    else operations.push([place, 1])
  }
  return operations
}

function addOwn(operations: Operation[], segment: string, lines: KnownLines): void {
  const last = operations.at(-1)
  const place = segment.length < SHORTEST_LINE ? undefined : lines.at(segment)
  if (place !== undefined) {
    const isNext = isLines(last) && last.r === place.r && last.p === place.p && last.l + last.n === place.l
    if (isNext) last.n += 1
    else operations.push({ ...place, n: 1 })
    return
  }
  const held = segment.length < SHORTEST_LINE ? null : lines.within(segment)
  if (held === null) operations.push(segment)
  else {
    const at = segment.indexOf(held.line)
    const parts = [segment.slice(0, at), held.place, segment.slice(at + held.line.length)]
    operations.push({ m: parts.filter((part) => part !== '') })
  }
}

function isLines(operation: Operation | undefined): operation is EventLine & { n: number } {
  return typeof operation === 'object' && 'n' in operation
}

/** The segments that operations stand for, given those of the base. */
export function flatten(operations: readonly Operation[], base: readonly Segment[]): Segment[] {
  return operations.flatMap((operation): readonly Segment[] => {
    if (typeof operation === 'string') return [operation]
    if (Array.isArray(operation)) return base.slice(operation[0], operation[0] + operation[1])
    if (!isLines(operation)) return [operation]
    const { r, p, l, n } = operation
    return Array.from({ length: n }, (_none, at) => ({ r, p, l: l + at }))
  })
}

/** Segments as operations that need no base. */
export function standingAlone(segments: readonly Segment[]): Operation[] {
  const operations: Operation[] = []
  for (const segment of segments) {
    const last = operations.at(-1)
    if (typeof segment === 'string') operations.push(segment)
    else if ('m' in segment) operations.push({ m: [...segment.m] })
    else if (isLines(last) && last.r === segment.r && last.p === segment.p && last.l + last.n === segment.l) last.n += 1
    else operations.push({ ...segment, n: 1 })
  }
  return operations
}

/** The rows of events that segments need. */
export function rowsOf(segments: readonly Segment[]): Set<number> {
  const rows = new Set<number>()
  for (const segment of segments) {
    if (typeof segment === 'string') continue
    for (const part of 'm' in segment ? segment.m : [segment]) if (typeof part !== 'string') rows.add(part.r)
  }
  return rows
}

/** The text of segments. `textAt`: the string at a path of an event; null where it is gone. */
export function textOf(
  segments: readonly Segment[],
  textAt: (row: number, path: string) => string | null,
): string | null {
  const known = new Map<string, readonly string[]>()
  const lineOf = ({ r, p, l }: EventLine): string | null => {
    const key = `${r} ${p}`
    const lines = known.get(key) ?? linesOf(escapedText(textAt(r, p) ?? ''))
    known.set(key, lines)
    return lines[l] ?? null
  }
  const texts: string[] = []
  for (const segment of segments) {
    const parts = typeof segment === 'string' ? [segment] : 'm' in segment ? segment.m : [segment]
    for (const part of parts) {
      const text = typeof part === 'string' ? part : lineOf(part)
      if (text === null) return null
      texts.push(text)
    }
  }
  return texts.join('')
}

/** What a request is compared with: the segments of the one before it, as long as they are in memory. */
export type KnownSegments = HashedSegments & {
  /** Where each hash is first. */
  readonly first: ReadonlyMap<number, number>
}

const NOTHING: KnownSegments = { segments: [], hashes: [], first: new Map() }

/** Segments with their hashes; those that go on as the ones before do, which most of a conversation does, are compared and not hashed. */
export function hashSegments(segments: readonly string[], known: KnownSegments = NOTHING): HashedSegments {
  let next = 0
  const hashes = segments.map((segment) => {
    if (known.segments[next] === segment) {
      next += 1
      return known.hashes[next - 1] ?? hashOfSegment(segment)
    }
    const own = hashOfSegment(segment)
    const place = known.first.get(own)
    if (place !== undefined) next = place + 1
    return own
  })
  return { segments, hashes }
}

/** Where each hash is first, made from what was known of the list before: work is only where the two differ. */
export function firstPlaces(
  hashes: readonly number[],
  before: { readonly hashes: readonly number[]; readonly first: Map<number, number> } = {
    hashes: [],
    first: new Map(),
  },
): Map<number, number> {
  const { first } = before
  let same = 0
  while (same < hashes.length && hashes[same] === before.hashes[same]) same += 1
  for (let at = before.hashes.length - 1; at >= same; at -= 1) {
    const one = before.hashes[at]
    if (one !== undefined && first.get(one) === at) first.delete(one)
  }
  for (let at = same; at < hashes.length; at += 1) {
    const one = hashes[at]
    if (one !== undefined && !first.has(one)) first.set(one, at)
  }
  return first
}

/** Segments, each with its hash. */
export type HashedSegments = { readonly segments: readonly string[]; readonly hashes: readonly number[] }

/** Segments without keys and secrets; those that the base has are looked at no more. A text that is cleaned becomes one segment; where none is, they are the same object. */
export function cleanSegments(
  given: HashedSegments,
  base: { readonly has: (hash: number) => boolean },
  clean: (text: string) => string,
): HashedSegments {
  const { segments, hashes } = given
  const result: { segments: string[]; hashes: number[] } = { segments: [], hashes: [] }
  let isClean = true
  let run: string[] = []
  let hashesOfRun: number[] = []
  const add = (texts: readonly string[], hashes: readonly number[]) => {
    result.segments.push(...texts)
    result.hashes.push(...hashes)
  }
  const flush = () => {
    const text = run.join('')
    const cleaned = clean(text)
    if (cleaned === text) add(run, hashesOfRun)
    else {
      isClean = false
      add([cleaned], [hashOfSegment(cleaned)])
    }
    run = []
    hashesOfRun = []
  }
  for (const [at, segment] of segments.entries()) {
    const known = hashes[at] ?? hashOfSegment(segment)
    if (base.has(known)) {
      if (run.length > 0) flush()
      add([segment], [known])
    } else {
      run.push(segment)
      hashesOfRun.push(known)
    }
  }
  if (run.length > 0) flush()
  return isClean ? given : result
}
