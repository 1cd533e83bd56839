/** Exporting again: what Baton made and nobody changed is written, what somebody changed is kept, and what is theirs is never touched. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { MANIFEST, writeProject } from './write-project'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'baton-project-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const place = (file: string) => path.join(folder, file)
const read = (file: string) => readFileSync(place(file), 'utf8')
const put = (files: { [file: string]: string }, force = false) =>
  writeProject(folder, new Map(Object.entries(files)), { force })
const NOTHING = { written: [], removed: [], edited: [], foreign: [] }

it('changes generated files only, keeps what was edited unless it is forced, and removes what is not needed any more', () => {
  expect(put({ 'a.txt': '1', 'b/c.txt': '1', 'b/d.txt': '1', 'e.txt': '1' })).toMatchObject({
    written: ['a.txt', 'b/c.txt', 'b/d.txt', 'e.txt'],
  })
  writeFileSync(place('b/c.txt'), 'mine')
  writeFileSync(place('own.txt'), 'own')
  writeFileSync(place('b/d.txt'), 'mine too')
  rmSync(place('e.txt'))
  expect(put({ 'a.txt': '2', 'b/c.txt': '2', 'own.txt': 'theirs', 'e.txt': '1' })).toEqual({
    written: ['a.txt', 'e.txt'],
    removed: [],
    edited: ['b/c.txt', 'b/d.txt'],
    foreign: ['own.txt'],
  })
  expect([read('a.txt'), read('b/c.txt'), read('own.txt'), read('b/d.txt')]).toEqual(['2', 'mine', 'own', 'mine too'])
  expect(put({ 'b/c.txt': '3', 'own.txt': 'theirs' }, true)).toEqual({
    written: ['b/c.txt'],
    removed: ['a.txt', 'e.txt'],
    edited: [],
    foreign: ['own.txt'],
  })
  expect([read('b/c.txt'), read('own.txt'), existsSync(place('a.txt'))]).toEqual(['3', 'own', false])
  expect(put({ 'b/c.txt': '3' })).toEqual(NOTHING)
})

it('an export that was killed in the middle is gone on with, whichever files it had written', () => {
  put({ 'a.txt': '1', 'b.txt': '1' })
  const before = JSON.parse(read(MANIFEST)) as { files: { [file: string]: string[] } }
  put({ 'a.txt': '2', 'b.txt': '2' })
  const after = JSON.parse(read(MANIFEST)) as typeof before
  // As it is between the first manifest and the last: both versions are known, and one file is new.
  const files = Object.fromEntries(
    Object.keys(after.files).map((file) => [file, [...(before.files[file] ?? []), ...(after.files[file] ?? [])]]),
  )
  writeFileSync(place(MANIFEST), JSON.stringify({ files }))
  writeFileSync(place('b.txt'), '1')
  writeFileSync(place('b.txt.baton-new'), 'half')
  expect(put({ 'a.txt': '3', 'b.txt': '3' })).toEqual({ ...NOTHING, written: ['a.txt', 'b.txt'] })
})

it('follows no link, obeys no manifest out of the folder, and takes a broken one for none', () => {
  const outside = mkdtempSync(path.join(tmpdir(), 'baton-outside-'))
  writeFileSync(path.join(outside, 'x.txt'), 'x')
  symlinkSync(outside, place('link'))
  symlinkSync(path.join(outside, 'x.txt'), place('y.txt'))
  mkdirSync(place('z.txt'))
  const files = { 'link/x.txt': '1', 'y.txt': '1', 'z.txt': '1' }
  expect(put(files, true)).toEqual({ ...NOTHING, foreign: Object.keys(files) })
  writeFileSync(
    place(MANIFEST),
    JSON.stringify({
      files: {
        [`../${path.basename(outside)}/x.txt`]: ['2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881'],
      },
    }),
  )
  put({})
  expect(readFileSync(path.join(outside, 'x.txt'), 'utf8')).toBe('x')
  writeFileSync(place(MANIFEST), 'broken')
  writeFileSync(place('a.txt'), 'mine')
  expect(put({ 'a.txt': '1' })).toEqual({ ...NOTHING, foreign: ['a.txt'] })
  rmSync(outside, { recursive: true })
})

it('says what cannot be written', () => {
  writeFileSync(place('file'), '')
  expect(() => writeProject(place('file'), new Map(), { force: false })).toThrow('could not be written')
})
