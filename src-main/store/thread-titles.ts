/** What threads are called until somebody names them. */

const LENGTH = 60

/** How a thread came of another one: with a message or a plan that was changed, by doing the same once more, or by going on from a moment. */
export type ForkReason = 'edited' | 'again' | 'fork'
const MARK = / \((?:edited|again|fork)(?: \d+)?\)$/

/** `Prices` becomes `Prices (edited)`, or `Prices (edited 2)` where that is `taken`. */
export function forkedTitle(title: string, reason: ForkReason, taken: ReadonlySet<string>): string {
  const name = title.replace(MARK, '')
  for (let nth = 1; ; nth += 1) {
    const marked = `${name} (${reason}${nth === 1 ? '' : ` ${nth}`})`.trim()
    if (!taken.has(marked)) return marked
  }
}

/** The first words of a message, as a title. */
export function titleOf(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  const characters = [...line]
  return characters.length <= LENGTH
    ? line
    : `${characters
        .slice(0, LENGTH - 1)
        .join('')
        .trimEnd()}…`
}
