/** The library of a new data folder, laid there ready: the steps of the schema are gone through once in a process, not in each test. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { libraryPath, openLibraryDatabase } from '../store/database'

/** The bytes of a library that was made and closed; made when they are first asked for. */
const made = {
  get bytes(): Buffer {
    const folder = mkdtempSync(path.join(tmpdir(), 'baton-new-library-'))
    try {
      openLibraryDatabase(folder).close()
      const bytes = readFileSync(libraryPath(folder))
      Object.defineProperty(this, 'bytes', { value: bytes })
      return bytes
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

/** Puts a new library into a data folder that has none: opening it there finds what opening it without would have made. */
export function layNewLibrary(dataDir: string): void {
  if (!existsSync(libraryPath(dataDir))) writeFileSync(libraryPath(dataDir), made.bytes, { mode: 0o600 })
}
