/** What the desktop app does about an error of its main process that nobody caught: a report, and an end that the person is told of. */
import type { EventEmitter } from 'node:events'
import { app, dialog } from 'electron'
import type { CrashReports } from '../crashes/crash-reports'
import { describeDefect } from '../platform/running-core'

type Defects = { readonly crashes: Pick<CrashReports, 'write'>; readonly note: (line: string) => void }

/**
 * Electron's own way is to show a stack, and to go on in whatever state that leaves. What is kept is in databases that bear an end at any moment, so this
 * ends instead. A promise that was rejected and not heard of leaves the program as it was: it is on record, and Baton goes on.
 */
export function endAfterDefects(source: Pick<EventEmitter, 'on'>, { crashes, note }: Defects): void {
  source.on('uncaughtException', (cause: unknown) => {
    note(describeDefect(cause))
    const file = crashes.write({ source: 'desktop', what: 'nobody caught an error', cause })
    const report = file === null ? '' : `\n\nA report is in ${file}. Nothing was sent.`
    dialog.showErrorBox('Baton has to close', `Something went wrong inside Baton. What was saved is safe.${report}`)
    app.exit(1)
  })
  source.on('unhandledRejection', (cause: unknown) => {
    note(describeDefect(cause))
    crashes.write({ source: 'fault', what: 'a promise was rejected and nobody heard of it; Baton went on', cause })
  })
}
