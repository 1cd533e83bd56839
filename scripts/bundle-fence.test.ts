import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { build } from 'vite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { buildStale } from './build.mjs'
import { findForbidden, findForbiddenIn } from './bundle-fence.mjs'
import { root } from './setup.mjs'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'baton-bundle-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function bundle(files: Record<string, string>, external: string[] = []) {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  const rolldownOptions = { input: join(folder, 'main.js'), external }
  await build({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    build: { outDir: 'out', minify: true, sourcemap: 'hidden', rolldownOptions },
  })
  return findForbiddenIn(join(folder, 'out')).map((offender) => offender.replace(/^.*: /, ''))
}

/** A package of one file that says which it is; enough for a bundler. */
const fake = (name: string) => ({ [`node_modules/${name}/index.js`]: `export const name = '${name} itself'` })

describe('the bundle fence', () => {
  test('finds packages that were bundled, at once or on demand, though minified', async () => {
    const found = await bundle({
      ...fake('electron'),
      ...fake('better-sqlite3'),
      ...fake('@langchain/langgraph'),
      ...fake('harmless'),
      'main.js': `import { name } from 'electron'
        import { name as sqlite } from 'better-sqlite3'
        import { name as harmless } from 'harmless'
        console.log(name, sqlite, harmless, import('@langchain/langgraph'))`,
    })
    expect(found.sort()).toEqual([
      'node_modules/@langchain/langgraph',
      'node_modules/better-sqlite3',
      'node_modules/electron',
    ])
  })

  test('finds our own main process', async () => {
    const found = await bundle({
      'src-main/core.js': 'export const core = Math.random()',
      'main.js': "import { core } from './src-main/core.js'\nconsole.log(core)",
    })
    expect(found).toEqual(['src-main'])
  })

  test('finds packages that were left out and would be imported at run time', async () => {
    const found = await bundle({ 'main.js': "import { shell } from 'electron'\nconsole.log(shell)" }, ['electron'])
    expect(found).toEqual(['electron'])
  })

  test('is not fooled by words or by names that only begin alike', () => {
    const code = 'const text = "electron and langgraph"; import x from "electron-like"'
    expect(findForbidden(code, ['../node_modules/electron-like/index.js', 'src-renderer/main.tsx'])).toEqual([])
  })

  test('judges what has no source map by nothing, but for the helpers of the bundler, which import nothing', async () => {
    const helpers = 'export const own = () => 1'
    await writeFile(join(folder, 'rolldown-runtime-AbC_1-2.js'), helpers)
    expect(findForbiddenIn(folder)).toEqual([])
    await writeFile(join(folder, 'rolldown-runtime-AbC_1-2.js'), `import 'electron'\n${helpers}`)
    await writeFile(join(folder, 'rolldown-runtime-large.js'), helpers + ' '.repeat(5000))
    await writeFile(join(folder, 'other.js'), helpers)
    expect(findForbiddenIn(folder).sort()).toEqual([
      'other.js (no source map)',
      'rolldown-runtime-AbC_1-2.js: electron',
      'rolldown-runtime-large.js (no source map)',
    ])
  })

  test('lets the real bundle through', { timeout: 180_000 }, async () => {
    await buildStale(['renderer'])
    expect(await readdir(join(root, 'out/renderer'))).toContain('index.html')
    expect(findForbiddenIn(join(root, 'out/renderer'))).toEqual([])
  })
})
