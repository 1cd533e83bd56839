/** Text in an SVG without a browser: how wide it is about, where it breaks, how it is written safely. */

/** Longer texts are cut before they are measured; no box of the diagram holds that much. */
const LONGEST = 400
/** What a person sees as one character, such as a flag, stays together. */
const CHARACTERS = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** A text without what is not shown and what turns the order of what follows. */
export function withoutControls(text: string): string {
  return text.toWellFormed().replace(/[\p{Cc}\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]/gu, ' ')
}

/** Text that is safe between tags and in attributes. */
export function escapeXml(text: string): string {
  return withoutControls(text).replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0) ?? 38};`)
}

/** Lines of at most `width` px at a font size; what does not fit into `most` lines ends in an ellipsis. */
export function wrapText(text: string, { width, size, most }: { width: number; size: number; most: number }): string[] {
  const words = withoutControls(text.slice(0, LONGEST))
    .split(/\s+/)
    .filter((word) => word !== '')
  const lines: string[] = []
  let line = ''
  for (const word of words.flatMap((long) => piecesOf(long, width, size))) {
    const longer = line === '' ? word : `${line} ${word}`
    if (line !== '' && widthOf(longer, size) > width) {
      lines.push(line)
      line = word
    } else line = longer
  }
  if (line !== '') lines.push(line)
  if (lines.length <= most && text.length <= LONGEST) return lines
  const kept = lines.slice(0, most)
  return [...kept.slice(0, -1), cutOff(kept.at(-1) ?? '', width, size)]
}

/** About how wide a text is, in px: a little more than in the usual sans-serif faces. */
export function widthOf(text: string, size: number): number {
  return (hundredthsOf(text) * size) / 100
}

/** In hundredths of the size: whole numbers, whose sums are the same in whatever order they are added. */
function hundredthsOf(text: string): number {
  let sum = 0
  for (const character of text) sum += widthOfCharacter(character)
  return sum
}

function widthOfCharacter(character: string): number {
  const code = character.codePointAt(0) ?? 0
  if (code >= 0x1100) return 105
  if (code >= 0x300 && code < 0x370) return 0
  if ("iljtfrI.,:;|!'`()[] ".includes(character)) return 32
  if ('mwMW@%—…'.includes(character)) return 90
  return /\p{Lu}/u.test(character) ? 68 : 57
}

/** A word that is wider than a line, in pieces that are not. */
function piecesOf(word: string, width: number, size: number): string[] {
  if (widthOf(word, size) <= width) return [word]
  const pieces: string[] = []
  let piece = ''
  let taken = 0
  for (const { segment } of CHARACTERS.segment(word)) {
    const more = hundredthsOf(segment)
    if (piece !== '' && ((taken + more) * size) / 100 > width) {
      pieces.push(piece)
      piece = ''
      taken = 0
    }
    piece += segment
    taken += more
  }
  return [...pieces, piece]
}

function cutOff(line: string, width: number, size: number): string {
  const characters = Array.from(line)
  while (characters.length > 0 && widthOf(`${characters.join('')}…`, size) > width) characters.pop()
  return `${characters.join('').trimEnd()}…`
}
