/** A line of an event is found wherever it stands in a text. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createKnownLines, SHORTEST_LINE } from './known-lines'

/** Few letters, so that lines are often alike, stand in one another and begin the same. */
const line = fc.string({ unit: fc.constantFrom('a', 'b', 'ж'), minLength: SHORTEST_LINE - 1, maxLength: 40 })

it('the longest line that a text holds is found, and none that was forgotten', () => {
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 12 }), fc.array(line, { maxLength: 4 }), (told, said) => {
      const lines = createKnownLines({ lines: 5, characters: 10_000 })
      told.forEach((one, row) => lines.add(row, 'p', one))
      const known = told.filter((one) => lines.at(one) !== undefined)
      for (const text of [said.join(''), `${said.join('')}${told[0] ?? ''}a`, ...told, '']) {
        const held = known.filter((one) => text.includes(one)).toSorted((one, other) => other.length - one.length)
        const found = lines.within(text)
        expect(found?.line.length).toBe(held[0]?.length)
        if (found === null) continue
        expect(held).toContain(found.line)
        expect(told[found.place.r]).toBe(found.line)
      }
    }),
    { numRuns: 300 },
  )
})
