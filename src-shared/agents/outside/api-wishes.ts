/** Which operations of an API a person wants, as a list of wishes says it. */

/** What of an operation wishes may name. `name`: of the tool that it becomes. */
export type WishedOperation = {
  readonly name: string
  readonly operationId: string | null
  /** In capitals. */
  readonly method: string
  readonly path: string
  readonly tags: readonly string[]
}

/**
 * Whether a list of wishes takes an operation; an empty list takes all. A wish is a tool name, an operationId, `tag:NAME`, `METHOD /path`
 * or a path; `*` stands for any characters, slashes too. The case of a method does not matter.
 */
export function includesOperation(operation: WishedOperation, include: readonly string[]): boolean {
  const wishes = include.map((wish) => wish.trim()).filter((wish) => wish !== '')
  return wishes.length === 0 || wishes.some((wish) => takes(operation, wish))
}

function takes({ name, operationId, tags, method, path }: WishedOperation, wish: string): boolean {
  if (wish === name || wish === operationId) return true
  if (wish.startsWith('tag:')) {
    const tag = wish.slice(4).trim()
    return tags.some((one) => matches(one, tag))
  }
  const [, verb, place] = /^([A-Za-z*]+)\s+(\/.*|\*)$/s.exec(wish) ?? []
  if (verb !== undefined && place !== undefined)
    return (verb === '*' || verb.toUpperCase() === method) && matches(path, place)
  if (wish.startsWith('/')) return matches(path, wish)
  return matches(name, wish) || (operationId !== null && matches(operationId, wish))
}

/** Whether a text is what a pattern says; in time that grows with their lengths only, whatever stars there are. */
function matches(text: string, pattern: string): boolean {
  const [first = '', ...rest] = pattern.split('*')
  const last = rest.pop()
  if (last === undefined) return text === pattern
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length) return false
  const end = text.length - last.length
  let index = first.length
  for (const piece of rest) {
    const found = text.indexOf(piece, index)
    if (found === -1) return false
    index = found + piece.length
  }
  return index <= end
}
