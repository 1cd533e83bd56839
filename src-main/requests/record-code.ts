/**
 * How a kept request is written: as segments, each one that an earlier request has too (`base`), lines that stand in events of the thread, or a text of its own. So a
 * conversation that grows by two messages is kept in a hundred bytes, and nothing that was said is kept twice.
 */
import { createHash, hash, type Hash } from 'node:crypto'
import { z } from 'zod'
import { SHORTEST_LINE, type EventLine, type KnownLines } from './known-lines'
import { escapedText, goingOn, linesOf, segmentAt, type CutText, type SameSegments } from './segments'
import { SharedList } from './shared-list'

const lineSchema: z.ZodType<EventLine> = z.object({ r: z.number().int(), p: z.string(), l: z.number().int() })
const partsSchema = z.array(z.union([z.string(), lineSchema]))

/** What a segment is: its text, a line, or texts and lines one after another. */
export type Segment = string | EventLine | { readonly m: readonly (string | EventLine)[] }

/** What is written of segments: a text; so many segments of the base, from one on; `n` lines, each a segment; or texts and lines that make one. */
type Operation =
  | string
  | [from: number, count: number]
  | (EventLine & { n: number })
  | { m: readonly (string | EventLine)[] }

/** Long conversations have thousands, and every so many requests all of them are read: a union of schemas would cost more than the rest of it. */
function isOperation(value: unknown): boolean {
  if (typeof value === 'string') return true
  if (Array.isArray(value)) return value.length === 2 && value.every(Number.isInteger)
  if (typeof value !== 'object' || value === null) return false
  if ('n' in value) return Number.isInteger(value.n) && lineSchema.safeParse(value).success
  return 'm' in value && partsSchema.safeParse(value.m).success
}

/** `h`: a hash of the whole text. `b`: how many segments the request has; the others are what is known of it. `d`: how many bases it has one behind another. */
export const recordCodeSchema = z.object({
  h: z.string(),
  b: z.number().int(),
  d: z.number().int(),
  o: z.array(z.custom<Operation>(isOperation)),
})
export type RecordCode = z.infer<typeof recordCodeSchema>

/** Six bytes of a hash: requests of a thread have some thousand segments, and what is read is held against a hash of the whole. */
export function hashOfSegment(segment: string): number {
  return Number.parseInt(hash('sha1', segment, 'hex').slice(0, 12), 16)
}

export function hashOfText(text: string): string {
  return hash('sha1', text, 'base64').slice(0, 12)
}

/** Writes the segments of a part behind those that are written, as far as the base and the events do not say them. `offset`: how many segments the base has before that part. */
export function encode(
  { hashes, textAt, same }: HashedPart,
  { known, offset, lines }: { known: KnownPart; offset: number; lines: KnownLines },
  operations: Operation[],
): void {
  let next = -1
  let run = 0
  for (let at = 0; at < hashes.length; at += 1) {
    const whole = same[run]
    const isRun = whole?.at === at
    const own = hashes.at(at) ?? -1
    const goesOn = next !== -1 && known.hashes.at(next) === own
    const place = isRun ? whole.known : goesOn ? next : known.first.get(own)
    const count = isRun ? whole.count : 1
    next = place === undefined ? -1 : place + count
    if (place === undefined) addOwn(operations, textAt(at), lines)
    else addKnown(operations, place + offset, count)
    if (!isRun) continue
    run += 1
    at += count - 1
  }
}

