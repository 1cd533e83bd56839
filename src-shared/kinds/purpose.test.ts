import { expect, test } from 'vitest'
import { shortPurpose } from './purpose'

test('a purpose is what stands behind "Used for", as far as it can be said shortly', () => {
  expect(
    [
      'Used for ordering cakes, also for parties',
      'used for:  filling in\na profile',
      'Used for ordering cakes for parties of any size and everything that goes with them',
      'Orders cakes',
      `Used for ${'very '.repeat(20)}long talks`,
      '',
    ].map(shortPurpose),
  ).toEqual(['ordering cakes', 'filling in a profile', 'ordering cakes for parties of any size', null, null, null])
})
