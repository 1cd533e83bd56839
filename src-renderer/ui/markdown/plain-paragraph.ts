/** Telling texts that are one paragraph of mere words from those that have to be read as Markdown: most of what is said is, and reading costs. */

/** What may mean something within a line: marks, breaks, characters that stand for others, and the beginnings of addresses. */
const MEANING = /[\\`*_[\]<&~@\t\r\n\0]|https?:|www\./i
/** What means something where it begins a paragraph: headings, quotations, lists, and code, which is moved in. */
const BEGINNING = /^(?: {4}| *(?:[#>+-]|\d{1,9}[.)]))/

/** The words of a Markdown text that is one paragraph of nothing else; null: it has to be read. */
export function plainParagraph(text: string): string | null {
  const words = text.replace(/^\n+/, '').replace(/[ \n]+$/, '')
  if (words === '' || BEGINNING.test(words) || MEANING.test(words)) return null
  return words.replace(/^ +/, '')
}
