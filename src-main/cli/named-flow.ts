/** A flow that a command is given by the path of its file, or by its name or id in the library; of the latter also a version. */
import { existsSync } from 'node:fs'
import { AppError } from '../../src-shared/errors'
import { inEnglish } from '../../src-shared/languages/translate'
import { foldCase } from '../../src-shared/match'
import type { Flow } from '../../src-shared/flow/records'
import type { FlowVersion } from '../../src-shared/rpc/contract'
import type { FlowSummary } from '../../src-shared/rpc/flow-summary'
import { opened } from '../flows/read-flow'
import { libraryPath } from '../store/database'
import type { Core } from '../core'
import { dataFolder, openCore, readFlowFile, UsageError, type CommandStreams, type RunOptions } from './options'

type Library = Core['services']['library']
type FolderOptions = Pick<RunOptions, 'data'>

/** A flow, and what a person would call it. */
export type NamedFlow = { title: string; flow: Flow }

/** Reads flows, opening the library once and only when one of them is no file; closes it behind itself. */
export async function withFlows<Result>(
  options: FolderOptions,
  around: CommandStreams,
  use: (read: (name: string, version?: string) => Promise<NamedFlow>) => Promise<Result>,
): Promise<Result> {
  let core: Core | null = null
  const library = async (name: string): Promise<Library> => {
    if (core === null && !existsSync(libraryPath(dataFolder(options, around)))) throw notFound(name)
    core ??= await openCore(options, around)
    return core.services.library
  }
  try {
    return await use(async (name, version) => {
      if (version === undefined && existsSync(name)) return { title: name, flow: readFlowFile(name).flow }
      if (version !== undefined && existsSync(name))
        throw new UsageError(`${name} is a file, and files have no versions. Name a flow of the library.`)
      return readNamed(await library(name), name, version)
    })
  } finally {
    await (core as Core | null)?.close()
  }
}

function readNamed(library: Library, name: string, wanted: string | undefined): NamedFlow {
  const found = library.list().filter((flow) => flow.id === name || foldCase(flow.name) === foldCase(name))
  const only = found.find(({ id }) => id === name) ?? found[0]
  if (only === undefined) throw notFound(name)
  if (found.length > 1 && only.id !== name) throw new UsageError(severalWords(name, found))
  if (wanted === undefined) return { title: only.name, flow: opened(library.read(only.id).text).flow }
  const version = versionOf(library.versions(only.id), wanted)
  if (version === null)
    throw new AppError(
      'not-found',
      inEnglish(`"${only.name}" has no version "${wanted}". ${versionWords(library.versions(only.id))}`),
    )
  const { text } = library.readVersion(only.id, version.id)
  return { title: `${only.name}, ${version.label || version.createdAt}`, flow: opened(text).flow }
}

/** By its id, its name, or its place: 1 is the newest. */
function versionOf(versions: readonly FlowVersion[], wanted: string): FlowVersion | null {
  const named = versions.find(
    ({ id, label }) => id === wanted || (label !== '' && foldCase(label) === foldCase(wanted)),
  )
  return named ?? (/^\d{1,4}$/.test(wanted) ? (versions[Number(wanted) - 1] ?? null) : null)
}

function versionWords(versions: readonly FlowVersion[]): string {
  if (versions.length === 0) return 'It has none yet.'
  const listed = versions.slice(0, 10).map(({ label, createdAt }, index) => `${index + 1} (${label || createdAt})`)
  return `There are, newest first: ${listed.join(', ')}.`
}

function severalWords(name: string, found: readonly FlowSummary[]): string {
  return `Several flows are called "${name}": ${found.map(({ id }) => id).join(', ')}. Name one by its id.`
}

function notFound(name: string): AppError {
  return new AppError('not-found', inEnglish(`There is no file "${name}", and no flow of that name in the library.`))
}
