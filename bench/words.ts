/** Texts that say nothing and hardly compress, the same on every run. */

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789'

/** Random words of 2 to 8 letters and digits, exactly so many characters (and bytes) of them. */
export function words(length: number, seed: number): string {
  let state = (seed * 2_654_435_761 + 88_675_123) >>> 0 || 1
  const next = (below: number): number => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % below
  }
  let text = ''
  while (text.length < length) {
    const size = 2 + next(7)
    for (let letter = 0; letter < size; letter += 1) text += LETTERS[next(LETTERS.length)] ?? 'x'
    text += ' '
  }
  return `${text.slice(0, length - 1)}.`
}
