/** Writes a report when this process is about to end by an error that nobody caught. How it ends is left as it is. */
import type { CrashSource } from '../../src-shared/rpc/upkeep'
import type { CrashReports } from './crash-reports'

type Watching = {
  readonly reports: CrashReports
  readonly source: CrashSource
  /** One line for the log. */
  readonly note: (line: string) => void
}

/** Until the returned function is called. */
export function watchProcess({ reports, source, note }: Watching): () => void {
  const onUncaught = (cause: unknown, origin: NodeJS.UncaughtExceptionOrigin): void => {
    const what =
      origin === 'unhandledRejection' ? 'a promise was rejected and nobody heard of it' : 'nobody caught an error'
    const file = reports.write({ source, what, cause })
    if (file !== null)
      note(`Baton ended unexpectedly. A report is in ${file}. Nothing was sent; read it before you pass it on.`)
  }
  process.on('uncaughtExceptionMonitor', onUncaught)
  return () => void process.off('uncaughtExceptionMonitor', onUncaught)
}
