/** The built command line as a process of its own, for tests that end it with kill -9, and as what goes on after it on the same folder. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { Readable } from 'node:stream'
import { runProgram } from '../cli/program'
import { holdAgainstServers } from './kept-requests'
import { noteKill } from './kill-groups'

const ROOT = path.resolve(import.meta.dirname, '../..')

/** A running `baton run`; `output` is what it has printed so far, on both streams. */
export type Killable = ChildProcess & { output: () => string }

/** Builds the program where it is not up to date. */
export async function buildProgram(): Promise<void> {
  const build = spawn(process.execPath, [path.join(ROOT, 'scripts/build.mjs'), 'main'], { stdio: 'ignore' })
  const [code] = (await once(build, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`the program could not be built (${code ?? 'killed'})`)
}

/** Where a flow is run, in the thread `t` of a data folder, and its model server; null: by the connections of that folder. */
export type RunPlace = { folder: string; file: string; baseUrl: string | null }

function argvOf({ folder, file, baseUrl }: RunPlace, args: readonly string[]): string[] {
  const model = baseUrl === null ? [] : ['--base-url', baseUrl, '--api-key', 'k', '--model', 'm']
  return ['run', file, '--data', folder, '--thread', 't', ...model, '--allow', 'all', ...args]
}

/** A program that is to be killed. */
export function startBaton(at: RunPlace, args: readonly string[]): Killable {
  const program = path.join(ROOT, 'out/main/cli.js')
  const child = spawn(process.execPath, [program, ...argvOf(at, args)], { stdio: ['ignore', 'pipe', 'pipe'] })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (text += data.toString()))
  return Object.assign(child, { output: () => text })
}

/**
 * The same command in this process, for one that runs to its end: to start a program takes longer than what it then does. What it printed, on both streams.
 * Throws when it failed.
 */
export async function runBaton(at: RunPlace, args: readonly string[]): Promise<string> {
  const { text, code } = await tryBaton(at, args)
  if (code !== 0) throw new Error(`baton ended with ${code}: ${text}`)
  return text
}

/** The same, of one that may fail. Throws where a request was kept otherwise than the tests' model server received it. */
export async function tryBaton(at: RunPlace, args: readonly string[]): Promise<{ text: string; code: number }> {
  let text = ''
  const streams = {
    env: process.env,
    stdin: Readable.from([]),
    out: (words: string) => void (text += words),
    note: (line: string) => void (text += `${line}\n`),
    signal: new AbortController().signal,
  }
  const code = await runProgram(argvOf(at, args), streams, '9.9.9')
  holdAgainstServers(at.folder)
  return { text, code }
}

/** Ends it without a chance to tidy up. */
export async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
  noteKill()
}

/** What it printed, once it has ended. Throws when it failed. */
export async function ended(child: Killable): Promise<string> {
  await once(child, 'close')
  if (child.exitCode !== 0) throw new Error(`baton ended with ${child.exitCode ?? 'a signal'}: ${child.output()}`)
  return child.output()
}
