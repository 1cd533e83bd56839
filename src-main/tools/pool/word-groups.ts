/** What words have to do with each other, from `resources/word-groups.txt`, which says what they gain; the build puts its text into the program. */

/** The groups as they are written: a name, and words in their plain form. */
export function readWordGroups(): Map<string, string[]> {
  const files = import.meta.glob<string>('../../../resources/word-groups.txt', {
    eager: true,
    query: '?raw',
    import: 'default',
  })
  const lines = (Object.values(files)[0] ?? '').split('\n').filter((line) => !line.startsWith('#'))
  const groups = new Map<string, string[]>()
  for (const group of lines.join('\n').split(/\n(?=\S)/)) {
    const [name, words] = group.split(':')
    if (name !== undefined && words !== undefined) groups.set(name.trim(), words.trim().split(/\s+/))
  }
  return groups
}
