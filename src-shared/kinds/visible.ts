/** Texts of strangers as a person is shown them: nothing in them is hidden, moves other words about or pretends to be something else. */

/**
 * What cannot be seen as it is: control characters and line ends, format and bidi marks, characters that nothing is drawn for, blanks
 * other than the space, halves of characters, and every mark on a letter after the second, which would paint over other lines.
 */
const HIDDEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}|(?<=\p{M}{2})\p{M}/gu

/** So many characters of a text are shown. */
const MAX_SHOWN = 300

/**
 * The text in one line, with `\u{202e}` for what is hidden. Two texts never look the same: where anything is or looks escaped, each `\`
 * of the text itself is doubled.
 */
export function visibleLine(text: string): string {
  const isPlain = text.search(HIDDEN) === -1 && !text.includes('\\u{')
  return isPlain ? text : text.replaceAll('\\', '\\\\').replace(HIDDEN, (hidden) => `\\u{${codeOf(hidden)}}`)
}

/** As `visibleLine`, but line ends and tabs stay: for showing a text of several lines, such as code. */
export function visibleLines(text: string): string {
  const parts = text.split(/(\r?\n|\t)/)
  return parts.map((part, index) => (index % 2 === 1 ? part : visibleLine(part))).join('')
}

/** A visible text, cut where it is long, with how much more there is. */
export function shortened(visible: string): string {
  if (visible.length <= MAX_SHOWN) return visible
  const cut = visible.slice(0, MAX_SHOWN).replace(/[\uD800-\uDBFF]$/, '')
  return `${cut}… (${visible.length - cut.length} more characters)`
}

/** A word as a shell takes it; one with hidden characters is `$'…'`, so that it can still be copied. Two words never look the same. */
export function shellWord(word: string): string {
  if (/^[\w@%+:,./=-]+$/.test(word)) return word
  if (word.search(HIDDEN) === -1) return `'${word.replaceAll("'", "'\\''")}'`
  const escaped = word.replace(/[\\']/g, '\\$&').replace(HIDDEN, (hidden) => `\\U${codeOf(hidden).padStart(8, '0')}`)
  return `$'${escaped}'`
}

function codeOf(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16)
}
