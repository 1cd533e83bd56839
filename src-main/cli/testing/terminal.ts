/** A terminal for tests of the command line: runs `baton` in this process on a data folder of its own, and keeps what it printed. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import type { Flow } from '../../../src-shared/flow/records'
import { saveFlow } from '../../../src-shared/flow/editing/save'
import { holdAgainstServers } from '../../testing/kept-requests'
import { runProgram } from '../program'

/** How a command ended. Standard error by its lines. */
export type CommandResult = { code: number; out: string; notes: string[] }

export type Conditions = {
  /** What is piped in; a terminal where nobody types when absent. `live`: lines that are written while it runs. */
  stdin?: readonly string[] | PassThrough
  env?: NodeJS.ProcessEnv
  /** Ends the command as SIGINT does. */
  signal?: AbortSignal
  /** Hears standard output as it comes. */
  onOut?: (text: string) => void
}

export type Terminal = {
  folder: string
  /** Writes a flow into the folder; its path. */
  file: (flow: Flow | string, name?: string) => string
  /** Runs a command; `run`, `chat`, `serve`, `mcp`, `tools`, `connections`, `threads`, `test` and `ledger` get the terminal's data folder. */
  baton: (argv: readonly string[], conditions?: Conditions) => Promise<CommandResult>
  /** Throws where a request was kept otherwise than the tests' model server received it. */
  close: () => void
}

/** A terminal in a new temporary folder. */
export function openTerminal(): Terminal {
  const folder = mkdtempSync(path.join(tmpdir(), 'baton-cli-'))
  return {
    folder,
    file(flow, name = 'flow.flow.json') {
      const file = path.join(folder, name)
      writeFileSync(file, typeof flow === 'string' ? flow : saveFlow(flow))
      return file
    },
    async baton(argv, { stdin, env = {}, signal = new AbortController().signal, onOut } = {}) {
      const input: NodeJS.ReadableStream & { isTTY?: boolean } =
        stdin instanceof PassThrough ? stdin : Readable.from((stdin ?? []).map((line) => `${line}\n`))
      if (stdin === undefined) input.isTTY = true
      const ended: CommandResult = { code: -1, out: '', notes: [] }
      const out = (text: string) => {
        ended.out += text
        onOut?.(text)
      }
      const note = (line: string) => void ended.notes.push(...line.split('\n'))
      const usesData = [
        'run',
        'chat',
        'serve',
        'mcp',
        'tools',
        'connections',
        'threads',
        'check',
        'ledger',
        'publish',
        'test',
      ].includes(argv[0] ?? '')
      const args = usesData && argv.length > 1 ? [...argv, '--data', path.join(folder, 'data')] : argv
      ended.code = await runProgram(args, { env, stdin: input, out, note, signal }, '9.9.9')
      return ended
    },
    close() {
      try {
        holdAgainstServers(path.join(folder, 'data'))
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    },
  }
}
