/** Two texts line by line, or two lists: what both have, and what only one of them has. */

/** A line: of both texts, of the first only, or of the second only. */
export type LineChange = { of: 'both' | 'before' | 'after'; text: string }

/** Texts with more lines that differ than this are shown one after the other. */
const MOST_COMPARED = 1500

/** The lines of both, in order; as few of them as can be are of one text only. */
export function lineChanges(before: string, after: string): LineChange[] {
  return listChanges(linesOf(before), linesOf(after))
}

/** The same of two lists. */
export function listChanges(old: readonly string[], now: readonly string[]): LineChange[] {
  let head = 0
  while (head < old.length && head < now.length && old[head] === now[head]) head += 1
  let tail = 0
  while (tail < Math.min(old.length, now.length) - head && old.at(-1 - tail) === now.at(-1 - tail)) tail += 1
  const middle = between(old.slice(head, old.length - tail), now.slice(head, now.length - tail))
  const both = (text: string): LineChange => ({ of: 'both', text })
  return [...old.slice(0, head).map(both), ...middle, ...old.slice(old.length - tail).map(both)]
}

/** By the longest row of lines that both have. */
function between(old: readonly string[], now: readonly string[]): LineChange[] {
  const gone = (text: string): LineChange => ({ of: 'before', text })
  const come = (text: string): LineChange => ({ of: 'after', text })
  if (Math.max(old.length, now.length) > MOST_COMPARED) return [...old.map(gone), ...now.map(come)]
  const width = now.length + 1
  const longest = new Uint16Array((old.length + 1) * width)
  const at = (row: number, column: number): number => longest[row * width + column] ?? 0
  for (let row = old.length - 1; row >= 0; row -= 1) {
    for (let column = now.length - 1; column >= 0; column -= 1) {
      const isSame = old[row] === now[column]
      longest[row * width + column] = isSame
        ? at(row + 1, column + 1) + 1
        : Math.max(at(row + 1, column), at(row, column + 1))
    }
  }
  const lines: LineChange[] = []
  let [row, column] = [0, 0]
  while (row < old.length || column < now.length) {
    const [first, second] = [old[row], now[column]]
    if (first !== undefined && first === second) {
      lines.push({ of: 'both', text: first })
      row += 1
      column += 1
    } else if (second === undefined || (first !== undefined && at(row + 1, column) >= at(row, column + 1))) {
      lines.push(gone(first ?? ''))
      row += 1
    } else {
      lines.push(come(second))
      column += 1
    }
  }
  return lines
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n')
}
