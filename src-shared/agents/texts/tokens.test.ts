import { expect, it } from 'vitest'
import { estimateTokens } from './tokens'

it('estimateTokens knows that scripts differ', () => {
  expect(['', 'abcdefgh', 'é’ab', 'привет', '你好吗', '안녕하'].map(estimateTokens)).toEqual([0, 2, 1, 2, 2, 2])
})
