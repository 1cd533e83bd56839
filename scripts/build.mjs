/**
 * Builds the parts that are older than their sources, each into a folder of its own that then takes the old one's place.
 * `node scripts/build.mjs [main|preload|renderer|engine ...]`; without a name, all of them.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { withLock } from './lock.mjs'
import { root, say, withSetup } from './setup.mjs'

/** @typedef {'main' | 'preload' | 'renderer' | 'engine'} Part */

const out = join(root, 'out')

const COMMON = ['electron.vite.config.ts', 'package.json', 'package-lock.json', 'src-shared']

/** What each part is made from, and a file that its build always holds. @type {Record<Part, { inputs: string[]; result: string }>} */
const PARTS = {
  main: { inputs: [...COMMON, 'src-main', 'resources'], result: 'cli.js' },
  preload: { inputs: [...COMMON, 'src-main/preload'], result: 'preload.cjs' },
  renderer: { inputs: [...COMMON, 'src-renderer'], result: 'index.html' },
  engine: { inputs: [...COMMON, 'scripts/engine-bundle.mjs', 'src-main', 'resources'], result: 'engine.json' },
}

/** @type {readonly Part[]} */
export const ALL_PARTS = ['main', 'preload', 'renderer', 'engine']

/** Adds a file or folder to the hash by names, sizes and times; tests are not part of a build. @param {string} file @param {import('node:crypto').Hash} hash */
function addToHash(file, hash) {
  const stats = statSync(file, { throwIfNoEntry: false })
  if (stats === undefined || /\.test\.tsx?$/.test(file)) return
  if (stats.isDirectory()) for (const name of readdirSync(file).sort()) addToHash(join(file, name), hash)
  else hash.update(`${file}\0${stats.size}\0${stats.mtimeMs}\n`)
}

/** @param {Part} part */
function fingerprint(part) {
  const hash = createHash('sha1')
  for (const input of PARTS[part].inputs) addToHash(join(root, input), hash)
  return hash.digest('hex')
}

/** @param {Part} part */
const stampOf = (part) => join(out, `.${part}.stamp`)

/** Whether a part has to be built. @param {Part} part */
export function isStale(part) {
  if (!existsSync(join(out, part, PARTS[part].result)) || !existsSync(stampOf(part))) return true
  return readFileSync(stampOf(part), 'utf8') !== fingerprint(part)
}

/**
 * Builds one part with electron-vite's own settings for it, into any folder.
 * @param {Part} part
 * @param {string} folder
 */
async function bundle(part, folder) {
  if (part === 'engine') return (await import('./engine-bundle.mjs')).bundleEngine(folder)
  const [{ MainConfigFactory, PreloadConfigFactory, RendererConfigFactory }, { build }, { default: config }] =
    await Promise.all([import('electron-vite'), import('vite'), import('../electron.vite.config.ts')])
  /** @type {import('vite').InlineConfig} */
  const inline = {
    configFile: false,
    mode: 'production',
    logLevel: 'warn',
    build: { outDir: folder, emptyOutDir: true },
  }
  const settings = {
    main: () => new MainConfigFactory(config.main ?? {}, inline, { root }).build(),
    preload: () => new PreloadConfigFactory(config.preload ?? {}, inline, { root }).build(),
    renderer: () => new RendererConfigFactory(config.renderer ?? {}, inline, { root }).build(),
  }
  await build(await settings[part]())
}

/**
 * Bundlers decide by these whether React and others are built for production. The process goes on to do other things, so they are put back.
 * @param {() => Promise<void>} work
 */
async function inProduction(work) {
  const before = { NODE_ENV: process.env['NODE_ENV'], NODE_ENV_ELECTRON_VITE: process.env['NODE_ENV_ELECTRON_VITE'] }
  Object.assign(process.env, { NODE_ENV: 'production', NODE_ENV_ELECTRON_VITE: 'production' })
  try {
    await work()
  } finally {
    for (const [name, value] of Object.entries(before)) {
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
  }
}

/** @param {Part} part */
async function rebuild(part) {
  const before = fingerprint(part)
  const fresh = join(out, `.${part}.new`)
  const old = join(out, `.${part}.old`)
  await inProduction(() => bundle(part, fresh))
  rmSync(old, { recursive: true, force: true })
  if (existsSync(join(out, part))) renameSync(join(out, part), old)
  renameSync(fresh, join(out, part))
  writeFileSync(stampOf(part), before)
  rmSync(old, { recursive: true, force: true })
}

/**
 * Builds what is stale among the parts; a second process waits for the first and then finds nothing left to do.
 * @param {readonly Part[]} [parts]
 */
export async function buildStale(parts = ALL_PARTS) {
  if (!parts.some(isStale)) return
  mkdirSync(out, { recursive: true })
  await withLock(join(out, '.build.lock'), async () => {
    const stale = parts.filter(isStale)
    if (stale.length > 0) say(`Baton: building ${stale.join(', ')}...`)
    for (const part of stale) await rebuild(part)
  })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await withSetup(async () => {
    const names = process.argv.slice(2)
    const unknown = names.find((name) => !ALL_PARTS.some((part) => part === name))
    if (unknown !== undefined) throw new Error(`There is no part '${unknown}'; there are ${ALL_PARTS.join(', ')}.`)
    await buildStale(names.length === 0 ? ALL_PARTS : ALL_PARTS.filter((part) => names.includes(part)))
  })
}
