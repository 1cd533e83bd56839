/** Cuts documents into pieces for search: along headings, paragraphs and sentences, in time that grows with the text. */

import { atOnce, type Slices } from '../../slices'

/** A piece of a text: trimmed, but otherwise word for word as it stands at `at`; `heading` is the section's, without marks. */
export type Chunk = { text: string; at: number; heading: string }

/** Sizes in characters: the longest piece, and how much of it the next piece of the same section may repeat. */
export type ChunkOptions = { size?: number; overlap?: number }

type Section = { start: number; end: number; heading: string; isOnlyHeading: boolean }

const SMALLEST_SIZE = 40
const LINES_AT_ONCE = 200
const LONGEST_HEADING = 200
/** A cut in the first part of a piece would make crumbs; it is only made where nothing else is left. */
const EARLIEST_CUT = 0.4
/** Neighbouring sections that are together shorter than this part of the size share a piece. */
const SMALL_SECTIONS = 0.25

/**
 * Cuts a text into pieces of at most `size` characters. A Markdown heading stays with what follows it, and a new section
 * starts a new piece unless both are small. A section that is too long is cut after a paragraph, else a sentence, else a
 * line, else a word; only a run without any of these is cut inside, and never inside a character.
 */
export function chunkText(text: string, options: ChunkOptions = {}): Chunk[] {
  return atOnce(chunkingText(text, options))
}

/** `chunkText` in slices: a few hundred lines or one piece each, and what is worked on at once is short however long the text is. */
export function* chunkingText(text: string, options: ChunkOptions = {}): Slices<Chunk[]> {
  const size = Math.max(SMALLEST_SIZE, Math.floor(options.size ?? 1200))
  const overlap = Math.max(0, Math.min(Math.floor(options.overlap ?? 150), Math.floor(size * EARLIEST_CUT) - 1))
  const chunks: Chunk[] = []
  for (const section of yield* mergeSmall(yield* sectionsOf(text), size)) {
    yield
    yield* cutSection({ text, section, chunks }, { size, overlap })
  }
  return chunks
}

