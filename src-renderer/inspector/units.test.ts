/** Units that people use: what is shown is read back as what the file keeps. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FIELD_UNITS } from '../../src-shared/kinds/kind'
import { ENGLISH } from '../../src-shared/languages/translate'
import { signOf, toKept, toShown } from './units'

test('a minute, 64 megabytes and a quarter read as people say them', () => {
  const shown = [toShown(60_000, 'ms'), toShown(67_108_864, 'bytes'), toShown(0.25, 'share'), toShown(8, undefined)]
  expect(shown).toEqual([60, 64, 25, 8])
  expect([toKept(1.5, 'ms'), toKept(0.5, 'bytes'), toKept(33.3, 'share')]).toEqual([1500, 524_288, 0.333])
  expect(FIELD_UNITS.map((unit) => signOf(unit, ENGLISH))).toEqual(['s', 'MB', '%', 'characters', 'px', 's'])
})

test('what the file keeps is kept when it is shown and typed again', () => {
  fc.assert(
    fc.property(fc.constantFrom('ms', 'characters'), fc.integer({ min: 0, max: 10_000_000 }), (unit, kept) => {
      expect(toKept(toShown(kept, unit), unit)).toBe(kept)
    }),
  )
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1000 }), (mille) => {
      expect(toKept(toShown(mille / 1000, 'share'), 'share')).toBe(mille / 1000)
    }),
  )
  fc.assert(
    fc.property(fc.integer({ min: 1_048_576, max: 1_073_741_824 }), (kept) => {
      expect(Math.abs(toKept(toShown(kept, 'bytes'), 'bytes') - kept)).toBeLessThanOrEqual(1)
    }),
  )
})
