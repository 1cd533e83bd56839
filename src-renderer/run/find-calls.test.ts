/** Finding calls among many. */
import { expect, test } from 'vitest'
import { findCalls } from './find-calls'

const call = (tool: string, args: string, result: string) => ({ tool, arguments: args, result })
const calls = [
  call('weather', '{"city":"Köln"}', 'Rain all day.'),
  call('weather', '{"city":"Rome"}', 'Sunny.'),
  call('pay', '{"to":"Rome Ltd"}', 'Paid.'),
]
const found = (typed: string) => findCalls(calls, typed, (one) => one).map((one) => calls.indexOf(one))

test('every word is in the tool, the arguments or the result, whatever its case', () => {
  expect([
    found(''),
    found('  '),
    found('WEATHER rome'),
    found('köln'),
    found('paid'),
    found('rome'),
    found('snow'),
  ]).toEqual([[0, 1, 2], [0, 1, 2], [1], [0], [2], [1, 2], []])
})
