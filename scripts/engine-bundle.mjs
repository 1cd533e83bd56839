/**
 * Builds what an exported flow brings along: the engine as one readable module, the worker threads beside it, and in `engine.json` the packages that
 * these load, with their versions, and the sources that they are made of. Packages stay packages: the modules hold Baton's own code alone.
 */
import { builtinModules } from 'node:module'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import { root } from './setup.mjs'

/** @type {Record<string, string>} */
const ENTRIES = {
  engine: 'src-main/langgraph-server/index.ts',
  'code-worker': 'src-main/tools/code/worker.ts',
  'pattern-worker': 'src-main/models/pattern-worker.ts',
  'reading-worker': 'src-main/reading/worker.ts',
}

/** @param {string} file */
const readManifest = (file) => {
  const manifest = JSON.parse(readFileSync(join(root, file, 'package.json'), 'utf8'))
  return { name: String(manifest.name), version: String(manifest.version) }
}

/** The package of an import; empty for Node's own modules and for files. @param {string} source */
function packageOf(source) {
  if (/^[./\0]|^node:|^[A-Za-z]:[\\/]/.test(source) || builtinModules.includes(source)) return ''
  return /^(@[^/]+\/)?[^/]+/.exec(source)?.[0] ?? ''
}

/** The packages that a built module loads. @param {string} code */
function loadedBy(code) {
  const sources = code.matchAll(
    /(?:^import (?:[^"'\n]* from )?|\b(?:import|require|createRequire\(import\.meta\.url\)(?:\.resolve)?)\()["']([^"'\n]+)["']/gm,
  )
  return [...sources].map(([, source = '']) => packageOf(source)).filter((name) => name !== '')
}

const WASM = '@jitl/quickjs-wasmfile-release-sync/wasm'

/** Reads QuickJS from its package, where the program has it in itself: as text it would be half of the module. @type {import('vite').Plugin} */
const quickJsOfPackage = {
  name: 'quick-js-of-package',
  enforce: 'pre',
  resolveId: (source) => (source === `${WASM}?url&inline` ? '\0quick-js' : undefined),
  load: (id) =>
    id === '\0quick-js'
      ? `import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
const file = createRequire(import.meta.url).resolve("${WASM}")
export default 'data:application/wasm;base64,' + readFileSync(file).toString('base64')`
      : undefined,
}

/** @param {string} folder */
export async function bundleEngine(folder) {
  const { build } = await import('vite')
  const { version } = readManifest('.')
  /** @type {Map<string, string>} */
  const packages = new Map()
  /** @type {Map<string, string>} */
  const sources = new Map()
  for (const [name, entry] of Object.entries(ENTRIES)) {
    const built = await build({
      root,
      configFile: false,
      mode: 'production',
      logLevel: 'warn',
      plugins: [quickJsOfPackage],
      define: { BATON_VERSION: JSON.stringify(version) },
      build: {
        ssr: true,
        target: 'node22',
        outDir: folder,
        emptyOutDir: name === 'engine',
        minify: false,
        sourcemap: 'hidden',
        reportCompressedSize: false,
        rolldownOptions: {
          input: { [name]: join(root, entry) },
          external: (source) => !source.includes('?') && packageOf(source) !== '',
          // A package that nothing is left of is not loaded.
          treeshake: { moduleSideEffects: (_id, isExternal) => !isExternal },
          output: { format: 'es', entryFileNames: '[name].js', codeSplitting: false },
        },
      },
    })
    for (const output of 'output' in built ? built.output : []) {
      if (output.type !== 'chunk') continue
      for (const loaded of loadedBy(output.code)) packages.set(loaded, readManifest(`node_modules/${loaded}`).version)
      for (const [place, source] of (output.map?.sources ?? []).entries()) {
        const file = relative(root, resolve(folder, source)).split(sep).join('/')
        const text = output.map?.sourcesContent?.[place]
        if (/^src-(main|shared)\//.test(file) && typeof text === 'string') sources.set(file, text)
      }
      rmSync(join(folder, `${output.fileName}.map`), { force: true })
    }
  }
  const listed = { baton: version, packages: sorted(packages), sources: sorted(sources) }
  writeFileSync(join(folder, 'engine.json'), JSON.stringify(listed))
}

/** @param {Map<string, string>} map */
const sorted = (map) => Object.fromEntries([...map].sort(([one], [other]) => (one < other ? -1 : 1)))
