/**
 * `npm run bench`: bundles the measurements of `bench/` and runs them. `npm run bench -- turns storage canvas start` runs some parts only;
 * `--help` names the options.
 */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildStale } from './build.mjs'
import { findChromium } from './chromium.mjs'
import { root, say, withSetup } from './setup.mjs'

const out = join(root, 'out/bench')

/** The measurements as plain Node programs; packages stay outside, so that a profile names them. */
async function bundle() {
  const { build } = await import('vite')
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      ssr: true,
      target: 'node24',
      outDir: out,
      emptyOutDir: true,
      minify: false,
      rolldownOptions: {
        input: Object.fromEntries(
          ['main', 'model-server', 'soak-core'].map((name) => [name, join(root, `bench/${name}.ts`)]),
        ),
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  })
}

/** Builds parts of the app; says why in a word where that is not possible, so that the other measurements still run. @param {readonly ('main' | 'renderer' | 'engine')[]} parts */
async function tryBuild(parts) {
  try {
    await buildStale(parts)
    return null
  } catch (error) {
    return error instanceof Error ? (error.message.split('\n')[0] ?? 'unknown') : String(error)
  }
}

await withSetup(async () => {
  say('Baton: bundling the measurements...')
  await bundle()
  /** @type {{ runBench: (program: object) => Promise<number> }} */
  const { runBench } = await import(pathToFileURL(join(out, 'main.js')).href)
  return runBench({
    argv: process.argv.slice(2),
    root,
    findChromium,
    build: tryBuild,
    print: (/** @type {string} */ text) => process.stdout.write(`${text}\n`),
    note: say,
  })
})
