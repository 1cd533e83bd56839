/** How often an address may try without a valid key, by a clock that the test sets. */
import { expect, it } from 'vitest'
import { createStrangers } from './limits'

function strangers() {
  const clock = { at: 0, now: () => clock.at }
  const { count } = createStrangers(clock)
  /** How many tries of an address pass now. */
  const passing = (address: string, most = 100): number => {
    for (let tries = 0; tries < most; tries += 1) {
      try {
        count(address)
      } catch (cause) {
        expect(cause).toMatchObject({ details: { answer: 429, retryAfter: 2 } })
        return tries
      }
    }
    return most
  }
  return { clock, passing }
}

it('gives each address so many tries, and one more every two seconds', () => {
  const { clock, passing } = strangers()
  expect([passing('192.0.2.1'), passing('192.0.2.1'), passing('192.0.2.2')]).toEqual([30, 0, 30])
  clock.at += 4000
  expect(passing('192.0.2.1')).toBe(2)
  clock.at += 3_600_000
  expect(passing('192.0.2.1')).toBe(30)
})

it('takes addresses that one machine has for one', () => {
  const { passing } = strangers()
  expect([passing('192.0.2.1'), passing('::ffff:192.0.2.1')]).toEqual([30, 0])
  expect([passing('2001:db8::1'), passing('2001:db8:0:0:9::2'), passing('2001:db8:0:1::1')]).toEqual([30, 0, 30])
  expect([passing('fe80::1%eth0'), passing('fe80::2')]).toEqual([30, 0])
  expect([passing('::1'), passing('')]).toEqual([30, 30])
})

it('forgets who tried longest ago, so that many addresses take no memory', () => {
  const { passing } = strangers()
  expect(passing('192.0.2.1')).toBe(30)
  for (let at = 0; at < 9999; at += 1) passing(`10.0.${at >> 8}.${at & 255}`, 1)
  expect(passing('192.0.2.1')).toBe(0)
  for (let at = 0; at < 10_000; at += 1) passing(`10.1.${at >> 8}.${at & 255}`, 1)
  expect(passing('192.0.2.1')).toBe(30)
})
