/** The third fence: what may not be in the renderer's bundle, however it got there. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const FORBIDDEN_SOURCE = /(?:^|\/)(node_modules\/(?:electron|@langchain\/[^/]+|langchain|better-sqlite3)|src-main)\//
const FORBIDDEN_IMPORT =
  /(?:\bfrom|\bimport|\bimport\(|\brequire\()\s*["'`](electron(?:\/[^"'`]*)?|@langchain\/[^"'`]+|langchain|better-sqlite3|node:[^"'`]+)["'`]/g

/**
 * What of the forbidden is in a built script: modules that were bundled, by its source map, and modules that it still imports.
 * @param {string} code
 * @param {readonly string[]} sources the source files that went in
 * @returns {string[]} each offender once: a package, a folder of ours, or the text of an import
 */
export function findForbidden(code, sources) {
  const bundled = sources.flatMap((source) => FORBIDDEN_SOURCE.exec(source)?.[1] ?? [])
  const imported = [...code.matchAll(FORBIDDEN_IMPORT)].map((match) => match[1] ?? match[0])
  return [...new Set([...bundled, ...imported])].sort()
}

/** The bundler's own helpers, where scripts share them: made of no file, so they have no source map; larger than this they are something else. */
const HELPERS = /(?:^|\/)rolldown-runtime-[\w-]+\.js$/
const MOST_HELPERS = 4096

/**
 * The same for every script of a built folder. A script without a source map cannot be judged, and is an offender itself.
 * @param {string} folder
 */
export function findForbiddenIn(folder) {
  const scripts = readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => /\.[cm]?js$/.test(name))
  return scripts.flatMap((name) => {
    const file = join(folder, name)
    const code = readFileSync(file, 'utf8')
    const areHelpers = HELPERS.test(name) && code.length <= MOST_HELPERS
    if (!areHelpers && !existsSync(`${file}.map`)) return [`${name} (no source map)`]
    /** @type {{ sources: string[] }} */
    const map = areHelpers ? { sources: [] } : JSON.parse(readFileSync(`${file}.map`, 'utf8'))
    return findForbidden(code, map.sources).map((offender) => `${name}: ${offender}`)
  })
}
