/** `baton threads`: the conversations that are kept, listed, found, printed, exported, forked and deleted. */
import { existsSync } from 'node:fs'
import { AppError } from '../../src-shared/errors'
import { foldCase } from '../../src-shared/match'
import type { ThreadSummary } from '../../src-shared/rpc/contract'
import { RETENTION_LEVELS } from '../../src-shared/rpc/retention'
import { sizeWords } from '../../src-shared/sizes'
import { foldEvents } from '../../src-shared/run/fold/fold'
import { EMPTY_THREAD, turnsOf, type ThreadView } from '../../src-shared/run/fold/fold-view'
import { createThreadRecord, type ThreadRecord } from '../../src-shared/run/moments/thread-record'
import { castOf, castWithin } from '../../src-shared/run/sequence/sequence-cast'
import { sequenceToMermaid } from '../../src-shared/run/sequence/sequence-mermaid'
import { sequenceToSvg } from '../../src-shared/run/sequence/sequence-svg'
import { sequenceOf } from '../../src-shared/run/sequence/sequence'
import { ENGLISH, inEnglish } from '../../src-shared/languages/translate'
import { questionText } from '../../src-shared/run/words/questions'
import type { RunEvent } from '../../src-shared/run/log/events'
import type { Core } from '../core'
import type { KeptThread } from '../keeping/thread-keeper'
import { costLines, costRows } from './cost-lines'
import { comparisonLines, stepLines } from './step-lines'
import { readBounded, whyUnread } from '../platform/bounded-file'
import { openCore, readFlowFile, UsageError, withLibrary, type CommandStreams } from './options'
import type { ForkOptions } from './fork-changes'
import { writeOutput } from './output'
import { jsonPrinter, textPrinter } from './run'
import { pinLines } from './pin-lines'

export type ThreadsCommand = { data?: string; json?: boolean }
export type ListThreadsCommand = ThreadsCommand & { flow?: string; text?: string; limit: number; waiting?: boolean }
export type ShowThreadCommand = ThreadsCommand & { steps?: boolean; cost?: boolean; against?: string }
export type ForkThreadCommand = ThreadsCommand &
  ForkOptions & { flow?: string; turn?: number; step?: number; preview?: boolean }
export type PruneThreadsCommand = ThreadsCommand & { flow?: string; thread?: string; keep?: string }
export type ExportThreadCommand = Pick<ThreadsCommand, 'data'> & { to: string; bundle?: boolean }

/** One line for each thread: those that are named so first, then the newest. */
export async function listThreadsCommand(options: ListThreadsCommand, around: CommandStreams): Promise<number> {
  if (options.waiting === true && options.text !== undefined)
    throw new UsageError('--waiting and --text do not go together. Leave one of them out.')
  await withLibrary(options, around, async (core) => {
    const { keeping, library } = core.services
    const names = new Map(library.list().map(({ id, name }) => [id, name]))
    const flowId = options.flow === undefined ? null : flowIdOf(core, options.flow)
    if (options.waiting === true) return listWaiting(core, { ...options, flowId }, around)
    const found = await keeping.find({ flowId, text: options.text ?? '', limit: options.limit })
    for (const one of found) {
      const { whole } = await keeping.sizeOf(one.thread.id)
      const flow = names.get(one.thread.flowId) ?? null
      around.out(options.json === true ? `${JSON.stringify(row(one, flow, whole))}\n` : line(one, flow, whole))
    }
    if (found.length === options.limit) around.note(`There may be more: these are ${options.limit}. Use --limit N.`)
  })
  return 0
}

/** What waits for a person, a line for each question with what is asked under it. */
function listWaiting(
  { services: { inbox } }: Core,
  { flowId, limit, json }: Pick<ListThreadsCommand, 'limit' | 'json'> & { flowId: string | null },
  around: CommandStreams,
): void {
  const all = inbox.list().filter((one) => flowId === null || one.flowId === flowId)
  for (const one of all.slice(0, limit)) {
    const { threadId, threadTitle, flowName, who, since, question } = one
    const facts = [flowName ?? one.flowId, who, minuteOf(since)]
    const asked = questionText(question, ENGLISH, Date.now()).replaceAll(/^/gm, '    ')
    const words = `${threadId}  ${threadTitle === '' ? 'Untitled' : threadTitle} · ${facts.join(' · ')}\n${asked}\n`
    around.out(json === true ? `${JSON.stringify(one)}\n` : words)
  }
  if (all.length > limit) around.note(`There are more: these are ${limit} of ${all.length}. Use --limit N.`)
}

