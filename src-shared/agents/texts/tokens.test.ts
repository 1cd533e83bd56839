import fc from 'fast-check'
import { expect, it } from 'vitest'
import { estimateTokens } from './tokens'

it('estimateTokens knows that scripts differ', () => {
  expect(['', 'abcdefgh', 'é’ab', 'привет', '你好吗', '안녕하'].map(estimateTokens)).toEqual([0, 2, 1, 2, 2, 2])
})

it('a text of Latin letters and dashes takes a token for four of them, and any other letter makes it more', () => {
  const latin = fc.string({ unit: fc.constantFrom('a', 'é', '\u024f', '\u2000', '—', '\u206f', '\n'), maxLength: 30 })
  fc.assert(
    fc.property(
      latin,
      latin,
      fc.constantFrom('\u0250', 'я', '\u1fff', '\u2070', '你', '\uffff'),
      (one, other, letter) => {
        expect(estimateTokens(one + other)).toBe(Math.ceil((one + other).length / 4))
        const within = letter.repeat(12)
        expect(estimateTokens(one + within + other)).toBe(
          Math.ceil((one + other).length / 4 + (letter < '\u1100' ? 12 / 3 : 12 / 1.5)),
        )
      },
    ),
  )
})
