import fc from 'fast-check'
import { expect, test } from 'vitest'
import { htmlOf } from './markdown-html'
import { someRuns } from '../../../src-shared/testing/some-runs'
import { stableParts } from './stable-parts'

test('a text is cut at blank lines, never within a code fence or a list, nor where a link is defined', () => {
  expect(stableParts('')).toEqual([''])
  expect(stableParts('one\ntwo')).toEqual(['one\ntwo'])
  expect(stableParts('one\n\ntwo\n\n\nthree\n')).toEqual(['one', 'two\n', 'three\n'])
  expect(stableParts('one\n\n```js\nlet a\n\nlet b')).toEqual(['one', '```js\nlet a\n\nlet b'])
  expect(stableParts('1. one\n\n2. two\n\n   more\n\nthen')).toEqual(['1. one\n\n2. two\n\n   more', 'then'])
  expect(stableParts('see [a]\n\n[a]: https://example.com')).toEqual(['see [a]\n\n[a]: https://example.com'])
  expect(stableParts('see [a]\n\n> [a]: https://example.com')).toHaveLength(1)
})

const shown = (text: string): string => htmlOf(text).replace(/\n/g, '')

const LINES = [
  '',
  '',
  'words',
  '*marked* words',
  '- item',
  '  more of it',
  '1. first',
  '2. second',
  '# Title',
  '> said',
  '```',
  '~~~',
  '| a | b |',
  '| - | - |',
  '    code',
  '[^1]',
  '---',
]

test('the parts look as the whole text does', () => {
  const texts = fc.array(fc.constantFrom(...LINES), { maxLength: 14 })
  fc.assert(
    fc.property(texts, (lines) => {
      const text = lines.join('\n')
      expect(stableParts(text).map(shown).join('')).toBe(shown(text))
    }),
    { numRuns: someRuns(2000) },
  )
})

// In a time that grows with the square of the text, each would take half an hour.
test.each(['\n', '>\n', '- \n', '1.\n', '[a\n', '> [\n', 'a\n\n', '```\n'])('a megabyte of %j is cut', (line) => {
  const text = line.repeat(1_000_000 / line.length)
  expect(stableParts(text).join('\n\n')).toBe(text)
})
