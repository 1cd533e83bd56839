/** MCP servers for tests: real ones that others wrote, and how to tell whether a process is still there. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { CallToolOptions, McpServer, OpenOptions } from '../mcp-servers'
import type { McpQuestions } from '../asking'
import type { McpResult, ResultPart } from '../results'
import type { StdioServer } from '../transport'

export const INFO = { name: 'baton-test', version: '0' }

const require = createRequire(import.meta.url)

function entryOf(packageName: string): string {
  return path.join(path.dirname(require.resolve(`${packageName}/package.json`)), 'dist/index.js')
}

export const EVERYTHING = entryOf('@modelcontextprotocol/server-everything')

/** The server that has one of everything, over stdio. */
export function everything(env: { [name: string]: string } = {}): StdioServer {
  return { type: 'stdio', command: process.execPath, args: [EVERYTHING, 'stdio'], env }
}

/** The server of a folder's files. */
export function filesystem(folder: string): StdioServer {
  const entry = entryOf('@modelcontextprotocol/server-filesystem')
  return { type: 'stdio', command: process.execPath, args: [entry, folder], env: {} }
}

export function opening(options: Partial<OpenOptions> = {}): OpenOptions {
  return { timeout: 10_000, signal: never(), ...options }
}

/** Whether a process runs; one that ended and that nobody has fetched yet does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return process.platform !== 'linux' || !/\) [ZX]/.test(readFileSync(`/proc/${pid}/stat`, 'latin1'))
  } catch {
    return false
  }
}

const ODD = path.join(import.meta.dirname, 'odd-server.mjs')

/** A server that misbehaves as the mode says; it adds its process ids to the file. */
export function odd(mode: string, file = ''): StdioServer {
  return { type: 'stdio', command: process.execPath, args: [ODD, mode, file], env: {} }
}

/** A signal that nothing aborts. */
export function never(): AbortSignal {
  return new AbortController().signal
}

export function signalOf(): { signal: AbortSignal; abort: () => void } {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => controller.abort() }
}

export function calling(): CallToolOptions {
  return { signal: never() }
}

/** The process of a server that runs. */
export function pidOf(server: McpServer): number {
  const pid = server.pid()
  if (pid === null) throw new Error('The server does not run.')
  return pid
}

/** The parts of a result; throws where the call asks instead. */
export function partsOf(answer: McpResult | McpQuestions): ResultPart[] {
  if ('parts' in answer) return answer.parts
  throw new Error(`The call asks ${answer.questions.length} questions.`)
}
