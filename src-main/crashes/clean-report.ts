/**
 * What may stand in a report of a crash. A person sends it to strangers, so what is not known to be harmless is left out: of a message every quotation, path and
 * address, of a stack all but its places in Baton's own files, of an error of others every word.
 */
import path from 'node:path'
import { AppError } from '../../src-shared/errors'
import { isAsWritten } from '../../src-shared/languages/translate'

/** Folders and names of this machine, which become short words or nothing; `hide` takes secrets out, before anything is cut. */
export type MachineNames = { readonly root: string; readonly user: string; readonly hide: (text: string) => string }

/** Far more than stays in the end, so that no key is cut by it. */
const MOST_READ = 50_000
const MOST_SEARCHED = 4000
const LONGEST_MESSAGE = 400
const LONGEST_FRAME = 1000
const MOST_FRAMES = 40
const MOST_CAUSES = 3
const LEFT_OUT = '(its words are left out, since they may quote what you wrote)'

/** Errors of the engine, of Node and of SQLite, whose messages are sentences of their own round what they quote. */
const PLAIN_NAMES =
  /^(?:(?:Type|Range|Reference|Syntax|Eval|URI|Aggregate)?Error|Sqlite(?:Error)|AbortError|TimeoutError)$/

/** An error with its causes: its kind, what of its message is harmless, and where it came from. */
export function errorLines(cause: unknown, names: MachineNames): string[] {
  const lines: string[] = []
  let error = cause
  for (let depth = 0; depth <= MOST_CAUSES && error !== undefined && error !== null; depth += 1) {
    const begin = depth === 0 ? '' : 'Caused by: '
    lines.push(`${begin}${headOf(error, names)}`, ...framesOf(names.hide(stackOf(error)), names))
    error = error instanceof Error ? error.cause : undefined
  }
  return lines.length === 0 ? ['Nothing is known of the error.'] : lines
}

function stackOf(error: unknown): string {
  return error instanceof Error && typeof error.stack === 'string' ? error.stack.slice(0, MOST_READ) : ''
}

function headOf(error: unknown, names: MachineNames): string {
  // The sentence without its values, which may be anything.
  if (error instanceof AppError)
    return `AppError (${error.code}): ${isAsWritten(error.said) ? LEFT_OUT : error.said.text}`
  if (!(error instanceof Error)) return `${typeof error} ${LEFT_OUT}`
  const name = /^[\w$]{1,60}$/.test(error.name) ? error.name : 'Error'
  const code = 'code' in error && /^[A-Z][A-Z0-9_]{1,40}$/.test(String(error.code)) ? ` (${String(error.code)})` : ''
  return `${name}${code}: ${PLAIN_NAMES.test(name) ? cleanMessage(names.hide(error.message.slice(0, MOST_READ)), names) : LEFT_OUT}`
}

const READ_PROPERTY = /\((?:reading|setting) '[\w$]{1,40}'\)/

/** How a quotation begins and ends. */
const MARKS: readonly (readonly [begin: RegExp, end: string])[] = [
  [/"/, '"'],
  [/“/, '”'],
  [/`/, '`'],
  [/(?<!\w)'/, "'"],
]

function withoutQuoted(text: string, [begin, end]: (typeof MARKS)[number]): string {
  const from = text.search(begin)
  const to = text.lastIndexOf(end)
  return from < 0 || to <= from ? text : `${text.slice(0, from + 1)}…${text.slice(to)}`
}

/** A message without what it quotes, from the first mark to the last: what is quoted may hold such marks itself. */
export function cleanMessage(message: string, { user }: Pick<MachineNames, 'user'>): string {
  const property = READ_PROPERTY.exec(message)?.[0] ?? ''
  const quoted = MARKS.reduce((text, marks) => withoutQuoted(text, marks), message.replace(READ_PROPERTY, ''))
  // Only now, so that no quotation is cut in two; what follows would take too long over much.
  const bare = quoted
    .slice(0, MOST_SEARCHED)
    .replace(/\b[a-z][a-z0-9+.-]*:\/\/\S+/gi, '(an address)')
    .replace(/(?:[A-Za-z]:)?(?:[\\/][^\s\\/:]+){2,}[\\/]?\S*/g, '(a path)')
  const line = withoutUser(`${bare} ${property}`, user).replace(/\s+/g, ' ').trim()
  return line.length > LONGEST_MESSAGE ? `${line.slice(0, LONGEST_MESSAGE)}…` : line
}

/** Names of few letters, and such as many have, are words. */
function withoutUser(text: string, user: string): string {
  if (user.length < 3 || /^(?:root|user|admin|node|baton)$/i.test(user)) return text
  const name = user.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return text.replaceAll(new RegExp(`(?<![\\p{L}\\p{N}])${name}(?![\\p{L}\\p{N}])`, 'giu'), '(user)')
}

/** The places of a stack: in Baton's files by their path within it, elsewhere by the name of the file at most. Of Firefox and Safari too. */
function framesOf(stack: string, { root, user }: MachineNames): string[] {
  return stack
    .split('\n')
    .filter((line) => line.length <= LONGEST_FRAME)
    .flatMap((line) => {
      const [, call = '', place = ''] =
        /^\s+at (?:(.*) \((.*)\)|.*)$/.exec(line) ?? /^([^@\s]*)@(\S+:\d+:\d+)$/.exec(line) ?? []
      const bare = place === '' ? (/^\s+at (?:async )?(.*)$/.exec(line)?.[1] ?? '') : place
      if (bare === '') return []
      const where = shortPlace(bare, root)
      const name = /^[\w$.<>[\] #]{1,120}$/.test(call) ? call : ''
      return [withoutUser(`    at ${name === '' ? where : `${name} (${where})`}`, user)]
    })
    .slice(0, MOST_FRAMES)
}

const NO_FILE = /^(?:node:[\w/.-]+(?::\d+){0,2}|<anonymous>|native|index \d+)$/

function shortPlace(place: string, root: string): string {
  if (NO_FILE.test(place)) return place
  const [, file = '', numbers = ''] = /^(.*?)((?::\d+){0,2})$/.exec(place) ?? []
  const plain = file.replace(/[?#].*$/, '').replaceAll('\\', '/')
  const [, page] = /^(?:https?|app):\/\/[^/]*(\/.*)$/.exec(plain) ?? []
  if (page !== undefined) return `${/^\/(?:[\w.-]+\/)*[\w.-]+$/.test(page) ? page : '/'}${numbers}`
  const local = decode(plain.replace(/^file:\/\/(?=\/)/, '')).replace(/^\/(?=[A-Za-z]:\/)/, '')
  const home = root.replaceAll('\\', '/').replace(/\/$/, '')
  if (local.startsWith(`${home}/`)) return `baton${local.slice(home.length)}${numbers}`
  const modules = local.lastIndexOf('/node_modules/')
  if (modules >= 0) return `${local.slice(modules + 1)}${numbers}`
  return `(elsewhere) ${/\.[cm]?[jt]sx?$/.test(local) ? path.posix.basename(local) : ''}${numbers}`
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
