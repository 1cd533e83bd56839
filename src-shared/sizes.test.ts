/** Sizes where they change their unit or their decimals. */
import { expect, it } from 'vitest'
import { sizeWords } from './sizes'

it.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [999, '999 bytes'],
  [1000, '1 KB'],
  [9_949, '9.9 KB'],
  [9_960, '10 KB'],
  [999_499, '999 KB'],
  [999_500, '1 MB'],
  [12_340_000, '12 MB'],
])('%i bytes are %s', (bytes, words) => {
  expect(sizeWords(bytes)).toBe(words)
})
