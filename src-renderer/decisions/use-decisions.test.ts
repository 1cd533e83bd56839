import { expect, test } from 'vitest'
import { toldBy } from './use-decisions'

const OLD = { changedAt: '2026-03-01T10:00:00.000Z' }
const NEW = { changedAt: '2026-03-02T10:00:00.000Z' }

test('threads tell more once one came, went or said something, whatever their order', () => {
  const told = [[], [OLD], [OLD, OLD], [OLD, NEW]].map((threads) => toldBy(threads))
  expect(new Set(told).size).toBe(4)
  expect(toldBy([NEW, OLD])).toBe(toldBy([OLD, NEW]))
})
