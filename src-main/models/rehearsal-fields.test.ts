import { expect, test } from 'vitest'
import { fillArguments } from './rehearsal-fields'

const OF_FILES = { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] }

test.each([
  ['List the files in /home/me/notes', '/home/me/notes'],
  ['List the files in /home/me/notes.', '/home/me/notes'],
  ['What is in "notes/to do.txt"?', 'notes/to do.txt'],
  ['Read notes/cakes.txt, please', 'notes/cakes.txt'],
  ['Read cakes.txt', 'cakes.txt'],
  ['Читай ~/notes', '~/notes'],
  ['What is in C:\\notes\\cakes.txt?', 'C:\\notes\\cakes.txt'],
  ['List my files', '.'],
])('a path is taken out of a message: %s', (message, path) => {
  expect(fillArguments(OF_FILES, message)).toEqual({ path })
})

test('a path that nobody needs is left out where the message has none', () => {
  expect(fillArguments({ ...OF_FILES, required: [] }, 'List my files')).toEqual({})
})
