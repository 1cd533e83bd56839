/** What threads are called until somebody names them. */

const LENGTH = 60
const EDITED = / \(edited(?: (\d+))?\)$/

/** `Prices` becomes `Prices (edited)`, then `Prices (edited 2)`. */
export function editedTitle(title: string): string {
  const found = EDITED.exec(title)
  const times = found === null ? 0 : Number(found[1] ?? 1)
  return `${title.replace(EDITED, '')} (edited${times === 0 ? '' : ` ${times + 1}`})`.trim()
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
