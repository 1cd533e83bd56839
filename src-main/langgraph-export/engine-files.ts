/** What the build has made for exported projects: the engine's modules, the packages that they load, and their sources. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { AppError } from '../../src-shared/errors'
import { inEnglish } from '../../src-shared/languages/translate'
import { appRoot } from '../platform/app-root'

/** The engine, and the threads that it starts. */
const ENGINE_MODULES = ['engine.js', 'code-worker.js', 'pattern-worker.js', 'reading-worker.js'] as const

const listSchema = z.object({
  baton: z.string(),
  packages: z.record(z.string(), z.string()),
  sources: z.record(z.string(), z.string()),
})

export type EngineFiles = z.infer<typeof listSchema> & { modules: { [name: string]: string } }

/** Reads them from the program's own folder. Throws `unavailable` where they were not built. */
export function readEngineFiles(folder: string = path.join(appRoot(), 'out', 'engine')): EngineFiles {
  const list = path.join(folder, 'engine.json')
  if (!existsSync(list))
    throw new AppError(
      'unavailable',
      inEnglish(
        'The engine that an exported flow brings along was not built. Run "npm run build -- engine", or install Baton again.',
      ),
    )
  const modules = ENGINE_MODULES.map((name) => [name, readFileSync(path.join(folder, name), 'utf8')] as const)
  return { ...listSchema.parse(JSON.parse(readFileSync(list, 'utf8'))), modules: Object.fromEntries(modules) }
}
