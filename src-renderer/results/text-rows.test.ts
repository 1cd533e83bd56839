import { expect, test } from 'vitest'
import { MOST_ROWS, ROW_LENGTH, textRows } from './text-rows'

test('a row for each line, several for one that is too long, and no row through a character', () => {
  expect(textRows('a\r\n\nb')).toEqual({ rows: ['a', '', 'b'], isCut: false })
  expect(textRows('')).toEqual({ rows: [''], isCut: false })
  const long = `x${'😀'.repeat(ROW_LENGTH)}`
  const { rows } = textRows(`${long}\nend`)
  expect([rows.slice(0, -1).join(''), rows.at(-1), rows.every((row) => row.isWellFormed())]).toEqual([
    long,
    'end',
    true,
  ])
})

test('more lines than a page can hold are left out, and it says so', () => {
  const { rows, isCut } = textRows('\n'.repeat(MOST_ROWS))
  expect([rows.length, isCut]).toEqual([MOST_ROWS, true])
  expect(textRows('\n'.repeat(MOST_ROWS - 1)).isCut).toBe(false)
})
