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
  return fieldOfManifest('version') ?? 'unknown'
}

/** Where the newest version is told, as `package.json` has it in `releases`, or else the environment; null: nowhere. */
export function releasesAddress(env: Readonly<Record<string, string | undefined>> = process.env): string | null {
  return env['BATON_RELEASES'] || fieldOfManifest('releases') || null
}

function fieldOfManifest(name: string): string | null {
  const manifest: unknown = JSON.parse(readFileSync(path.join(appRoot(), 'package.json'), 'utf8'))
  const value: unknown = typeof manifest === 'object' && manifest !== null ? Reflect.get(manifest, name) : undefined
  return typeof value === 'string' ? value : null
}
