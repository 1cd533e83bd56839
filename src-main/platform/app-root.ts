/** Where the files of the app itself are: the folder with its package.json, whether run from source, built or packaged. */

import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { AppError } from '../../src-shared/errors'

/** The folder of the app; `out/renderer` and `resources` are inside. */
export function appRoot(start: string = import.meta.dirname): string {
  if (existsSync(path.join(start, 'package.json'))) return start
  const parent = path.dirname(start)
  if (parent === start) throw new AppError('internal', 'Baton cannot find its own package.json. Install it again.')
  return appRoot(parent)
}

/** The version of the app. */
export function appVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(path.join(appRoot(), 'package.json'), 'utf8'))
  const hasVersion = typeof manifest === 'object' && manifest !== null && 'version' in manifest
  return hasVersion ? String(manifest.version) : 'unknown'
}
