/** Runs one of the built programs of `out/main` in this process, as if it had been started by itself. */
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * Comes back when the program's module has run; what it started goes on, and it sets the exit code itself.
 * @param {string} root
 * @param {'cli' | 'web'} name
 * @param {readonly string[]} args
 */
export async function runEntry(root, name, args) {
  enableCompileCache()
  const file = join(root, 'out/main', `${name}.js`)
  process.argv = [process.execPath, file, ...args]
  await import(pathToFileURL(file).href)
}
