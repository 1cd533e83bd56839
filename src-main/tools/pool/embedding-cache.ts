/**
 * Embeddings kept on disk by model and text, so that a pool is embedded once and an embedding that was stopped goes on where it was. A cache:
 * it has a file of its own, which may be deleted at any time and is begun anew when it is damaged.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { keepPrivate } from '../../platform/private-file'

export type EmbeddingCache = {
  /** The vectors that are known, by text. */
  get: (model: string, texts: readonly string[]) => Map<string, Float32Array>
  put: (model: string, vectors: ReadonlyMap<string, Float32Array>) => void
  close: () => void
}

const VERSION = 1
const BUSY_MS = 2_000
/** The oldest go when there are more. */
const MOST_ROWS = 500_000

/** The cache's file in a data folder. */
export function embeddingCachePath(dataDir: string): string {
  return path.join(dataDir, 'embeddings.sqlite')
}

/** Opens the cache, making it where it does not exist. Throws only when the file cannot be written at all. */
export function openEmbeddingCache(file: string, mostRows = MOST_ROWS): EmbeddingCache {
  const db = openOrBeginAnew(file)
  const select = db.prepare('SELECT vector FROM vectors WHERE hash = ?').pluck()
  const insert = db.prepare('INSERT OR REPLACE INTO vectors (hash, vector) VALUES (?, ?)')
  const trim = db.prepare('DELETE FROM vectors WHERE number <= (SELECT max(number) FROM vectors) - ?')
  const putAll = db.transaction((model: string, vectors: ReadonlyMap<string, Float32Array>) => {
    for (const [text, vector] of vectors) insert.run(hashOf(model, text), Buffer.from(bytesOf(vector)))
    trim.run(mostRows)
  })
  return {
    get: (model, texts) => {
      const found = new Map<string, Float32Array>()
      for (const text of texts) {
        const bytes = select.get(hashOf(model, text))
        const vector = bytes instanceof Uint8Array ? vectorOf(bytes) : null
        if (vector !== null) found.set(text, vector)
      }
      return found
    },
    put: (model, vectors) => {
      putAll.immediate(model, vectors)
    },
    close: () => {
      db.close()
    },
  }
}

function openOrBeginAnew(file: string): Database.Database {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  try {
    return open(file)
  } catch (cause) {
    if (!(cause instanceof Database.SqliteError) || !/NOTADB|CORRUPT|SQLITE_ERROR/.test(cause.code)) throw cause
    for (const ending of ['', '-wal', '-shm']) rmSync(`${file}${ending}`, { force: true })
    return open(file)
  }
}

function open(file: string): Database.Database {
  keepPrivate(file)
  const db = new Database(file, { timeout: BUSY_MS })
  try {
    db.pragma('journal_mode = WAL')
    db.pragma('synchronous = NORMAL')
    if (db.pragma('user_version', { simple: true }) !== VERSION) db.exec('DROP TABLE IF EXISTS vectors')
    db.exec(
      'CREATE TABLE IF NOT EXISTS vectors (number INTEGER PRIMARY KEY, hash BLOB NOT NULL UNIQUE, vector BLOB NOT NULL) STRICT',
    )
    db.pragma(`user_version = ${VERSION}`)
    return db
  } catch (cause) {
    db.close()
    throw cause
  }
}

function hashOf(model: string, text: string): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([model.length]))
    .update(model)
    .update(text)
    .digest()
}

function bytesOf(vector: Float32Array): Uint8Array {
  return new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength)
}

/** Null for bytes that are no vector. */
function vectorOf(bytes: Uint8Array): Float32Array | null {
  if (bytes.byteLength === 0 || bytes.byteLength % 4 !== 0) return null
  const vector = new Float32Array(bytes.byteLength / 4)
  new Uint8Array(vector.buffer).set(bytes)
  return vector.every(Number.isFinite) ? vector : null
}
