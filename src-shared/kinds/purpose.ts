/** What somebody is for, in a few words, out of the sentence that others choose by. Pure. */

const LONGEST_PURPOSE = 48

/** `Used for ordering cakes, also for parties` says `ordering cakes`; null when it cannot be said shortly. */
export function shortPurpose(description: string): string | null {
  const line = description.slice(0, 400).replace(/\s+/g, ' ').trim()
  const [clause = ''] = (/^used for:?\s+(.+)$/i.exec(line)?.[1] ?? '').split(/[,.;:!]/, 1)
  const short = clause.length <= LONGEST_PURPOSE ? clause : (clause.split(' and ', 1)[0] ?? '')
  return short === '' || short.length > LONGEST_PURPOSE ? null : short.trim()
}