function addKnown(operations: Operation[], place: number, count: number): void {
  const last = operations.at(-1)
  if (Array.isArray(last) && last[0] + last[1] === place) last[1] += count
  else operations.push([place, count])
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

/** Operations on what `older` operations make, as operations on what those have as their base. Work is only where there are operations, however many segments they stand for. */
export function composed(operations: readonly Operation[], older: readonly Operation[]): Operation[] {
  return operations.flatMap((operation) =>
    Array.isArray(operation) ? within(older, operation[0], operation[0] + operation[1]) : [operation],
  )
}

/** The operations that make the segments from one place to another. */
function within(operations: readonly Operation[], from: number, to: number): Operation[] {
  const found: Operation[] = []
  let at = 0
  for (const operation of operations) {
    if (at >= to) break
    const count = segmentsIn(operation)
    const skipped = Math.max(0, from - at)
    const taken = Math.min(count, to - at) - skipped
    if (taken > 0) found.push(partOf(operation, skipped, taken))
    at += count
  }
  return found
}

function segmentsIn(operation: Operation): number {
  if (Array.isArray(operation)) return operation[1]
  return isLines(operation) ? operation.n : 1
}

function partOf(operation: Operation, skipped: number, taken: number): Operation {
  if (Array.isArray(operation)) return [operation[0] + skipped, taken]
  return isLines(operation) ? { ...operation, l: operation.l + skipped, n: taken } : operation
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

/** A part of a record, the request or what is known of it, as the next one's is compared with it. `first`: where each hash is first. `cut`: null where its text is not in memory. */
export type KnownPart = {
  readonly hashes: SharedList
  readonly first: Map<number, number>
  readonly cut: CutText | null
}

export function knownPart(hashes: SharedList): KnownPart {
  return { hashes, first: firstPlaces(hashes), cut: null }
}

/** A part with the hash of each segment. `same`: which of them stand in the part it was compared with. */
export type HashedPart = {
  readonly hashes: SharedList
  readonly textAt: (at: number) => string
  readonly same: readonly SameSegments[]
}

/** What stands in the part before has its hashes already. */
export function hashPart(cut: CutText, known: KnownPart): HashedPart {
  let hashes = SharedList.of([])
  const hashTo = (end: number) => {
    for (let at = hashes.length; at < end; at += 1) hashes.push(hashOfSegment(segmentAt(cut, at)))
  }
  for (const { at, known: from, count } of cut.same) {
    hashTo(at)
    hashes = goingOn(hashes, known.hashes, { from, count })
  }
  hashTo(cut.ends.length)
  return { hashes, textAt: (at) => segmentAt(cut, at), same: cut.same }
}

/** The whole text of a part. */
export function textOfPart({ hashes, textAt }: HashedPart): string {
  return Array.from({ length: hashes.length }, (_none, at) => textAt(at)).join('')
}

/** Where each hash is first, made from what was known of the list before: `before` is changed, and work is only where the two differ. */
export function firstPlaces(
  hashes: SharedList,
  before: { readonly hashes: SharedList; readonly first: Map<number, number> } = {
    hashes: SharedList.of([]),
    first: new Map(),
  },
): Map<number, number> {
  const { first } = before
  const from = hashes.inCommonWith(before.hashes)
  const gone = new Set<number>()
  for (let at = from; at < before.hashes.length; at += 1) {
    const one = before.hashes.at(at) ?? -1
    if (hashes.at(at) === one || first.get(one) !== at) continue
    first.delete(one)
    gone.add(one)
  }
  for (let at = from; at < hashes.length; at += 1) {
    const one = hashes.at(at) ?? -1
    if ((one !== before.hashes.at(at) || gone.has(one)) && (first.get(one) ?? Infinity) > at) first.set(one, at)
  }
  return first
}

/** A part without keys and secrets; what the base has is looked at no more. A text that is cleaned becomes one segment; where none is, they are the same object. */
export function cleanPart(
  part: HashedPart,
  base: { readonly has: (hash: number) => boolean },
  clean: (text: string) => string,
): HashedPart {
  const { hashes, textAt, same } = part
  const pieces: { readonly from: number; readonly to: number; readonly cleaned: string }[] = []
  let from = -1
  const flush = (to: number) => {
    if (from === -1) return
    const text = Array.from({ length: to - from }, (_none, at) => textAt(from + at)).join('')
    const cleaned = clean(text)
    if (cleaned !== text) pieces.push({ from, to, cleaned })
    from = -1
  }
  let run = 0
  for (let at = 0; at < hashes.length; at += 1) {
    const whole = same[run]?.at === at ? same[run] : undefined
    if (whole !== undefined || base.has(hashes.at(at) ?? -1)) flush(at)
    else if (from === -1) from = at
    if (whole === undefined) continue
    run += 1
    at += whole.count - 1
  }
  flush(hashes.length)
  return pieces.length === 0 ? part : withPieces(part, pieces)
}

function withPieces(
  { hashes, textAt }: HashedPart,
  pieces: readonly { readonly from: number; readonly to: number; readonly cleaned: string }[],
): HashedPart {
  const texts: string[] = []
  const all = SharedList.of([])
  let at = 0
  const take = (to: number) => {
    for (; at < to; at += 1) {
      texts.push(textAt(at))
      all.push(hashes.at(at) ?? -1)
    }
  }
  for (const { from, to, cleaned } of pieces) {
    take(from)
    texts.push(cleaned)
    all.push(hashOfSegment(cleaned))
    at = to
  }
  take(hashes.length)
  return { hashes: all, textAt: (index) => texts[index] ?? '', same: [] }
}

/** The hash of the beginning of a text, up to `at`. */
export type TextBeginning = { readonly at: number; readonly hash: Hash }

/** The same as `hashOfText` of both texts, one behind the other. What `before` is the hash of is not hashed again; the caller has seen that the text begins so. `at`: up to where the next text will go on as this one. */
export function hashOfGrowing(
  text: string,
  more: string,
  { before, at }: { before: TextBeginning | null; at: number },
): { readonly hash: string; readonly begun: TextBeginning } {
  const begun = before?.hash.copy() ?? createHash('sha1')
  const end = Math.max(at, before?.at ?? 0)
  begun.update(text.slice(before?.at ?? 0, end))
  const whole = begun.copy().update(text.slice(end)).update(more)
  return { hash: whole.digest('base64').slice(0, 12), begun: { at: end, hash: begun } }
}