/** What was said in a thread, as `baton run` prints it, behind the words of its user; or each step in words, or what it cost. */
export async function showThreadCommand(
  threadId: string,
  options: ShowThreadCommand,
  around: CommandStreams,
): Promise<number> {
  const { against, cost } = options
  if (cost === true && (against !== undefined || options.steps === true))
    throw new UsageError('--cost goes neither with --steps nor with --against. Leave one of them out.')
  if (against !== undefined) return compareThreadsCommand([threadId, against], options, around)
  await inThread(threadId, options, around, async ({ services: { keeping, threads } }) => {
    const { pins = [] } = threads.read(threadId)
    if (pins.length > 0 && options.json !== true)
      for (const text of pinLines(await recordOf(keeping.events(threadId)), pins)) around.note(text)
    if (cost === true) {
      const view = await viewOf(keeping.events(threadId))
      const lines = options.json === true ? costRows(view).map((row) => JSON.stringify(row)) : costLines(view)
      for (const text of lines) around.out(`${text}\n`)
      return
    }
    if (options.steps === true && options.json !== true) {
      const view = await viewOf(keeping.events(threadId))
      for (const text of stepLines(view)) around.out(`${text}\n`)
      return
    }
    const print = options.json === true ? jsonPrinter(around) : conversationPrinter(around)
    for await (const event of keeping.events(threadId)) print(event)
  })
  return 0
}

/** Where two threads part, and what each said and did from there on. */
async function compareThreadsCommand(
  ids: readonly [string, string],
  options: ShowThreadCommand,
  around: CommandStreams,
): Promise<number> {
  if (options.steps === true || options.json === true)
    throw new UsageError('--against goes neither with --steps nor with --json. Leave one of them out.')
  await inThread(ids, options, around, async ({ services: { keeping, threads } }) => {
    const [one, other] = [await recordOf(keeping.events(ids[0])), await recordOf(keeping.events(ids[1]))]
    const both = [threads.read(ids[0]), threads.read(ids[1])] as const
    for (const text of comparisonLines([one, other], both)) around.out(`${text}\n`)
  })
  return 0
}

export async function recordOf(events: AsyncIterable<RunEvent>): Promise<ThreadRecord> {
  const record = createThreadRecord()
  for await (const event of events) record.add([event])
  return record
}

function conversationPrinter(around: CommandStreams): (event: RunEvent) => void {
  const say = textPrinter(around)
  return (event) => {
    if (event.type === 'run.started' && event.input !== null) around.out(`${event.input.replaceAll(/^/gm, '> ')}\n`)
    if (event.type === 'run.failed') around.note(`${event.error.message} (${event.error.code})`)
    say(event)
  }
}

const WRITERS: {
  readonly [format: string]: (events: AsyncIterable<RunEvent>, thread: ThreadSummary) => Promise<string>
} = {
  async events(events) {
    const lines: string[] = []
    for await (const event of events) lines.push(`${JSON.stringify(event)}\n`)
    return lines.join('')
  },
  mermaid: async (events) => sequenceToMermaid(sequenceIn(await viewOf(events)), ENGLISH),
  svg: async (events, { title }) => sequenceToSvg(sequenceIn(await viewOf(events)), title, ENGLISH),
}

export const THREAD_FORMATS = Object.keys(WRITERS)

/** Exit code 0, or 2 for a format that does not exist. */
export async function exportThreadCommand(
  { threadId, out }: { threadId: string; out: string | undefined },
  options: ExportThreadCommand,
  around: CommandStreams,
): Promise<number> {
  const writer = Object.hasOwn(WRITERS, options.to) ? WRITERS[options.to] : undefined
  if (options.bundle === true) return exportBundleCommand({ threadId, out }, options, around)
  if (writer === undefined) {
    around.note(`"${options.to}" is no format. Use --to ${THREAD_FORMATS.join(' or --to ')}.`)
    return 2
  }
  const text = await inThread(threadId, options, around, ({ services: { keeping, threads } }) =>
    writer(keeping.leavingEvents(threadId), threads.read(threadId)),
  )
  writeOutput(out, text, around)
  return 0
}

async function exportBundleCommand(
  { threadId, out }: { threadId: string; out: string | undefined },
  options: ExportThreadCommand,
  around: CommandStreams,
): Promise<number> {
  const { text, leftOut } = await inThread(threadId, options, around, ({ services }) =>
    services.keeping.exportBundle(threadId),
  )
  writeOutput(out, text, around)
  const { requests, results } = leftOut
  if (requests + results > 0)
    around.note(`To keep the file small ${requests} requests of models and ${results} results of tools are left out.`)
  return 0
}

