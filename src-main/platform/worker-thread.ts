/** Worker threads of the core: how one is started from source and in a built program, and what none of them is given. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { Worker, type WorkerOptions } from 'node:worker_threads'
import { appRoot } from './app-root'

/** An entry of the build (electron.vite.config.ts) and the source that it is made of. */
export type WorkerEntry = { name: 'code-worker' | 'pattern-worker' | 'reading-worker'; source: URL }

/**
 * From source Node itself reads the files of a worker, which import each other without an ending as bundled files do. Without its types and compiled
 * each file is kept beside the build, or a thread would take three times as long to start.
 */
const sourceImports = () => `import { enableCompileCache, registerHooks } from 'node:module'
enableCompileCache(${JSON.stringify(path.join(appRoot(), 'out/compile-cache'))})
registerHooks({
  resolve(name, context, next) {
    if (!name.startsWith('.') || context.parentURL?.includes('/node_modules/') || /\\.[a-z]+$/.test(name)) return next(name, context)
    try { return next(name + '.ts', context) } catch { return next(name + '/index.ts', context) }
  },
})`

/** Starts a thread without the environment of this process; what it prints goes nowhere. */
export function startWorker(
  { name, source }: WorkerEntry,
  options: Pick<WorkerOptions, 'workerData' | 'transferList' | 'resourceLimits'>,
): Worker {
  const isSource = import.meta.url.endsWith('.ts')
  return new Worker(isSource ? source : builtWorker(name), {
    ...options,
    env: {},
    execArgv: isSource ? ['--import', `data:text/javascript,${encodeURIComponent(sourceImports())}`] : [],
    stdout: true,
    stderr: true,
  })
}

/** In a project that was exported they lie beside the one module that everything else is in. */
function builtWorker(name: WorkerEntry['name']): string {
  const beside = path.join(import.meta.dirname, `${name}.js`)
  return existsSync(beside) ? beside : path.join(appRoot(), `out/main/${name}.js`)
}
