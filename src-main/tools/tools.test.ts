/** The built-in tools that need nothing but their arguments. */
import { describe, expect, it } from 'vitest'
import { calculate } from './calculator'
import { tellTime } from './clock'

describe('calculator', () => {
  it.each([
    ['1 + 2 * 3', '7'],
    ['(1 + 2) * 3', '9'],
    ['2 ^ 3 ^ 2', '512'],
    ['-2 ^ 2', '-4'],
    ['0.1 + 0.2', '0.3'],
    ['10 % 4', '2'],
    ['1,234.5 × 2', '2469'],
    ['sqrt(16) + abs(-3)', '7'],
    ['2 * pi', '6.28318530717959'],
    ['1e3 / 4', '250'],
  ])('%s = %s', (expression, value) => expect(calculate({ expression })).toBe(value))

  it.each(['', '1 +', '(1', '1 1', '1 / 0', 'process.exit()', 'constructor', 'sqrt(-1)', '9'.repeat(1001)])(
    'refuses %j with a reason',
    (expression) => {
      expect(() => calculate({ expression })).toThrow(expect.objectContaining({ code: 'tool-failed' }))
    },
  )
})

describe('clock', () => {
  it('tells the time in a zone, and refuses what is none', () => {
    const noon = Date.UTC(2026, 10, 21, 12)
    expect(tellTime({ timezone: 'Europe/Paris' }, noon)).toBe('Saturday, 21 November 2026 at 13:00:00 (Europe/Paris)')
    expect(() => tellTime({ timezone: 'Mars/Base' }, noon)).toThrow(/is no time zone/)
  })
})
