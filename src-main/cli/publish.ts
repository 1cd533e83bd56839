/** `baton publish`: before a new drawing of a flow is served, what becomes of its threads, and what a person decides of them. */
import { existsSync } from 'node:fs'
import { AppError, toAppError } from '../../src-shared/errors'
import { inEnglish } from '../../src-shared/languages/translate'
import type { Flow } from '../../src-shared/flow/records'
import { foldCase } from '../../src-shared/match'
import type { Core } from '../core'
import { libraryPath } from '../store/database'
import { OUTLOOK_CLASSES, type OutlookClass, type ThreadOutlook } from '../run/verbs/outlook'
import { SETTLEMENTS, type SettledThread, type Settlement } from '../run/verbs/settle-thread'
import { dataFolder, openCore, readFlowFile, UsageError, type CommandStreams, type GivenFlow } from './options'
import { outlookLines, outlookRow, sumLine } from './publish-words'

export type PublishCommand = { data?: string; json?: boolean; thread?: string[] }
export type SettleCommand = PublishCommand & { then: string[]; substitute?: string[] }

/** Those of which somebody should know before the new drawing is served. */
const TOLD: ReadonlySet<OutlookClass> = new Set(['refused', 'asks', 'begins-again', 'lost'])

/** Exit code 0: every thread goes on where it stands; 1: of some somebody should know; 2: the new drawing cannot run. Changes nothing. */
export async function publishCheckCommand(
  file: string,
  options: PublishCommand,
  around: CommandStreams,
): Promise<number> {
  const counts = new Map<OutlookClass, number>()
  const given = readFlowFile(file)
  const checked = await withThreads({ file, given }, { options, around }, async (_core, found) => {
    for await (const one of found) {
      counts.set(one.is, (counts.get(one.is) ?? 0) + 1)
      around.out(options.json === true ? `${JSON.stringify(outlookRow(one))}\n` : `${outlookLines(one).join('\n')}\n`)
    }
  })
  if (!checked) return 2
  if (options.json !== true) around.note(sumLine(counts, OUTLOOK_CLASSES))
  const isTold = [...counts.keys()].some((is) => TOLD.has(is))
  if (isTold && options.json !== true)
    around.note(
      'Decide with "baton publish settle", or leave it at that; then start "baton serve" with the new drawing.',
    )
  return isTold ? 1 : 0
}

/** Exit code 0: all was done; 1: something could not be, which is said on standard error; 2: the new drawing cannot run, and nothing was done. */
export async function publishSettleCommand(
  file: string,
  options: SettleCommand,
  around: CommandStreams,
): Promise<number> {
  const given = readFlowFile(file)
  const rules = options.then.map(ruleOf)
  const pairs = (options.substitute ?? []).map(pairOf)
  let failures = 0
  const settled = await withThreads({ file, given }, { options, around }, async (core, found) => {
    const all: ThreadOutlook[] = []
    for await (const one of found) all.push(one)
    refuseUnknown(core, rules)
    for (const one of all) {
      const how = ruleFor(rules, one)
      if (how === null) continue
      const substitutes = how === 'move' ? substitutesFor(one, pairs, given.flow) : {}
      const { threadId } = one
      try {
        const did = await core.services.runner.settle({ threadId, how, now: { flowText: given.text }, substitutes })
        around.out(options.json === true ? `${JSON.stringify({ threadId, how, did })}\n` : didLine(one, did))
      } catch (cause) {
        failures += 1
        const { code, message } = toAppError(cause)
        if (options.json === true) around.out(`${JSON.stringify({ threadId, how, error: { code, message } })}\n`)
        else around.note(`${threadId}: ${message} (${code})`)
      }
    }
  })
  if (!settled) return 2
  return failures === 0 ? 0 : 1
}

type PublishedFlow = { file: string; given: GivenFlow }
type PublishContext = { options: PublishCommand; around: CommandStreams }

