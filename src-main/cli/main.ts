/** The program behind `baton`: gives the command line its terminal, its environment and its end. */
import '../platform/own-node'
import '../platform/quiet-environment'
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

process.exitCode = await runProgram(
  takeOfflineFlag(process.argv.slice(2), process.env),
  {
    env: process.env,
    stdin: process.stdin,
    out: (text) => void process.stdout.write(text),
    note: (line) => void process.stderr.write(`${line}\n`),
    signal: ending.signal,
  },
  appVersion(),
)
process.stdin.unref?.()