/** The sections of a text, one behind the other without gaps; a heading inside fenced code is none. */
function* sectionsOf(text: string): Slices<Section[]> {
  const sections: Section[] = []
  let current: Section = { start: 0, end: text.length, heading: '', isOnlyHeading: true }
  let isCode = false
  let count = 0
  for (const { start, end } of linesOf(text)) {
    count += 1
    if (count % LINES_AT_ONCE === 0) yield
    const line = isSpecial(text, start) || current.isOnlyHeading ? text.slice(start, end) : 'more text'
    if (/^ {0,3}(?:```|~~~)/.test(line)) isCode = !isCode
    const heading = isCode ? null : /^ {0,3}#{1,6}[ \t]+(\S.*)$/.exec(line.trimEnd())
    if (heading === null) {
      if (line.trim() !== '') current.isOnlyHeading = false
      continue
    }
    if (start > current.start) sections.push({ ...current, end: start })
    current = { start, end: text.length, heading: headingWords(heading[1] ?? ''), isOnlyHeading: true }
  }
  sections.push(current)
  return sections
}

/** Where lines begin and end, each with its line feed. */
function* linesOf(text: string): Generator<{ start: number; end: number }, void, undefined> {
  for (let start = 0; start < text.length;) {
    const end = text.indexOf('\n', start) + 1 || text.length
    yield { start, end }
    start = end
  }
}

/** Whether a line may be a heading or a fence, by its first character: most lines of a long text are neither. */
function isSpecial(text: string, start: number): boolean {
  let at = start
  while (at < start + 3 && text.charAt(at) === ' ') at += 1
  return '#`~'.includes(text.charAt(at))
}

function headingWords(written: string): string {
  return written
    .slice(0, LONGEST_HEADING)
    .replace(/\s+#+$/, '')
    .trim()
}

/** A heading without a text of its own goes with the next section, and small neighbours go together. */
function* mergeSmall(sections: readonly Section[], size: number): Slices<Section[]> {
  const merged: Section[] = []
  for (const [index, section] of sections.entries()) {
    if (index % LINES_AT_ONCE === 0) yield
    const before = merged.at(-1)
    const together = before === undefined ? 0 : section.end - before.start
    const isSmall = together <= size * SMALL_SECTIONS || (before?.isOnlyHeading === true && together <= size)
    if (before === undefined || !isSmall) merged.push(section)
    else merged[merged.length - 1] = join(before, section)
  }
  return merged
}

function join(before: Section, section: Section): Section {
  const headings = [before.heading, section.heading].filter((heading) => heading !== '')
  return {
    start: before.start,
    end: section.end,
    heading: headings.join(' / '),
    isOnlyHeading: before.isOnlyHeading && section.isOnlyHeading,
  }
}

type ChunkContext = { text: string; section: Section; chunks: Chunk[] }

function* cutSection({ text, section, chunks }: ChunkContext, sizes: Required<ChunkOptions>): Slices<void> {
  const { start, end, heading } = section
  let from = start
  while (from < end) {
    const isLast = end - from <= sizes.size
    const to = isLast ? end : from + cutPlace(text.slice(from, from + sizes.size + 1), sizes.size)
    const piece = text.slice(from, to)
    const trimmed = piece.trim()
    if (trimmed !== '') chunks.push({ text: trimmed, at: from + (piece.length - piece.trimStart().length), heading })
    from = isLast ? end : resumePlace(text, { from, to }, sizes.overlap)
    yield
  }
}

/** Where to end a piece, given one character more than may go into it: the best kind of place, and the last one of its kind. */
const PLACES: readonly RegExp[] = [
  /\n[ \t\r]*\n\s*/g,
  /[.!?…]["'»”’)\]]*\s+|[。！？]["'»”’」』)\]]*\s*/g,
  /\n\s*/g,
  /\s+|[，、；：]/g,
]

function cutPlace(window: string, size: number): number {
  const least = Math.floor(size * EARLIEST_CUT)
  let early = 0
  for (const place of PLACES) {
    const last = lastEnd(window, place, size)
    if (last >= least) return last
    early = Math.max(early, last)
  }
  return early > 0 ? early : hardCut(window, size)
}

/** The end of the last match that does not lie beyond `size`; space at the very end may stick out, for it is trimmed. */
function lastEnd(window: string, place: RegExp, size: number): number {
  let last = 0
  for (const match of window.matchAll(place)) {
    const end = Math.min(match.index + match[0].length, size)
    if (match.index + match[0].trimEnd().length <= size) last = end
  }
  return last
}

/** A cut where there is no place for one: at least not inside a character with its marks. */
function hardCut(window: string, size: number): number {
  for (let at = size; at > size - 16; at -= 1) {
    const after = window.slice(at, at + 2)
    const isInside = /^(?:[\udc00-\udfff]|\u200d|\p{M})/u.test(after) || window.charAt(at - 1) === '\u200d'
    if (!isInside && !/[\ud800-\udbff]/.test(window.charAt(at - 1))) return at
  }
  return size
}

/** Where the next piece starts: at a sentence, or else a word, within the overlap before the cut. Always behind `from`. */
function resumePlace(text: string, { from, to }: { from: number; to: number }, overlap: number): number {
  const earliest = Math.max(from + 1, to - overlap)
  if (overlap === 0 || earliest >= to) return to
  const tail = text.slice(earliest, to)
  const sentence = /(?:[.!?…]["'»”’)\]]*\s+|[。！？]["'»”’」』)\]]*\s*|\n\s*)(?=\S)/.exec(tail)
  if (sentence !== null) return earliest + sentence.index + sentence[0].length
  const word = /\s+(?=\S)/.exec(tail)
  return word === null ? to : earliest + word.index + word[0].length
}
