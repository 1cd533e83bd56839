/** How the three parts are bundled: main (one entry per host), the preload script and the renderer. */
import { realpathSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import { relative, resolve, sep } from 'node:path'

const root = import.meta.dirname

/** Not bundled: what comes with a binary, and what `ws` and `pg` try to load and do without. */
const native = [
  'electron',
  /^electron\//,
  'better-sqlite3',
  'bufferutil',
  'utf-8-validate',
  'pg-native',
  'pg-cloudflare',
]

/** A class of `chat/ToolLine.module.css` as the page has it: `chat-ToolLine_name`. Readable, and no two files can meet. */
function scopedName(name: string, file: string): string {
  // A linked source folder is named by where it really is.
  const module = relative(realpathSync(resolve(root, 'src-renderer')), file.replace(/\?.*$/, '')).replace(
    /\.module\.css$/,
    '',
  )
  return `${module.split(sep).join('-')}_${name}`
}

export default defineConfig({
  main: {
    root,
    build: {
      externalizeDeps: false,
      rolldownOptions: {
        input: {
          electron: resolve(root, 'src-main/host-electron/main.ts'),
          cli: resolve(root, 'src-main/cli/main.ts'),
          web: resolve(root, 'src-main/host-web/main.ts'),
          // Of the browser tests; no package has it.
          'web-hosts': resolve(root, 'src-main/testing/web-hosts.ts'),
          // Worker threads, which src-main/platform/worker-thread.ts finds by these names.
          'code-worker': resolve(root, 'src-main/tools/code/worker.ts'),
          'pattern-worker': resolve(root, 'src-main/models/pattern-worker.ts'),
          'reading-worker': resolve(root, 'src-main/reading/worker.ts'),
        },
        external: native,
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  },
  preload: {
    root,
    build: {
      externalizeDeps: false,
      rolldownOptions: {
        input: { preload: resolve(root, 'src-main/preload/preload.ts') },
        external: ['electron'],
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: resolve(root, 'src-renderer'),
    plugins: [react()],
    css: { modules: { generateScopedName: scopedName } },
    // The layout's worker has exports, which a script without a name of its own cannot have.
    worker: { format: 'es' },
    build: {
      minify: true,
      // Not announced to the browser; the fence around the bundle reads from them what went in.
      sourcemap: 'hidden',
      // In kB. The interface is read from this machine in one go; what is only sometimes needed is loaded when it is.
      chunkSizeWarningLimit: 4000,
      rolldownOptions: {
        input: resolve(root, 'src-renderer/index.html'),
        // Two scripts of one size are read on two cores at once.
        output: { codeSplitting: { groups: [{ name: 'packages', test: /node_modules/ }] } },
      },
    },
  },
})
