/** Files of the data folder that are nobody else's, whatever the folder allows. */
import { chmodSync, closeSync, openSync, statSync } from 'node:fs'

const OWNER_ONLY = 0o600

/** Makes a database's file for its owner only before SQLite does, and takes others' rights from one that exists and what lies beside it. */
export function keepPrivate(file: string): void {
  try {
    closeSync(openSync(file, 'a', OWNER_ONLY))
    for (const ending of ['', '-wal', '-shm']) takeRights(`${file}${ending}`)
  } catch {
    // Whoever opens the database next says what is wrong with it; SQLite's new files take the mode of the database.
  }
}

function takeRights(file: string): void {
  const mode = statSync(file, { throwIfNoEntry: false })?.mode
  if (mode !== undefined && (mode & 0o077) !== 0) chmodSync(file, OWNER_ONLY)
}
