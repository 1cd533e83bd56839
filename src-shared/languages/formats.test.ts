/** Moments are written in the language and the time zone of whoever reads them, also of those who travel while the app is open. */
import { afterEach, expect, it } from 'vitest'
import { momentIn } from './formats'

const zone = process.env['TZ']
afterEach(() => {
  if (zone === undefined) delete process.env['TZ']
  else process.env['TZ'] = zone
})

const AT = '2026-03-01T22:05:07.000Z'

it('in every language as it writes the time', () => {
  process.env['TZ'] = 'UTC'
  const written = ['en', 'ru', 'zh-CN'].map((tag) => momentIn(AT, 'seconds', tag).replaceAll('\u202f', ' '))
  expect(written).toEqual(['10:05:07 PM', '22:05:07', '22:05:07'])
  expect(momentIn(AT, 'day', 'en')).toBe('Mar 1, 2026')
  expect(momentIn('no moment', 'clock', 'en')).toBe('')
})

it('of another time zone once the machine is there', () => {
  const read = (at: string): string => {
    process.env['TZ'] = at
    return momentIn(AT, 'moment', 'ru')
  }
  expect(['UTC', 'Asia/Tokyo', 'UTC'].map(read)).toEqual([
    '01.03.2026, 22:05:07',
    '02.03.2026, 07:05:07',
    '01.03.2026, 22:05:07',
  ])
})
