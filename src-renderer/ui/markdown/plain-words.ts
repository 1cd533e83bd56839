/** Markdown where it is not drawn. */

/** Words without the marks of Markdown, for where they are one line of a list. */
export function plainWords(markdown: string): string {
  return markdown
    .replace(/^[ \t]*(?:#{1,6}|>|[-*+]|\d{1,9}[.)])[ \t]+/gm, '')
    .replace(/!?\[([^\]\n]{0,500})\]\([^)\n]{0,2000}\)/g, '$1')
    .replace(/(\*\*|__|`|~~)/g, '')
    .trim()
}
