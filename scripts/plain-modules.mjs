/**
 * Lets Node itself load the sources for unit and browser tests: without their types, with names that have no ending, and with what the build puts into a
 * program (`import.meta.glob`, `?raw`, `?url&inline`, classes of style sheets). A test runner that rewrites every module takes a fifth more processor time.
 */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { createRequire, enableCompileCache, registerHooks } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const ENDINGS = ['', '.ts', '.tsx', '/index.ts']
const INLINE = '?url&inline'
const RAW = '?raw'

/** The file that a name means, without an ending as in the sources; null: none of ours. @type {Map<string, string | null>} */
const found = new Map()

/** @param {string} path @returns {string | null} */
function fileOf(path) {
  const known = found.get(path)
  if (known !== undefined) return known
  const file = ENDINGS.map((ending) => `${path}${ending}`).find((one) => /\.\w+$/.test(one) && existsSync(one)) ?? null
  found.set(path, file)
  return file
}

/** The files of a pattern, as the build would put them in: texts, or the values of JSON files. @param {string} url @param {string} pattern @param {{ query?: string }} options */
function filesOf(url, pattern, { query }) {
  const folder = dirname(fileURLToPath(url))
  const beginning = pattern.startsWith('./') ? './' : ''
  const names = globSync(pattern, { cwd: folder })
    .map((name) => `${beginning}${name.replaceAll('\\', '/')}`)
    .sort()
  const read = (/** @type {string} */ name) => readFileSync(join(folder, name), 'utf8')
  return Object.fromEntries(names.map((name) => [name, query === RAW ? read(name) : JSON.parse(read(name))]))
}

/** @param {unknown} value */
const moduleOf = (value) => ({
  format: 'module',
  shortCircuit: true,
  source: `export default ${JSON.stringify(value)}`,
})

/** Of a style sheet: each class is called as it is written. */
const CLASSES = {
  format: 'module',
  shortCircuit: true,
  source: 'export default new Proxy({}, { get: (_, name) => name })',
}

/** The text of a component as plain JavaScript: Node takes types out of a file, but not markup. @param {string} url */
function component(url) {
  const ts = /** @type {typeof import('typescript')} */ (createRequire(import.meta.url)('typescript'))
  const file = fileURLToPath(url)
  const { outputText } = ts.transpileModule(readFileSync(file, 'utf8'), {
    fileName: file,
    compilerOptions: {
      jsx: ts.JsxEmit.ReactJSX,
      module: ts.ModuleKind.ESNext,
      target: ts.ScriptTarget.ESNext,
      verbatimModuleSyntax: true,
    },
  })
  return { format: 'module', shortCircuit: true, source: outputText }
}

/** Where a module asks for files by a pattern, which nothing but the build knows how to do. */
const GLOB = /import\.meta\.glob<[^(]*>\(/g

enableCompileCache(join(import.meta.dirname, '../out/compile-cache'))
Object.assign(globalThis, { batonFilesOf: filesOf })
registerHooks({
  resolve(name, context, next) {
    if (name.endsWith(INLINE)) {
      const { url } = next(name.slice(0, -INLINE.length), context)
      return { url: `${url}${INLINE}`, format: 'module', shortCircuit: true }
    }
    const { parentURL } = context
    if (!name.startsWith('.') || parentURL === undefined || parentURL.includes('/node_modules/'))
      return next(name, context)
    const { pathname, search } = new URL(name, parentURL)
    const file = fileOf(fileURLToPath(`file://${pathname}`))
    if (file === null) return next(name, context)
    return { ...next(pathToFileURL(file).href, context), url: `${pathToFileURL(file).href}${search}` }
  },
  load(url, context, next) {
    if (url.endsWith(RAW)) return moduleOf(readFileSync(fileURLToPath(url.slice(0, -RAW.length)), 'utf8'))
    if (url.endsWith(INLINE)) {
      const bytes = readFileSync(fileURLToPath(url.slice(0, -INLINE.length)))
      return moduleOf(`data:application/wasm;base64,${bytes.toString('base64')}`)
    }
    if (url.endsWith('.module.css')) return CLASSES
    if (/\.tsx(?:\?|$)/.test(url)) return component(url)
    const loaded = next(url, context)
    if (loaded.format !== 'module-typescript') return loaded
    const text = String(loaded.source)
    if (!text.includes('import.meta.glob')) return loaded
    return { ...loaded, source: text.replaceAll(GLOB, 'globalThis.batonFilesOf(import.meta.url, ') }
  },
})
