import { expect, it } from 'vitest'
import { plainWords } from './plain-words'

it.each([
  ['# A desk\n**Triage** finds out', 'A desk\nTriage finds out'],
  ['- one\n2. two\n> three', 'one\ntwo\nthree'],
  ['see [the page](https://a.b/c) and `x`', 'see the page and x'],
  ['2 * 3 and snake_case_name stay', '2 * 3 and snake_case_name stay'],
  ['', ''],
])('%j reads as %j', (markdown, words) => {
  expect(plainWords(markdown)).toBe(words)
})
