/** How excerpts and search results stand in a prompt, and which of them an answer cites as [1], [2] and so on. */

/** One source as a prompt shows it: its number from 1, what to call it, and its text. */
export type Source = { readonly number: number; readonly title: string; readonly text: string }

/** Sources as a model reads them: `[1] title`, then the text, with an empty line between. */
export function formatSources(sources: readonly Source[]): string {
  return sources.map(({ number, title, text }) => `[${number}] ${oneLine(title)}\n${text.trim()}`).join('\n\n')
}

/** Sources as they stand under an answer: `[1] title`, one a line. */
export function listSources(sources: readonly { readonly number: number; readonly title: string }[]): string {
  return sources.map(({ number, title }) => `[${number}] ${oneLine(title)}`).join('\n')
}

/** The numbers that an answer cites, `[1]`, `[2, 3]` or `【4】`, each once and in order, from 1 to `count`. */
export function citedNumbers(answer: string, count: number): number[] {
  const cited = new Set<number>()
  for (const match of answer.matchAll(/[[【] ?(\d{1,4}(?: ?[,;，、] ?\d{1,4})*) ?[\]】]/g)) {
    for (const [digits] of (match[1] ?? '').matchAll(/\d+/g)) {
      const number = Number(digits)
      if (number >= 1 && number <= count) cited.add(number)
    }
  }
  return [...cited].sort((first, second) => first - second)
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
