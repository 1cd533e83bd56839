/** The written pages are those that the code would write, and what they say of fields is about fields that exist. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { flowSchema, settingsSchema } from '../src-shared/flow/records'
import { EDGES } from '../src-shared/kinds/edges'
import { KIND_LIST } from '../src-shared/kinds/index'
import { fieldRows } from './docs/field-tables'
import { fileFormatPage } from './docs/file-format'
import { FIELD_WORDS, KIND_NOTES } from './docs/words'

test('docs/file-format.md is up to date; `npm run docs` writes it', () => {
  const file = join(import.meta.dirname, '../docs/file-format.md')
  expect(readFileSync(file, 'utf8')).toBe(fileFormatPage())
})

test('every word is about a field that exists', () => {
  const nothing = () => null
  const known = [
    ...fieldRows(flowSchema, nothing).map(({ path }) => `header.${path.replaceAll('<name>', '<id>')}`),
    ...fieldRows(settingsSchema, nothing).map(({ path }) => `settings.${path}`),
    ...KIND_LIST.flatMap(({ kind, schema }) => fieldRows(schema, nothing).map(({ path }) => `${kind}.${path}`)),
    ...Object.values(EDGES).flatMap(({ kind, schema }) =>
      fieldRows(schema, nothing).map(({ path }) => `edge ${kind}.${path}`),
    ),
  ]
  expect(Object.keys(FIELD_WORDS).filter((field) => !known.includes(field))).toEqual([])
  const kinds = KIND_LIST.map(({ kind }) => kind)
  expect(Object.keys(KIND_NOTES).filter((kind) => !kinds.includes(kind))).toEqual([])
})
