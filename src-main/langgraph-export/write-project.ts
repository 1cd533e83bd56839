/**
 * Writes a project into a folder that a person may have changed since the last time: a manifest says which files are Baton's and what they were,
 * so that what somebody edited is kept, and what is theirs is never touched.
 */
import { createHash } from 'node:crypto'
import { lstatSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { AppError } from '../../src-shared/errors'
import { inEnglish } from '../../src-shared/languages/translate'

/** Paths by what became of them. */
export type WrittenProject = {
  written: string[]
  removed: string[]
  /** Baton's files that somebody changed: kept as they are. */
  edited: string[]
  /** Files of the person where Baton would write one. */
  foreign: string[]
}

/** Where the manifest is. */
export const MANIFEST = 'baton/export.json'

/** By path the hashes that a file of Baton's may have: two while it is being written. */
const manifestSchema = z.object({ files: z.record(z.string(), z.array(z.string())) })
type ManifestFiles = z.infer<typeof manifestSchema>['files']

/** `force`: what somebody changed of Baton's files is written over. Throws `storage`. */
export function writeProject(
  folder: string,
  files: ReadonlyMap<string, string>,
  { force }: { force: boolean },
): WrittenProject {
  try {
    return write(folder, files, force)
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new AppError('storage', inEnglish(`The project could not be written to ${folder}: ${why}`))
  }
}

function write(folder: string, files: ReadonlyMap<string, string>, force: boolean): WrittenProject {
  mkdirSync(folder, { recursive: true })
  const known = readManifest(folder)
  const done: WrittenProject = { written: [], removed: [], edited: [], foreign: [] }
  const next: ManifestFiles = {}
  const toWrite: string[] = []
  for (const [file, text] of files) {
    const found = look(folder, file)
    const hashes = known[file] ?? []
    const isOurs = found.is === 'file' && hashes.includes(found.hash)
    const mayWrite = found.is === 'nothing' || isOurs || (found.is === 'file' && hashes.length > 0 && force)
    if (found.is === 'file' && found.hash === hashOf(text)) next[file] = [found.hash]
    else if (mayWrite) {
      toWrite.push(file)
      next[file] = [hashOf(text)]
    } else {
      if (hashes.length > 0) next[file] = hashes
      done[hashes.length > 0 ? 'edited' : 'foreign'].push(file)
    }
  }
  // Killed from here on, each file is either what it was or what it becomes, and the manifest knows both.
  writeManifest(folder, joined(known, next))
  for (const file of toWrite) {
    writeFile(folder, file, files.get(file) ?? '')
    done.written.push(file)
  }
  for (const [file, hashes] of Object.entries(known)) {
    if (files.has(file) || !isInside(file)) continue
    const found = look(folder, file)
    if (found.is === 'file' && hashes.includes(found.hash)) {
      rmSync(path.join(folder, file))
      done.removed.push(file)
    } else if (found.is !== 'nothing') done.edited.push(file)
  }
  writeManifest(folder, next)
  return done
}

function joined(known: ManifestFiles, next: ManifestFiles): ManifestFiles {
  const all = new Set([...Object.keys(known), ...Object.keys(next)])
  return Object.fromEntries(
    [...all].map((file) => [file, [...new Set([...(known[file] ?? []), ...(next[file] ?? [])])]]),
  )
}

/** A manifest that cannot be read knows nothing: every file there is then the person's. */
function readManifest(folder: string): ManifestFiles {
  if (look(folder, MANIFEST).is !== 'file') return {}
  try {
    const read = manifestSchema.safeParse(JSON.parse(readFileSync(path.join(folder, MANIFEST), 'utf8')))
    return read.success ? read.data.files : {}
  } catch {
    return {}
  }
}

function writeManifest(folder: string, files: ManifestFiles): void {
  if (look(folder, MANIFEST).is === 'other')
    throw new AppError(
      'storage',
      inEnglish(`${path.join(folder, MANIFEST)} is no file. Remove it, or export into another folder.`),
    )
  writeFile(folder, MANIFEST, `${JSON.stringify({ files }, null, 1)}\n`)
}

type FoundFile = { is: 'nothing' } | { is: 'file'; hash: string } | { is: 'other' }

/** What lies at a path; behind a link, or where a folder is a file, is somebody else's. */
function look(folder: string, file: string): FoundFile {
  const parts = file.split('/')
  for (let depth = 1; depth <= parts.length; depth += 1) {
    const found = lstatSync(path.join(folder, ...parts.slice(0, depth)), { throwIfNoEntry: false })
    if (found === undefined) return { is: 'nothing' }
    const isLast = depth === parts.length
    if (isLast ? !found.isFile() : !found.isDirectory()) return { is: 'other' }
  }
  return { is: 'file', hash: hashOf(readFileSync(path.join(folder, file))) }
}

/** A manifest may have been edited too. */
function isInside(file: string): boolean {
  return !path.isAbsolute(file) && !file.split(/[\\/]/).includes('..')
}

function writeFile(folder: string, file: string, text: string): void {
  const place = path.join(folder, file)
  mkdirSync(path.dirname(place), { recursive: true })
  const beside = `${place}.baton-new`
  rmSync(beside, { force: true })
  writeFileSync(beside, text, { flag: 'wx' })
  renameSync(beside, place)
}

function hashOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}
