/** The folder of reports: one text file each, for its owner alone. Only so many stay, and of faults that Baton survived fewer, so that they push nothing else out. */
import { closeSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import path from 'node:path'
import type { CrashSource } from '../../src-shared/rpc/upkeep'
import { makeFolder } from '../platform/make-folder'

const KEPT = 10
const KEPT_FAULTS = 5
const MOST_CHARACTERS = 20_000
const OWNER_ONLY = 0o600

const NAME = /^(\d{8}T\d{6}\.\d{3}Z)-(desktop|web|command|window|fault)\.txt$/
const TIME_LENGTH = '20260101T120000.000Z'.length
/** Holds the name of the newest report that a person was told of. */
const SEEN = 'seen'

export type StoredReport = { readonly id: string; readonly at: string; readonly source: CrashSource }

/** Where the reports of a data folder are. */
function crashFolder(dataDir: string): string {
  return path.join(dataDir, 'crashes')
}

/** Writes a report; its path. */
export function writeReport(dataDir: string, report: { at: Date; source: CrashSource; text: string }): string {
  const folder = crashFolder(dataDir)
  makeFolder(folder)
  const taken = new Set(namesIn(dataDir).map((name) => name.slice(0, TIME_LENGTH)))
  let at = report.at.getTime()
  while (taken.has(timeName(at))) at += 1
  const file = path.join(folder, `${timeName(at)}-${report.source}.txt`)
  const handle = openSync(file, 'w', OWNER_ONLY)
  try {
    writeSync(handle, report.text.slice(0, MOST_CHARACTERS))
  } finally {
    closeSync(handle)
  }
  tidy(dataDir)
  return file
}

/** All reports, the newest first. */
export function listReports(dataDir: string): StoredReport[] {
  return namesIn(dataDir).flatMap((name) => {
    const [, time = '', source = ''] = NAME.exec(name) ?? []
    if (time === '') return []
    const at = time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)/, '$1-$2-$3T$4:$5:$6')
    return [{ id: name, at, source: source as CrashSource }]
  })
}

/** The text of one; null where it is gone. */
export function readReport(dataDir: string, id: string): string | null {
  if (!NAME.test(id)) return null
  try {
    return readFileSync(path.join(crashFolder(dataDir), id), 'utf8').slice(0, MOST_CHARACTERS)
  } catch {
    return null
  }
}

export function removeReport(dataDir: string, id: string): void {
  if (NAME.test(id)) rmSync(path.join(crashFolder(dataDir), id), { force: true })
}

/** The newest that a person was told of; empty where nobody was told of any. */
export function newestSeen(dataDir: string): string {
  try {
    return readFileSync(path.join(crashFolder(dataDir), SEEN), 'utf8').slice(0, 200)
  } catch {
    return ''
  }
}

export function noteSeen(dataDir: string, id: string): void {
  if (NAME.test(id) && id > newestSeen(dataDir))
    writeFileSync(path.join(crashFolder(dataDir), SEEN), id, { mode: OWNER_ONLY })
}

/** Names are in the order of time; no two are of the same moment. */
function timeName(at: number): string {
  return new Date(at).toISOString().replaceAll(/[-:]/g, '')
}

function tidy(dataDir: string): void {
  const all = listReports(dataDir)
  const faults = all.filter(({ source }) => source === 'fault')
  const others = all.filter(({ source }) => source !== 'fault')
  for (const { id } of [...faults.slice(KEPT_FAULTS), ...others.slice(KEPT)]) removeReport(dataDir, id)
}

function namesIn(dataDir: string): string[] {
  try {
    return readdirSync(crashFolder(dataDir)).toSorted().toReversed()
  } catch {
    return []
  }
}
