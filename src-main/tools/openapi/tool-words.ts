/** What models and searches read of an operation: what it does, without what only a reader of the manual needs. */

/** From this length on only the beginning counts: what comes after it is about limits, headers and media types. */
const LONG = 300

/** The description with links as their words; of a long one the summary and the first paragraph after it. */
export function toolWords(description: string): string {
  const plain = description.replace(/!?\[([^\][]*)\]\([^()]*\)/g, '$1')
  if (plain.length <= LONG) return plain
  return plain.split('\n\n').slice(0, 2).join('\n\n')
}
