import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { manualClock } from '../clock'
import { openLibraryDatabase } from './database'
import type { LibraryDatabase } from './database'
import { processOwner } from './owner'
import { createResults } from './results'
import { createThreads } from './threads'
import { layNewLibrary } from '../testing/new-library'

let dir = ''
let db: LibraryDatabase
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'baton-results-'))
  layNewLibrary(dir)
  db = openLibraryDatabase(dir)
})
afterEach(() => {
  db.close()
  rmSync(dir, { recursive: true, force: true })
})

function library() {
  const threads = createThreads({ db, clock: manualClock(), owner: processOwner() })
  const make = (id: string) => threads.createThread({ flowId: 'f', id })
  return { threads, make, results: createResults(db) }
}

const count = () => db.prepare<[], number>('SELECT count(*) FROM results').pluck().get()
const missing = expect.objectContaining({ code: 'not-found' }) as Error
const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0xff, 0x80, 0])

test('a result is stored once for all threads, read back as it was, and goes with the last thread that has it', async () => {
  const { threads, make, results } = library()
  for (const id of ['a', 'b']) make(id)
  const text = 'Äpfel und 🍎\0\n'.repeat(10_000)
  const first = await results.keep('a', { mimeType: 'text/plain', body: text })
  expect(first).toEqual({
    id: expect.stringMatching(/^r_[0-9a-f]{20}$/) as string,
    mimeType: 'text/plain',
    size: Buffer.byteLength(text),
  })
  expect(await results.keep('a', { mimeType: 'text/plain', body: text })).toEqual(first)
  expect(await results.keep('b', { mimeType: 'text/plain', body: text })).toEqual(first)
  const image = await results.keep('b', { mimeType: 'image/png', body: png })
  expect(count()).toBe(2)
  expect(results.read('a', first.id)).toEqual({ ...first, body: text })
  expect(results.read('b', image.id)).toEqual({ ...image, body: png })
  expect(() => results.read('a', image.id)).toThrow(missing)
  threads.remove('a')
  expect(() => results.read('a', first.id)).toThrow(missing)
  expect(results.read('b', first.id).size).toBe(first.size)
  threads.removeOfFlow('f')
  expect(count()).toBe(0)
})

test('what is text is told by its type: bytes that are none, and texts of other types, get one that fits', async () => {
  const { make, results } = library()
  make('a')
  const kept = async (mimeType: string, body: string | Uint8Array) => {
    const { id } = await results.keep('a', { mimeType, body })
    const result = results.read('a', id)
    return [result.mimeType, result.body]
  }
  expect(await kept('text/csv', Buffer.from('a,b\n'))).toEqual(['text/csv', 'a,b\n'])
  expect(await kept('application/geo+json', Buffer.from('{}'))).toEqual(['application/geo+json', '{}'])
  expect(await kept('text/csv', png)).toEqual(['application/octet-stream', png])
  expect(await kept('image/png', 'no image')).toEqual(['text/plain', 'no image'])
  expect(await kept('text/plain', '')).toEqual(['text/plain', ''])
  expect(await kept('image/png', new Uint8Array())).toEqual(['image/png', Buffer.from([])])
})

test('a thread that is made of another one has its results; an unknown thread keeps nothing', async () => {
  const { threads, make, results } = library()
  make('a')
  const { id } = await results.keep('a', { mimeType: 'text/plain', body: 'x' })
  threads.fork('a', { id: 'b', turn: 1, reason: 'fork' })
  threads.remove('a')
  expect(results.read('b', id).body).toBe('x')
  await expect(results.keep('gone', { mimeType: 'text/plain', body: 'y' })).rejects.toEqual(missing)
  expect(count()).toBe(1)
})
