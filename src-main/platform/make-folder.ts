/** Making a folder that private files go into, with those above it. */
import { mkdirSync, statSync } from 'node:fs'
import path from 'node:path'

/**
 * Step by step, since Node's own way never ends where a folder that is there takes no other, such as /proc. Throws an error in words: which
 * folder could not be made, and why.
 */
export function makeFolder(folder: string): void {
  if (isFolder(folder)) return
  const above = path.dirname(folder)
  if (above !== folder) makeFolder(above)
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (cause) {
    // Another process may have made it in this moment.
    if (isFolder(folder)) return
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
    throw new Error(`the folder ${folder} could not be made (${code === 'ENOENT' ? `${above} takes none` : code})`, {
      cause,
    })
  }
}

/** False where nothing is there. Throws where something else is. */
function isFolder(folder: string): boolean {
  try {
    if (statSync(folder).isDirectory()) return true
  } catch {
    // What stands above it is looked at next.
    return false
  }
  throw new Error(`${folder} is a file and not a folder`)
}
