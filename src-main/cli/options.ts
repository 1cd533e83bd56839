/** The options that commands share, and what they mean for the core. */
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { Option, type Command } from 'commander'
import { AppError, saidOf } from '../../src-shared/errors'
import { inARow, inEnglish } from '../../src-shared/languages/translate'
import { openFlow } from '../../src-shared/flow/editing/open'
import type { Flow } from '../../src-shared/flow/records'
import type { Breakpoint } from '../../src-shared/run/log/breakpoints'
import { saveFlow } from '../../src-shared/flow/editing/save'
import { createCore, type Core, type CoreOptions } from '../core'
import type { CrashReports } from '../crashes/crash-reports'
import { hostOf } from '../models/base-url'
import type { ModelOverrides } from '../models/overrides'
import { MOST_FLOW_BYTES, readBounded, whyUnread } from '../platform/bounded-file'
import { dataDir } from '../platform/data-dir'
import { nodePlatform } from '../platform/node'
import { libraryPath } from '../store/database'

/** What every command that runs flows is given. */
export type RunOptions = {
  data?: string
  connection?: string
  baseUrl?: string
  apiKey?: string
  model?: string
  allow?: string[]
  /** Where turns pause. */
  breakpoints?: readonly Breakpoint[]
  /** Where the core works instead of the data folder, whose connections and secrets were taken over. */
  copy?: { folder: string; saver: CoreOptions['saver'] } | undefined
}

/** Options that make no sense together: exit code 2. */
export class UsageError extends Error {}

/** A flow as a command was given it. */
export type GivenFlow = { flow: Flow; text: string }

/** Where a command reads and writes; tests give their own. */
export type CommandStreams = {
  env: NodeJS.ProcessEnv
  stdin: NodeJS.ReadableStream & { isTTY?: boolean }
  out: (text: string) => void
  note: (line: string) => void
  signal: AbortSignal
  /** Reports of this program, where it writes any. */
  crashes?: CrashReports | undefined
}

/** Adds the options of commands that run flows. */
export function withRunOptions(command: Command): Command {
  return command
    .option('--data <DIR>', 'data folder (default: that of the app)')
    .option('--connection <NAME>', 'use this connection for the whole flow, embeddings too')
    .option('--base-url <URL>', 'use this OpenAI-compatible server for the whole flow, embeddings too')
    .option('--api-key <KEY>', 'the key for --base-url, or in the place of the one of --connection')
    .option('--model <NAME>', 'use this chat model for the whole flow')
    .addOption(
      new Option(
        '--allow <ITEM>',
        'allow what the flow asks consent for; repeatable; "all" allows everything',
      ).argParser(collect),
    )
}

/** Collects an option that may be repeated. */
export function collect(value: string, earlier: string[] | undefined): string[] {
  return [...(earlier ?? []), value]
}

/** The data folder that the options or the environment name. */
export function dataFolder({ data }: Pick<RunOptions, 'data'>, { env }: Pick<CommandStreams, 'env'>): string {
  return data ?? dataDir({ env, platform: process.platform, home: homedir() })
}

/** Where flows have their documents and the flows that they name: beside them; of files from several folders none is their common place. */
export function folderOf(files: readonly string[]): string | undefined {
  const folders = new Set(files.map((file) => path.dirname(path.resolve(file))))
  return folders.size === 1 ? [...folders][0] : undefined
}

/** Opens the core on the data folder that the options and the environment name; `files` are the flows that it will run. */
export async function openCore(
  options: RunOptions,
  { env, crashes }: CommandStreams,
  files: readonly string[] = [],
): Promise<Core> {
  const folder = dataFolder(options, { env })
  const platform = nodePlatform({ dataDir: folder, host: 'cli' })
  const { copy } = options
  return createCore({
    dataDir: copy?.folder ?? folder,
    saver: copy?.saver,
    platform,
    models: overridesOf(options, env),
    allow: options.allow ?? [],
    env,
    documentsDir: folderOf(files),
    pinsFlows: true,
    breakpoints: options.breakpoints ?? [],
    crashes,
  })
}

/** Null where there is no data folder yet: none is made to look for what cannot be there. */
export async function withLibrary<Result>(
  options: Pick<RunOptions, 'data' | 'connection' | 'baseUrl' | 'apiKey' | 'model'>,
  around: CommandStreams,
  work: (core: Core) => Promise<Result>,
): Promise<Result | null> {
  if (!existsSync(libraryPath(dataFolder(options, around)))) return null
  const { data, connection, baseUrl, apiKey, model } = options
  const core = await openCore(defined({ data, connection, baseUrl, apiKey, model }), around)
  try {
    return await work(core)
  } finally {
    await core.close()
  }
}

function defined(options: { readonly [Name in keyof RunOptions]?: RunOptions[Name] | undefined }): RunOptions {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))
}

/**
 * The command line wins over the environment. A key goes where it was given for: `--api-key` to `--base-url` or to the connection that is
 * named beside it, OPENAI_API_KEY to the base URL or to OpenAI itself. Throws UsageError for a key that belongs nowhere.
 */
export function overridesOf({ connection, model, ...options }: RunOptions, env: NodeJS.ProcessEnv): ModelOverrides {
  const baseUrl = options.baseUrl ?? nonEmpty(env['OPENAI_BASE_URL'])
  const openAiKey = nonEmpty(env['OPENAI_API_KEY'])
  const { apiKey } = options
  if (baseUrl !== undefined && hostOf(baseUrl.trim()) === '')
    throw new UsageError(
      `${options.baseUrl === undefined ? 'OPENAI_BASE_URL' : '--base-url'} wants the address of a model server, such as http://127.0.0.1:11434/v1, and not "${baseUrl}".`,
    )
  if (baseUrl !== undefined)
    return {
      connection,
      model,
      baseUrl,
      baseUrlFromEnvironment: options.baseUrl === undefined,
      apiKey: apiKey ?? openAiKey,
    }
  if (apiKey !== undefined && connection === undefined)
    throw new UsageError(
      '--api-key does not say which server the key is for. Give --base-url URL with it, or --connection NAME for one of your connections.',
    )
  return { connection, model, apiKey, openAiKey }
}

function nonEmpty(text: string | undefined): string | undefined {
  return text === undefined || text.trim() === '' ? undefined : text.trim()
}

/** Reads a flow from a file. Throws `not-found` and the codes of `openFlow`. */
export function readFlowFile(file: string): GivenFlow {
  const opened = openFlow(readText(file))
  if (!opened.ok) {
    const { code, details } = opened.error
    throw new AppError(code, inARow([file, saidOf(opened.error)], ': '), details)
  }
  return { flow: opened.flow, text: saveFlow(opened.flow) }
}

function readText(file: string): string {
  const read = readBounded(file, MOST_FLOW_BYTES, 'named')
  if (read.ok) return read.bytes.toString('utf8')
  const why = whyUnread(read, MOST_FLOW_BYTES)
  throw new AppError('not-found', inEnglish(`${file} could not be read: ${why}. Give the path of a .flow.json file.`))
}
