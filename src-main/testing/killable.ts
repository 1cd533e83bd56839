/** The built command line as a process of its own, for tests that end it with kill -9 and start it again on the same folder. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
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

/** Runs a flow in the thread `t` of a data folder, against a model server; null: by the connections of that folder. */
export function startBaton(
  at: { folder: string; file: string; baseUrl: string | null },
  args: readonly string[],
): Killable {
  const model = at.baseUrl === null ? [] : ['--base-url', at.baseUrl, '--api-key', 'k', '--model', 'm']
  const common = ['--data', at.folder, '--thread', 't', ...model, '--allow', 'all']
  const program = path.join(ROOT, 'out/main/cli.js')
  const child = spawn(process.execPath, [program, 'run', at.file, ...common, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (text += data.toString()))
  return Object.assign(child, { output: () => text })
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
