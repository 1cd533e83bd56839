import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { memoryFolder } from './memory-folder.mjs'

test('a folder in memory is new, empty of what it was tried with, and in the folder that was asked for', () => {
  const parent = mkdtempSync(join(tmpdir(), 'memory-'))
  const [one, two] = [memoryFolder(parent), memoryFolder(parent)]
  // A disk with less than the room that is wanted, or another system, has none.
  for (const folder of [one, two].filter((found) => found !== null)) expect(dirname(folder)).toBe(parent)
  expect(one === null || one !== two).toBe(true)
  rmSync(parent, { recursive: true })
})

test('without such a folder there is none, and nothing is thrown', () => {
  expect(memoryFolder('/nowhere/at/all')).toBeNull()
  expect(existsSync('/nowhere')).toBe(false)
})
