/**
 * Reports of what should not have happened: a file in the data folder that the person may read, send or delete. Baton sends none. What is in one has gone through
 * `clean-report.ts` and then through every value that this process knows to be secret.
 */
import { release, userInfo } from 'node:os'
import type { CrashReport, CrashSource } from '../../src-shared/rpc/upkeep'
import { appRoot, appVersion } from '../platform/app-root'
import type { Redactor } from '../redaction/redactor'
import { errorLines } from './clean-report'
import { listReports, newestSeen, noteSeen, readReport, removeReport, writeReport } from './crash-folder'
import { hideValues } from './hidden-values'

/** `what`: how it was noticed, in words of Baton's own. */
export type CrashEvent = { readonly source: CrashSource; readonly what: string; readonly cause: unknown }

/** Of an error of the interface, which comes as text. */
export type PageError = { readonly name: string; readonly message: string; readonly stack: string }

export type CrashReports = {
  /** From now on these are taken out too: values that are known to be secret, and such as have to be looked up. */
  readonly learn: (redactor: Redactor, values: () => readonly string[]) => void
  /** The path of the report; null where none could be written, which is no reason for anything else to fail. */
  readonly write: (event: CrashEvent) => string | null
  /** The newest first. `isNew`: something ended, and nobody was told of it yet. */
  readonly list: () => CrashReport[]
  readonly read: (id: string) => string | null
  readonly noteSeen: (id: string) => void
  readonly remove: (id: string) => void
}

export type CrashReportOptions = {
  /** Asked for when it is needed: what crashes may not have read its options yet. */
  readonly dataDir: () => string
  /** As people know it: `desktop app`, `web host`, `baton serve`. */
  readonly program: string
  readonly env?: NodeJS.ProcessEnv
  readonly argv?: readonly string[]
  readonly now?: () => Date
}

const HEAD = `Baton crash report

Baton does not send this anywhere. It is a file on this computer for you to send if you like.
Please read it first. Keys, paths and what you wrote are left out as far as Baton can tell.
`

export function createCrashReports({
  dataDir,
  program,
  now = () => new Date(),
  ...around
}: CrashReportOptions): CrashReports {
  const { env = process.env, argv = process.argv } = around
  let known: { redactor: Redactor; values: () => readonly string[] } | null = null

  const hide = (text: string): string =>
    hideValues({ env, argv, values: valuesOf(known?.values) }, known?.redactor.text(text) ?? text)

  return {
    learn: (redactor, values) => void (known = { redactor, values }),
    write({ source, what, cause }) {
      try {
        const at = now()
        const facts = [
          `Time: ${at.toISOString()}`,
          `Version: ${appVersion()}`,
          `Program: ${program}`,
          `System: ${process.platform} ${release()} ${process.arch}, ${runtimes()}`,
          `Running for: ${Math.round(process.uptime())} s`,
          `What happened: ${what}`,
        ]
        const lines = errorLines(cause, { root: appRoot(), user: userName(), hide })
        return writeReport(dataDir(), {
          at,
          source,
          text: `${HEAD}\n${facts.join('\n')}\n\n${hide(lines.join('\n'))}\n`,
        })
      } catch {
        return null
      }
    },
    list() {
      const seen = newestSeen(dataDir())
      return listReports(dataDir()).map((one) => ({ ...one, isNew: one.source !== 'fault' && one.id > seen }))
    },
    read: (id) => readReport(dataDir(), id),
    noteSeen: (id) => noteSeen(dataDir(), id),
    remove: (id) => removeReport(dataDir(), id),
  }
}

/** An error of a page as one of this process, so that it is cleaned the same way. */
export function asError({ name, message, stack }: PageError): Error {
  return Object.assign(new Error(message), { name, stack })
}

function runtimes(): string {
  const { node, electron } = process.versions
  return electron === undefined ? `Node ${node}` : `Electron ${electron}, Node ${node}`
}

function userName(): string {
  try {
    return userInfo().username
  } catch {
    return ''
  }
}

/** They are in a library that may be what broke. */
function valuesOf(values: (() => readonly string[]) | undefined): readonly string[] {
  try {
    return values?.() ?? []
  } catch {
    return []
  }
}
