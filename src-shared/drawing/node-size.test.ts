/** How large notes are drawn: as they were sized, and never smaller than their words. */
import { expect, test } from 'vitest'
import type { JsonObject } from '../flow/records'
import { sizeOf } from './node-size'

const note = (data: JsonObject) => sizeOf({ kind: 'note', name: 'Note', data })

test('a note is as wide as it was drawn, and as high as it was or as its words need', () => {
  expect([note({}), note({ width: 400, height: 240, text: 'Short' }), note({ width: 9, text: 'Short' })]).toEqual([
    { width: 220, height: 64 },
    { width: 400, height: 240 },
    { width: 120, height: 64 },
  ])
  const long = 'A sentence that needs several lines in a small note, and few in a wide one. '.repeat(3)
  expect(note({ text: long, height: 40 }).height).toBeGreaterThan(note({ text: long, width: 600 }).height + 60)
})

test('what Markdown is written with takes no room, headings and lists a little more', () => {
  const plain = note({ text: 'one\ntwo\nthree' }).height
  expect(note({ text: '# one\n- two\n- three' }).height).toBeGreaterThan(plain)
  expect(note({ text: '[one](https://example.com/a/very/long/address/that/nobody/sees)\ntwo\nthree' }).height).toBe(
    plain,
  )
})
