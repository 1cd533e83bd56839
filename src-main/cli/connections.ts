/** `baton connections`: the person's connections to model servers, and the same test of one that the app's settings have. */
import { AppError } from '../../src-shared/errors'
import { ENGLISH, inEnglish, type Message } from '../../src-shared/languages/translate'
import { findByName } from '../../src-shared/match'
import {
  TRIAL_LABELS,
  VERDICT_WORDS,
  type Trial,
  type TrialRow,
  type TrialVerdict,
} from '../../src-shared/providers/trial'
import type { ConnectionView } from '../../src-shared/rpc/connection'
import { withLibrary, type CommandStreams } from './options'

export type ConnectionsCommand = { data?: string; json?: boolean }
export type TestConnectionCommand = ConnectionsCommand & { model?: string }

/** Whether a flow gets a reply where the row of texts has this verdict. */
const REPLIES: { readonly [Verdict in TrialVerdict]: boolean } = {
  works: true,
  adapted: true,
  unclear: true,
  running: false,
  no: false,
  failed: false,
  skipped: false,
}

/** One line for each connection; no keys. */
export async function listConnectionsCommand(options: ConnectionsCommand, around: CommandStreams): Promise<number> {
  await withLibrary(options, around, (core) => {
    for (const view of core.services.connections.list())
      around.out(`${options.json === true ? JSON.stringify(view) : line(view)}\n`)
    return Promise.resolve()
  })
  return 0
}

/** Exit code 0 where the connection answers with a text, 1 where it does not. Throws `not-found` for one that is not there. */
export async function testConnectionCommand(
  name: string,
  options: TestConnectionCommand,
  around: CommandStreams,
): Promise<number> {
  const trial = await withLibrary(options, around, async ({ services: { connections, trials } }) => {
    const { hasKey: _, ...stored } = connectionNamed(name, connections.list())
    const input = { ...stored, model: options.model ?? stored.model }
    return trials.test(input, { signal: around.signal, tell: () => undefined })
  })
  if (trial === null) throw noConnection(name, [])
  around.out(options.json === true ? `${JSON.stringify(inWords(trial))}\n` : linesOf(inWords(trial)))
  return repliesIn(trial) ? 0 : 1
}

function connectionNamed(name: string, connections: readonly ConnectionView[]): ConnectionView {
  const names = connections.map((connection) => connection.name)
  const found = findByName(names, name.trim())
  const connection = connections.find((one) => one.name === found)
  if (connection === undefined) throw noConnection(name, names)
  return connection
}

function noConnection(name: string, names: readonly string[]): AppError {
  const known =
    names.length === 0 ? 'None is stored yet: add one in the settings of the app.' : `There is ${names.join(', ')}.`
  return new AppError('not-found', inEnglish(`There is no connection "${name}". ${known}`))
}

/** A rehearsal has no rows and always answers. */
function repliesIn({ ok, rows }: Trial): boolean {
  const text = rows.find(({ part }) => part === 'text')
  return ok && (rows.length === 0 || (text !== undefined && REPLIES[text.verdict]))
}

function line({ name, provider, baseUrl, model, hasKey, fallbacks = [] }: ConnectionView): string {
  const place = provider === 'rehearsal' ? 'the rehearsal model' : baseUrl
  const parts = [place, model, hasKey ? 'has a key' : '', fallbacks.length === 0 ? '' : `then ${fallbacks.join(', ')}`]
  return `${name}: ${parts.filter((part) => part !== '').join(', ')}`
}

type TrialInWords = Omit<Trial, 'said' | 'rows'> & {
  message: string
  rows: (Omit<TrialRow, 'words'> & { words: string })[]
}

function inWords({ said, rows, ...others }: Trial): TrialInWords {
  const english = (words: Message | null) => (words === null ? '' : ENGLISH.message(words))
  return { ...others, message: english(said), rows: rows.map((row) => ({ ...row, words: english(row.words) })) }
}

/** What the settings of the app show, a line for each row. */
function linesOf({ message, rows, suggestedUrl }: TrialInWords): string {
  const shown = rows.map((row) => {
    const more = row.words === '' || row.words === message ? '' : `: ${row.words}`
    return `${TRIAL_LABELS[row.part]} ${VERDICT_WORDS[row.verdict]}${more}`
  })
  const elsewhere = suggestedUrl === null ? [] : [`Use the address ${suggestedUrl}.`]
  return `${[message, ...shown, ...elsewhere].join('\n')}\n`
}
