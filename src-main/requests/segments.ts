/**
 * How a JSON text is cut into segments, which requests have in common: where lists of its outermost object have their elements, and
 * within long strings before each new line. How a text is cut depends on the text alone, and a longer conversation is cut the same way up to where it goes on.
 */
import { SharedList } from './shared-list'

/** Shorter strings, in characters as JSON writes them, stay within what is round them. */
const LONG = 40
/** A text of more lines is one segment: that many are not worth finding again. */
const MOST_LINES = 5000

const QUOTE = 0x22
const COMMA = 0x2c
const OPEN_LIST = 0x5b
const BACKSLASH = 0x5c
const CLOSE_LIST = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

/** A text that is cut. `ends`: the offset behind each segment, in characters. */
export type CutText = {
  readonly text: string
  readonly ends: SharedList
  /** The lists of the outermost object, in their order. */
  readonly lists: readonly CutList[]
  /** Which segments stand in the text it was compared with too, in order. */
  readonly same: readonly SameSegments[]
}

/** `open`: the offset behind its bracket. `commas`: the offsets of the commas between its elements, and `before`: how many segments end before each. `first`: how many before the list. */
type CutList = {
  readonly open: number
  readonly first: number
  readonly commas: SharedList
  readonly before: SharedList
}

/** So many segments from `at` on are those from `known` on of the text before. */
export type SameSegments = { readonly at: number; readonly known: number; readonly count: number }

/** Joined, the segments of a text are the text, whatever it is; where it is no JSON they may be any pieces of it. */
export function segmentAt({ text, ends }: CutText, at: number): string {
  return text.slice(at === 0 ? 0 : ends.at(at - 1), ends.at(at))
}

/** Cuts a text. What the lists of its outermost object have in common with those of `known`, from their beginnings on, is compared and not cut again, so that work is only where a conversation goes on. */
export function cutText(text: string, known?: CutText): CutText {
  let ends = SharedList.of([])
  const lists: CutList[] = []
  const same: SameSegments[] = []
  const opened: number[] = []
  let from = 0
  const cut = (at: number) => {
    if (at > from) ends.push(at)
    from = Math.max(from, at)
  }
  /** Whether a list of the outermost object, or the outermost list, is open, and nothing in it. */
  const isInList = () => opened.length <= 2 && opened.at(-1) === OPEN_LIST
  const isInListOfObject = () => opened.length === 2 && opened[0] === OPEN_OBJECT
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case QUOTE: {
        const end = endOfString(text, at)
        if (end - at > LONG) {
          cut(at + 1)
          for (const line of linesOf(text.slice(from, end))) cut(from + line.length)
        }
        at = end
        break
      }
      case OPEN_LIST:
        opened.push(OPEN_LIST)
        if (isInList()) cut(at + 1)
        if (isInList() && isInListOfObject()) {
          const place = { open: at + 1, first: ends.length }
          const before = known?.lists[lists.length]
          const commas =
            known === undefined || before === undefined ? 0 : commasInCommon(text, place, { known, before })
          lists.push(beginningOfList(place, before, commas - 1))
          if (known === undefined || before === undefined || commas === 0) break
          const count = (before.before.at(commas - 1) ?? before.first) - before.first
          const moved = place.open - before.open
          same.push({ at: place.first, known: before.first, count })
          ends = goingOn(ends, known.ends, { from: before.first, count, moved })
          // The comma itself is looked at again.
          from = (before.commas.at(commas - 1) ?? 0) + moved
          at = from - 1
        }
        break
      case OPEN_OBJECT:
        opened.push(OPEN_OBJECT)
        break
      case COMMA:
        if (!isInList()) break
        cut(at)
        if (isInListOfObject()) {
          lists.at(-1)?.commas.push(at)
          lists.at(-1)?.before.push(ends.length)
        }
        break
      case CLOSE_LIST:
      case CLOSE_OBJECT:
        if (isInList()) cut(at)
        opened.pop()
        break
    }
  }
  cut(text.length)
  return { text, ends, lists, same }
}

/** Up to where a text that goes on as this one has the same: the last comma of the longest list, which is that of the messages. */
export function placeToGoOn({ lists }: CutText): number {
  let longest: SharedList | null = null
  for (const { commas } of lists) if (longest === null || commas.length >= longest.length) longest = commas
  return longest?.last() ?? 0
}

type ListPlace = Pick<CutList, 'open' | 'first'>

/** How many commas of the list before a list has too, with what stands before them. */
function commasInCommon(
  text: string,
  { open }: ListPlace,
  { known, before }: { known: CutText; before: CutList },
): number {
  const last = (before.commas.last() ?? before.open) - before.open
  const length = commonLength(text.slice(open, open + last), known.text.slice(before.open, before.open + last))
  let count = before.commas.length
  while (count > 0 && (before.commas.at(count - 1) ?? 0) - before.open > length) count -= 1
  return count
}

/** A list with so many commas of the one before. */
function beginningOfList(place: ListPlace, before: CutList | undefined, commas: number): CutList {
  const none = SharedList.of([])
  if (before === undefined || commas <= 0) return { ...place, commas: none, before: SharedList.of([]) }
  const moved = { from: 0, count: commas }
  return {
    ...place,
    commas: goingOn(none, before.commas, { ...moved, moved: place.open - before.open }),
    before: goingOn(SharedList.of([]), before.before, { ...moved, moved: place.first - before.first }),
  }
}

/** A list that goes on with numbers of another, each so much higher. Where both are the same up to there, nothing is copied. */
export function goingOn(
  list: SharedList,
  other: SharedList,
  { from, count, moved = 0 }: { from: number; count: number; moved?: number },
): SharedList {
  if (moved === 0 && from === list.length && list.inCommonWith(other) === from) return other.upTo(from + count)
  for (let at = from; at < from + count; at += 1) list.push((other.at(at) ?? -1) + moved)
  return list
}

/** How many characters two texts have in common from their beginnings. Pieces are compared, which costs next to nothing a character. */
function commonLength(one: string, other: string): number {
  let low = 0
  let high = Math.min(one.length, other.length)
  if (one.slice(0, high) === other.slice(0, high)) return high
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (one.slice(low, middle) === other.slice(low, middle)) low = middle
    else high = middle - 1
  }
  return low
}

/** The place of the quotation mark that ends the string which begins at one; the length of the text where none does. */
function endOfString(text: string, begin: number): number {
  for (let at = text.indexOf('"', begin + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let before = at - 1
    while (text.charCodeAt(before) === BACKSLASH) before -= 1
    if ((at - before) % 2 === 1) return at
  }
  return text.length
}

/** A text within a JSON string, without the quotation marks, line by line; each but the first begins with its line break. */
export function linesOf(escaped: string): string[] {
  const lines: string[] = []
  let from = 0
  for (let at = escaped.indexOf('\\n', 1); at !== -1; at = escaped.indexOf('\\n', at + 2)) {
    lines.push(escaped.slice(from, at))
    if (lines.length >= MOST_LINES) return [escaped]
    from = at
  }
  return from < escaped.length ? [...lines, escaped.slice(from)] : lines
}

/** A text as it stands between quotation marks in JSON. */
export function escapedText(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}
