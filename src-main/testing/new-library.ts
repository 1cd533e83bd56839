/** The databases of a new data folder, laid there ready: the steps of their schemas are gone through once in a process, not in each test. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openCheckpointDatabase } from '../engine/checkpoints/database'
import { libraryPath, openLibraryDatabase } from '../store/database'

/** The bytes of a database that was made and closed. */
function madeIn(make: (folder: string) => string): Buffer {
  const folder = mkdtempSync(path.join(tmpdir(), 'baton-new-database-'))
  try {
    return readFileSync(make(folder))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

let library: Buffer | undefined
let checkpoints: Buffer | undefined

/** Puts a new library into a data folder that has none: opening it there finds what opening it without would have made. */
export function layNewLibrary(dataDir: string): void {
  library ??= madeIn((folder) => {
    openLibraryDatabase(folder).close()
    return libraryPath(folder)
  })
  lay(libraryPath(dataDir), library)
}

/** The same with a new database of checkpoints in a file. */
export function layNewCheckpoints(file: string): void {
  checkpoints ??= madeIn((folder) => {
    const made = path.join(folder, 'checkpoints.sqlite')
    openCheckpointDatabase(made).close()
    return made
  })
  lay(file, checkpoints)
}

function lay(file: string, bytes: Buffer): void {
  if (!existsSync(file)) writeFileSync(file, bytes, { mode: 0o600 })
}
