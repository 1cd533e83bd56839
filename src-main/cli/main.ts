/** The program behind `baton`: gives the command line its terminal, its environment and its end. */
import '../platform/own-node'
import '../platform/own-home'
import '../platform/quiet-environment'
import { createCrashReports } from '../crashes/crash-reports'
import { watchProcess } from '../crashes/watch-process'
import { dataFolderOf } from '../platform/data-dir'
import { takeOfflineFlag } from '../tools/net/offline'
import { runProgram } from './program'
import { appVersion } from '../platform/app-root'

const ending = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort())

// A reader that went away (such as `head`) is no failure.
process.stdout.on('error', (cause: NodeJS.ErrnoException) => {
  if (cause.code === 'EPIPE') process.exit(0)
  throw cause
})

const argv = takeOfflineFlag(process.argv.slice(2), process.env)
const note = (line: string): void => void process.stderr.write(`${line}\n`)
const crashes = createCrashReports({
  dataDir: () => dataFolderOf(['baton', ...argv], process.env),
  program: /^[a-z-]+$/.test(argv[0] ?? '') ? `baton ${argv[0]}` : 'baton',
})
watchProcess({ reports: crashes, source: 'command', note })

process.exitCode = await runProgram(
  argv,
  {
    env: process.env,
    stdin: process.stdin,
    out: (text) => void process.stdout.write(text),
    note,
    signal: ending.signal,
    crashes,
  },
  appVersion(),
)
process.stdin.unref?.()
