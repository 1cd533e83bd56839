/** What words have to do with each other: groups of English words about one thing, so that "umbrella" leads to a weather tool. */
import { DAILY_LIFE } from './daily-life'
import { WORK } from './work'

/** The groups as they are written: a name, and words in their plain form. */
export function readConcepts(): Map<string, string[]> {
  const groups = new Map<string, string[]>()
  for (const group of `${DAILY_LIFE}${WORK}`.split(/\n(?=\S)/)) {
    const [name, words] = group.split(':')
    if (name !== undefined && words !== undefined) groups.set(name.trim(), words.trim().split(/\s+/))
  }
  return groups
}
