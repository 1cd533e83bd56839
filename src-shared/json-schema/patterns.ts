/** Regular expressions that strangers wrote: whether they can be read, and whether they are known to end soon. */

/** A pattern as it is used: as Unicode, or as older drafts wrote them; null: it can be read in no way. */
export function readPattern(text: string): RegExp | null {
  for (const flags of ['u', '']) {
    try {
      return new RegExp(text, flags)
    } catch {
      continue
    }
  }
  return null
}

export function isReadablePattern(text: string): boolean {
  return readPattern(text) !== null
}

const MOST_OPTIONAL = 5

/**
 * Whether a pattern takes no longer than the square of a short text: no group is repeated, nothing is looked round at or called back, and at most
 * two parts are of any length (one, where the pattern may begin anywhere). Others may be as quick; nobody knows.
 */
export function isPlainPattern(text: string): boolean {
  const bare = text.replace(/\\[^\dk]/g, '_').replace(/\[(?:\\.|[^\]\\])*\]/g, '_')
  if (/\\|\(\?(?!:)|\)[*+{]/.test(bare)) return false
  const open = bare.replace(/\{(\d+)\}/g, '').match(/[*+]|\{\d+,\d*\}/g) ?? []
  const optional =
    bare
      .replace(/\(\?:/g, '(')
      .replace(/[*+}]\?/g, '_')
      .match(/\?/g) ?? []
  const isBound = bare.startsWith('^') && !bare.includes('|')
  return open.length <= (isBound ? 2 : 1) && optional.length <= MOST_OPTIONAL
}
