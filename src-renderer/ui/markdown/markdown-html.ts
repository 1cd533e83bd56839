/** Markdown as HTML, for tests alone: the interface makes elements. */
import { readMarkdown, type MarkdownPiece } from './read-markdown'

const EMPTY = new Set(['br', 'hr', 'img', 'input'])

const escaped = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;')

export function htmlOfPieces(pieces: readonly MarkdownPiece[]): string {
  return pieces
    .map((piece) => {
      if (typeof piece === 'string') return escaped(piece)
      const { tag, is, within } = piece
      const attributes = Object.entries(is).map(([name, value]) => ` ${name}="${escaped(value)}"`)
      const begin = `<${tag}${attributes.join('')}>`
      return EMPTY.has(tag) ? begin : `${begin}${htmlOfPieces(within)}</${tag}>`
    })
    .join('')
}

export function htmlOf(text: string): string {
  return htmlOfPieces(readMarkdown(text))
}