/** False where the new drawing cannot run, which is said. Without a data folder there are no threads. */
async function withThreads(
  { file, given }: PublishedFlow,
  { options, around }: PublishContext,
  work: (core: Core, found: AsyncIterable<ThreadOutlook>) => Promise<void>,
): Promise<boolean> {
  const data = options.data === undefined ? {} : { data: options.data }
  if (!existsSync(libraryPath(dataFolder(data, around)))) return true
  const core = await openCore(data, around, [file])
  try {
    const only = options.thread === undefined ? undefined : new Set(options.thread)
    for (const id of only ?? []) refuseForeign(core, id, given.flow)
    await work(core, core.services.runner.outlooks({ flowId: given.flow.id, now: { flowText: given.text }, only }))
    return true
  } catch (cause) {
    const { code, message } = toAppError(cause)
    if (code !== 'flow-has-problems') throw cause
    around.note(`${message} (${code})`)
    return false
  } finally {
    await core.close()
  }
}

function refuseForeign({ services: { threads } }: Core, id: string, flow: Flow): void {
  const { flowId } = threads.read(id)
  if (flowId === flow.id) return
  throw new AppError(
    'bad-input',
    inEnglish(
      `The thread "${id}" belongs to another flow (${flowId}), and this one is ${flow.id}. A new drawing keeps the id of its flow.`,
    ),
  )
}

/** `which`: a class of threads, or the id of one; null: every thread that the new drawing concerns. */
type SettleRule = { which: string | null; how: Settlement }

function ruleOf(text: string): SettleRule {
  const at = text.lastIndexOf('=')
  const how = SETTLEMENTS.find((one) => one === text.slice(at + 1))
  if (how === undefined)
    throw new UsageError(
      `--then wants ${SETTLEMENTS.join(', ')}, or WHICH=${SETTLEMENTS.join('|')}, and not "${text}".`,
    )
  return { which: at === -1 ? null : text.slice(0, at), how }
}

function refuseUnknown({ services: { threads } }: Core, rules: readonly SettleRule[]): void {
  for (const { which } of rules)
    if (which !== null && !OUTLOOK_CLASSES.some((one) => one === which)) threads.read(which)
}

/** The thread itself counts before its class, and that before all; of several alike the last. */
function ruleFor(rules: readonly SettleRule[], { threadId, is }: ThreadOutlook): Settlement | null {
  const of = (which: string | null) => rules.findLast((rule) => rule.which === which)?.how
  const isConcerned = is !== 'same' && is !== 'pinned'
  return of(threadId) ?? of(is) ?? (isConcerned ? of(null) : undefined) ?? null
}

type NamePair = { old: string; by: string }

function pairOf(text: string): NamePair {
  const at = text.indexOf('=')
  if (at < 1) throw new UsageError(`--substitute wants OLD=NEW, and "${text}" is not that.`)
  return { old: text.slice(0, at), by: text.slice(at + 1) }
}

/** Those that a thread needs: nodes by their name or id. */
function substitutesFor(
  { forecast }: ThreadOutlook,
  pairs: readonly NamePair[],
  { nodes }: Flow,
): { [node: string]: string } {
  const lost = forecast?.message.is === 'answered' ? forecast.message.lost : []
  const named = Object.entries(nodes).map(([node, { name }]) => ({ node, name }))
  return Object.fromEntries(
    pairs.flatMap(({ old, by }) => {
      const gone = lost.find((one) => isCalled(one, old) && (one.why === 'gone' || one.why === 'other-kind'))
      const next = named.find(({ node }) => node === by) ?? named.find((one) => isCalled(one, by))
      return gone === undefined ? [] : [[gone.node, next?.node ?? by]]
    }),
  )
}

function isCalled({ node, name }: { node: string; name: string }, said: string): boolean {
  return node === said || foldCase(name.trim()) === foldCase(said.trim())
}

const DID: { readonly [D in SettledThread]: string } = {
  pinned: 'keeps the drawing that it has',
  moved: 'goes on with the new drawing',
  ended: 'its open turn is ended; the next message goes on with the new drawing',
  nothing: 'there was nothing to do',
}

function didLine({ threadId, title }: ThreadOutlook, did: SettledThread): string {
  return `${threadId}  ${title === '' ? 'Untitled' : title}: ${DID[did]}\n`
}
