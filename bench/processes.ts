/** Programs that the measurements start, and folders that they work in; each ends or goes with its part. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'

/** A new folder that is nobody else's. */
export function temporaryFolder(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(path.join(tmpdir(), 'baton-bench-'))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }) }
}

/** A program and the first line of its standard output that fits. Rejects when it ends before. */
export async function startProgram(
  command: readonly string[],
  { isLine, cwd, env }: { isLine: (line: string) => boolean; cwd: string; env?: Readonly<Record<string, string>> },
): Promise<{ child: ChildProcess; line: string }> {
  const [program = '', ...args] = command
  const child = spawn(program, args, { cwd, env: { ...process.env, ...env }, stdio: ['pipe', 'pipe', 'pipe'] })
  let errors = ''
  child.stderr.on('data', (bytes: Buffer) => {
    errors = (errors + bytes.toString('utf8')).slice(-2000)
  })
  const lines = createInterface({ input: child.stdout })
  return new Promise((resolve, reject) => {
    lines.on('line', (line) => {
      if (isLine(line)) resolve({ child, line })
    })
    child.on('error', reject)
    child.on('close', (code) => reject(new Error(`${command.join(' ')} ended with code ${code ?? 'none'}: ${errors}`)))
  })
}

/** Ends a program and waits until it is gone. */
export async function endProgram(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'close')
  child.kill('SIGTERM')
  await gone
}

export type ModelServer = {
  /** `swarm`: agents hand on until the one that is asked answers. `rewoo`: planners get the plan that stands in the question. `paced`: 200 tokens a second. */
  baseUrl: (replyLength: number, part?: 'swarm' | 'rewoo' | 'paced') => string
  /** A tool that takes as many ms as its input `q` begins with. */
  waitUrl: string
  close: () => Promise<void>
}

/** The model server of the measurements, in a process of its own. `folder`: where the bundles are. */
export async function startModelServer(folder: string): Promise<ModelServer> {
  const command = [process.execPath, path.join(folder, 'model-server.js')]
  const { child, line } = await startProgram(command, { isLine: (text) => /^\d+$/.test(text), cwd: folder })
  return {
    baseUrl: (replyLength, part) => `http://127.0.0.1:${line}${part === undefined ? '' : `/${part}`}/${replyLength}/v1`,
    waitUrl: `http://127.0.0.1:${line}/wait`,
    close: () => endProgram(child),
  }
}
