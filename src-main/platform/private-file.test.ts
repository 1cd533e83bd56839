/** Every database of a data folder is its owner's alone, also where the folder is not, and where an earlier Baton made it. */
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { BatonSaver } from '../engine/checkpoints'
import { openLibraryDatabase } from '../store/database'
import { embeddingCachePath, openEmbeddingCache } from '../tools/pool/embedding-cache'

test.runIf(process.platform !== 'win32')('databases and what SQLite puts beside them', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'private-'))
  chmodSync(folder, 0o755)
  const openAll = () => [
    openLibraryDatabase(folder),
    new BatonSaver({ file: path.join(folder, 'checkpoints.sqlite') }),
    openEmbeddingCache(embeddingCachePath(folder)),
  ]
  const modes = () =>
    readdirSync(folder)
      .sort()
      .map((name) => [name, statSync(path.join(folder, name)).mode & 0o777])
  const names = ['checkpoints', 'embeddings', 'library'].flatMap((name) =>
    ['', '-shm', '-wal'].map((end) => `${name}.sqlite${end}`),
  )
  const own = names.map((name) => [name, 0o600])

  const first = openAll()
  expect(modes()).toEqual(own)
  for (const name of names) chmodSync(path.join(folder, name), 0o644)
  const second = openAll()
  expect(modes()).toEqual(own)
  for (const database of [...first, ...second]) database.close()
  rmSync(folder, { recursive: true, force: true })
})
