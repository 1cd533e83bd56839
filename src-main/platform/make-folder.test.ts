/** A data folder is made with those above it, or it is said in words why not. */
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { makeFolder } from './make-folder'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'baton-folder-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('makes those above it too, for nobody else to read', () => {
  const inner = path.join(folder, 'a/b')
  makeFolder(inner)
  makeFolder(inner)
  expect(statSync(inner).mode & 0o777).toBe(0o700)
})

it('says in words why it cannot', () => {
  const file = path.join(folder, 'notes.txt')
  writeFileSync(file, '')
  expect(() => makeFolder(file)).toThrow(`${file} is a file and not a folder`)
  expect(() => makeFolder(path.join(file, 'inner'))).toThrow(`${file} is a file and not a folder`)
})

// Node's own recursive way never ends there.
it.runIf(process.platform === 'linux')('ends where a folder takes no other', () => {
  expect(() => makeFolder('/proc/baton/data')).toThrow('the folder /proc/baton could not be made (/proc takes none)')
})
