import fc from 'fast-check'
import { expect, test } from 'vitest'
import { htmlOf, htmlOfPieces } from './markdown-html'
import { plainParagraph } from './plain-paragraph'

/** Pieces of which each means something to Markdown somewhere, and words between them. */
const PIECES = [
  'a',
  'Word',
  ' ',
  '  ',
  '    ',
  '\n',
  '\n\n',
  '\t',
  '#',
  '*',
  '_',
  '`',
  '>',
  '-',
  '+',
  '1.',
  '2)',
  '=',
  '|',
  ':',
  '.',
]
const MORE = [
  '[',
  ']',
  '(',
  ')',
  '!',
  '<',
  '&',
  '&amp;',
  '~',
  '@',
  '\\',
  'http:',
  '//',
  'www.',
  'WWW.',
  'x.y',
  '^',
  '$',
  '"',
  '\u00a0',
  '文',
]

test('what counts as plain words is read by Markdown as one paragraph of them', () => {
  let plain = 0
  const pieces = fc.array(fc.constantFrom(...PIECES, ...MORE), { maxLength: 7 })
  fc.assert(
    fc.property(pieces, (some) => {
      const text = some.join('')
      const words = plainParagraph(text)
      if (words === null) return
      plain += 1
      expect(htmlOf(text)).toBe(htmlOfPieces([{ tag: 'p', is: {}, within: [words] }]))
    }),
    { numRuns: 1500 },
  )
  expect(plain).toBeGreaterThan(20)
})

test('what is said mostly is plain; marks, lists, addresses and several paragraphs are not', () => {
  expect(plainParagraph('It is noon: that is 12 o’clock (or "midday"). Really!\n')).toBe(
    'It is noon: that is 12 o’clock (or "midday"). Really!',
  )
  for (const text of [
    '**So**',
    '- one',
    '1. one',
    '# A',
    'a `b`',
    'one\n\ntwo',
    'at www.a.org',
    'a@b.org',
    '',
    '    code',
  ])
    expect(plainParagraph(text)).toBeNull()
})
