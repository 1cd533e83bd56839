import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { withLock } from './lock.mjs'
import { folderWith } from './temporary'

test('one at a time, and nothing is left behind', async () => {
  const lock = join(await folderWith({}), 'lock')
  const said: string[] = []
  const work = (name: string) => async () => {
    said.push(`${name} begins`)
    await readFile(lock)
    said.push(`${name} ends`)
    return name
  }
  const results = await Promise.all([withLock(lock, work('first')), withLock(lock, work('second'))])
  expect({ results, said, left: existsSync(lock) }).toEqual({
    results: ['first', 'second'],
    said: ['first begins', 'first ends', 'second begins', 'second ends'],
    left: false,
  })
})

test('work that fails gives the lock back', async () => {
  const lock = join(await folderWith({}), 'lock')
  await expect(withLock(lock, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await withLock(lock, () => Promise.resolve('free'))).toBe('free')
})

test('the lock of a process that died is taken over', async () => {
  const lock = join(await folderWith({}), 'lock')
  const { pid } = spawnSync(process.execPath, ['-e', ''])
  await writeFile(lock, String(pid))
  expect(await withLock(lock, () => Promise.resolve('taken'))).toBe('taken')
})
