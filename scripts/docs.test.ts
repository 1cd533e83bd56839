/** The written pages are those that the code would write, and what they say of fields is about fields that exist. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { exampleCards } from '../src-main/flows/examples'
import { flowSchema, settingsSchema } from '../src-shared/flow/records'
import { EDGES } from '../src-shared/kinds/edges'
import { KIND_LIST } from '../src-shared/kinds/index'
import { fieldRows } from './docs/field-tables'
import { fileFormatPage } from './docs/file-format'
import { callersLine, roomParagraphs, titleOf, withCallers } from './docs/rooms'
import { FIELD_WORDS, KIND_NOTES } from './docs/words'
import { ROOMS, sideOf } from './lint/import-table.mjs'

test('docs/file-format.md is up to date; `npm run docs` writes it', () => {
  const file = join(import.meta.dirname, '../docs/file-format.md')
  expect(readFileSync(file, 'utf8')).toBe(fileFormatPage())
})

test('the cards of the examples are up to date; `npm run docs` writes them', () => {
  const file = join(import.meta.dirname, '../resources/example-cards.json')
  expect(readFileSync(file, 'utf8')).toBe(exampleCards())
})

const architecture = readFileSync(join(import.meta.dirname, '../docs/architecture.md'), 'utf8')

test('docs/architecture.md says who calls each room as the import table does; `npm run docs` writes it', () => {
  expect(architecture).toBe(withCallers(architecture))
})

test('docs/architecture.md has every room of the import table once, and says what it owns', () => {
  const paragraphs = roomParagraphs(architecture).filter(({ title }) => title !== 'testing/')
  const rooms = ROOMS.map((room) => `${sideOf(room)} ${titleOf(room)}`)
  expect(paragraphs.map(({ side, title }) => `${side} ${title}`).sort()).toEqual(rooms.sort())
  expect(paragraphs.filter(({ text }) => !/\*\* Owns /.test(text))).toEqual([])
})

test('a line about who calls a room that is not true any more, or not there, is written anew', () => {
  const line = ROOMS.map(callersLine).find((one) => architecture.includes(`\n${one}\n`)) ?? ''
  for (const other of ['\nCalled by nobody.\n', '\n']) {
    const page = architecture.replace(`\n${line}\n`, other)
    expect(page).not.toBe(architecture)
    expect(withCallers(page)).toBe(architecture)
  }
})

test('every word is about a field that exists', () => {
  const nothing = () => null
  const known = [
    ...fieldRows(flowSchema, nothing).map(({ path }) => `header.${path.replaceAll('<name>', '<id>')}`),
    ...fieldRows(settingsSchema, nothing).map(({ path }) => `settings.${path}`),
    ...KIND_LIST.flatMap(({ kind, schema }) =>
      // A word without a kind is about a field that several have.
      fieldRows(schema, nothing).flatMap(({ path }) => [`${kind}.${path}`, path]),
    ),
    ...Object.values(EDGES).flatMap(({ kind, schema }) =>
      fieldRows(schema, nothing).map(({ path }) => `edge ${kind}.${path}`),
    ),
  ]
  expect(Object.keys(FIELD_WORDS).filter((field) => !known.includes(field))).toEqual([])
  const kinds = KIND_LIST.map(({ kind }) => kind)
  expect(Object.keys(KIND_NOTES).filter((kind) => !kinds.includes(kind))).toEqual([])
})

/** What would promise or deny something that the program does, or leave the reader without a meaning. */
const UNFINISHED =
  /reserved|not built|not yet built|not implemented|coming soon|in a later version|for later use|to ?do\b/i

test('no page, label, hint or option says that something is reserved or not built', () => {
  const fields = KIND_LIST.flatMap(({ kind, fields: hints, ports, label, description }) =>
    JSON.stringify({ kind, label, description, ports, hints }).split('","'),
  )
  const edges = Object.values(EDGES).flatMap((edge) => JSON.stringify({ ...edge, schema: null }).split('","'))
  const folder = join(import.meta.dirname, '../src-renderer/inspector')
  const inspector = readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
  const texts = [...fileFormatPage().split('\n'), ...fields, ...edges, ...inspector]
  expect(texts.length).toBeGreaterThan(1000)
  expect(texts.filter((text) => UNFINISHED.test(text))).toEqual([])
})
