/** What a person reads of a value that breaks a schema. */
import { expect, test } from 'vitest'
import { z } from 'zod'
import { ENGLISH } from '../languages/translate'
import { issuesOf } from './issues'

const schema = z.strictObject({
  text: z.string().min(2).max(4),
  name: z.string().min(1, 'Give it a name.'),
  whole: z.int().min(1).max(9),
  share: z.number().gt(0).lt(1),
  half: z.number().multipleOf(0.5),
  is: z.boolean(),
  list: z.array(z.string()).min(1).max(1),
  kind: z.enum(['a', 'b']),
  only: z.literal('x'),
  tool: z.string().regex(/^[a-z]+$/),
  at: z.url(),
  either: z.union([z.string(), z.number()]),
  map: z.record(z.string().max(1), z.number()),
})
const fine = {
  text: 'abc',
  name: 'n',
  whole: 1,
  share: 0.5,
  half: 1,
  is: true,
  list: ['x'],
  kind: 'a',
  only: 'x',
  tool: 'abc',
  at: 'https://a.example',
  either: 1,
  map: { a: 1 },
}

test.each([
  [{ text: undefined }, 'text: is missing'],
  [{ text: 7 }, 'text: must be text, but is a number'],
  [{ text: 'a' }, 'text: must have at least 2 characters'],
  [{ text: 'abcde' }, 'text: must have at most 4 characters'],
  [{ name: '' }, 'name: Give it a name.'],
  [{ whole: '1' }, 'whole: must be a number, but is text'],
  [{ whole: 1.5 }, 'whole: must be a whole number, but is a number with decimals'],
  [{ whole: 0 }, 'whole: must be at least 1'],
  [{ whole: 10 }, 'whole: must be at most 9'],
  [{ share: 0 }, 'share: must be more than 0'],
  [{ share: 1 }, 'share: must be less than 1'],
  [{ half: 0.7 }, 'half: must be a multiple of 0.5'],
  [{ is: null }, 'is: must be true or false, but is null'],
  [{ list: {} }, 'list: must be a list, but is an object'],
  [{ list: [] }, 'list: must not be empty'],
  [{ list: ['x', 'y'] }, 'list: must have at most 1 entry'],
  [{ list: [1] }, 'list.0: must be text, but is a number'],
  [{ kind: 'c' }, 'kind: must be one of "a", "b"'],
  [{ only: 'y' }, 'only: must be "x"'],
  [{ tool: 'A' }, 'tool: must match /^[a-z]+$/'],
  [{ at: 'a' }, 'at: is not a valid url'],
  [{ either: [] }, 'either: has a form that is not allowed here'],
  [{ map: { ab: 1 } }, 'map.ab: must have at most 1 character'],
  [{ map: { a: true } }, 'map.a: must be a number, but is true or false'],
  [{ more: 1, much: 2 }, ': unknown fields: "more", "much"'],
])('%j: %s', (change, words) => {
  const parsed = schema.safeParse({ ...fine, ...change })
  if (parsed.success) throw new Error('It was taken.')
  expect(issuesOf(parsed.error, []).map(({ path, message }) => `${path}: ${ENGLISH.message(message)}`)).toEqual([words])
})
