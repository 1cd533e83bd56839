/** What a person sees of a stranger's text hides nothing, and no two texts look the same. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shellWord, shortened, visibleLine, visibleLines } from './visible'

test('a plain text stays as it is; what is hidden is written out, and a text that looks so is told apart', () => {
  const texts = [
    'C:\\Users\\Ünal – naïve 漢字',
    'a\nb',
    '\u202Egnp.exe',
    'a\u200Bb\u00A0c',
    '\u{E0041}\u3164\u2800\uD800',
    'a\\u{a}b',
  ]
  expect(texts.map(visibleLine)).toEqual([
    'C:\\Users\\Ünal – naïve 漢字',
    'a\\u{a}b',
    '\\u{202e}gnp.exe',
    'a\\u{200b}b\\u{a0}c',
    '\\u{e0041}\\u{3164}\\u{2800}\\u{d800}',
    'a\\\\u{a}b',
  ])
  expect(visibleLine(`e${'\u0301'.repeat(4)}`)).toBe('e\u0301\u0301\\u{301}\\u{301}')
})

test('code keeps its lines', () => {
  expect(visibleLines('if (isAdmin\u202E) {\n\treturn 1\r\n}')).toBe('if (isAdmin\\u{202e}) {\n\treturn 1\r\n}')
})

test('a long text says how much more there is', () => {
  expect(shortened('x'.repeat(1_000_000))).toBe(`${'x'.repeat(300)}… (999700 more characters)`)
})

test('words are quoted as a shell needs it', () => {
  expect(['npx', '', 'a b', "it's", '$HOME', 'a\n\u202E\\', '{a}'].map(shellWord)).toEqual([
    'npx',
    "''",
    "'a b'",
    "'it'\\''s'",
    "'$HOME'",
    "$'a\\U0000000a\\U0000202e\\\\'",
    "'{a}'",
  ])
})

const text = fc.string({
  unit: fc.constantFrom('a', '\\', 'u', 'U', '{', '}', '0', "'", '$', ' ', '\n', '\u202E', '\u0301', '=', '"'),
  maxLength: 8,
})

test('two texts never look the same', () => {
  fc.assert(
    fc.property(text, text, (first, second) => {
      fc.pre(first !== second)
      return visibleLine(first) !== visibleLine(second) && shellWord(first) !== shellWord(second)
    }),
    { numRuns: 5000 },
  )
})