/** Takes over what another Baton exported, and prints the id of the thread. */
export async function importThreadCommand(
  file: string,
  options: ThreadsCommand,
  around: CommandStreams,
): Promise<number> {
  const read = readBounded(file, MOST_FILE)
  if (!read.ok) throw new AppError('not-found', inEnglish(`${file} could not be read: ${whyUnread(read, MOST_FILE)}.`))
  const core = await openCore(options.data === undefined ? {} : { data: options.data }, around)
  try {
    const imported = await core.services.keeping.importBundle(read.bytes.toString('utf8'))
    around.out(options.json === true ? `${JSON.stringify(imported)}\n` : `${imported.threadId}\n`)
  } finally {
    await core.close()
  }
  return 0
}

/** Bytes: four for each character of the largest one. */
const MOST_FILE = 120_000_000

/** Deletes threads for good; none where one of them is not there. */
export async function deleteThreadsCommand(
  threadIds: readonly string[],
  options: ThreadsCommand,
  around: CommandStreams,
): Promise<number> {
  await inThread(threadIds, options, around, async ({ services: { keeping, threads } }) => {
    for (const id of new Set(threadIds)) {
      const { title } = threads.read(id)
      await keeping.remove(id)
      around.note(`Deleted ${id}${title === '' ? '' : ` “${title}”`}.`)
    }
  })
  return 0
}

/** Takes away what older turns do not keep, by the level of each flow or by `keep`; says what that freed. */
export async function pruneThreadsCommand(options: PruneThreadsCommand, around: CommandStreams): Promise<number> {
  const { keep, thread, flow } = options
  const level = RETENTION_LEVELS.find((one) => one === keep)
  if (keep !== undefined && level === undefined)
    throw new UsageError(`"${keep}" is no level. Use --keep ${RETENTION_LEVELS.join(' or --keep ')}.`)
  const done = await withLibrary(options, around, (core) => {
    const flowId = flow === undefined ? null : flowIdOf(core, flow)
    return core.services.retention.prune({ ...(thread === undefined ? { flowId } : { threadId: thread }), level })
  })
  const { threads, freed } = done ?? { threads: 0, freed: 0 }
  if (options.json === true) around.out(`${JSON.stringify({ threads, freed })}\n`)
  else around.out(`${threads} ${threads === 1 ? 'thread' : 'threads'} pruned, ${sizeWords(freed)} freed.\n`)
  return 0
}

/** Throws `not-found` before anything is done, also where there is no data folder. */
export async function inThread<Result>(
  threadIds: string | readonly string[],
  options: ThreadsCommand,
  around: CommandStreams,
  work: (core: Core) => Promise<Result>,
): Promise<Result> {
  const ids = typeof threadIds === 'string' ? [threadIds] : threadIds
  const done = await withLibrary(options, around, async (core) => {
    for (const id of ids) core.services.threads.read(id)
    return { result: await work(core) }
  })
  if (done === null)
    throw new AppError('not-found', inEnglish(`There is no thread "${ids[0] ?? ''}": nothing was said here yet.`))
  return done.result
}

/** A flow as a file, by its name or by its id; of flows that are in no library the id is enough. */
export function flowIdOf({ services: { library } }: Core, name: string): string {
  if (existsSync(name)) return readFlowFile(name).flow.id
  const flows = library.list()
  const found = flows.find(({ id }) => id === name) ?? flows.find((flow) => foldCase(flow.name) === foldCase(name))
  return found?.id ?? name
}

async function viewOf(events: AsyncIterable<RunEvent>): Promise<ThreadView> {
  let view = EMPTY_THREAD
  for await (const event of events) view = foldEvents(view, [event])
  return view
}

function sequenceIn(view: ThreadView) {
  return sequenceOf(turnsOf(view), castWithin(view.known, castOf({})))
}

function row({ thread, excerpt }: KeptThread, flow: string | null, bytes: number) {
  return { ...thread, flow, bytes, found: excerpt?.text ?? null }
}

function line({ thread, excerpt }: KeptThread, flow: string | null, bytes: number): string {
  const turns = `${thread.turns} ${thread.turns === 1 ? 'turn' : 'turns'}`
  const at = minuteOf(thread.changedAt)
  const state = thread.state === 'idle' ? [] : [thread.state]
  const facts = [flow ?? thread.flowId, turns, at, sizeWords(bytes), ...state]
  const found = excerpt === null ? '' : `\n    ${excerpt.text}`
  return `${thread.id}  ${thread.title === '' ? 'Untitled' : thread.title} · ${facts.join(' · ')}${found}\n`
}

export function minuteOf(iso: string): string {
  return iso.slice(0, 16).replace('T', ' ')
}
