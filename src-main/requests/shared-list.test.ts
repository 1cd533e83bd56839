/** Lists that have beginnings in common are what copies of them would be. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { SharedList } from './shared-list'

it('whatever goes on from whatever, each list has what was pushed onto it alone', () => {
  const step = fc.record({
    from: fc.nat(5),
    /** Often where a chunk ends. */
    count: fc.oneof(fc.constantFrom(0, 255, 256, 257, 512), fc.nat(800)),
    more: fc.oneof(fc.constantFrom(0, 1, 256), fc.nat(300)),
    number: fc.nat(3),
  })
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 8 }), (steps) => {
      const made = [{ list: SharedList.of([]), copy: [] as number[] }]
      for (const { from, count, more, number } of steps) {
        const { list: before, copy: copied } = made[from % made.length] ?? { list: SharedList.of([]), copy: [] }
        const [list, copy] = [before.upTo(count), copied.slice(0, count)]
        for (let one = 0; one < more; one += 1) {
          list.push(number)
          copy.push(number)
        }
        made.push({ list, copy })
      }
      for (const { list, copy } of made) {
        expect([...list]).toEqual(copy)
        expect([list.length, list.last(), list.at(copy.length)]).toEqual([copy.length, copy.at(-1), undefined])
        expect([0, 255, 256].map((at) => list.at(at))).toEqual([copy[0], copy[255], copy[256]])
        for (const other of made) {
          const parts = copy.findIndex((one, at) => one !== other.copy[at])
          expect(list.inCommonWith(other.list)).toBe(parts === -1 ? copy.length : parts)
        }
      }
    }),
    { numRuns: 60 },
  )
})
