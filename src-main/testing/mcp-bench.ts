/** MCP servers in flows of tests: the small one of this folder, which tells what it hears, and the one of everything that others wrote. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import {} from 'vitest'
import type { JsonObject } from '../../src-shared/flow/records'
import { EVERYTHING, isAlive } from '../tools/mcp/testing/servers'
import { eventually } from '../../src-shared/testing/eventually'

const SMALL = path.join(import.meta.dirname, 'small-mcp-server.mjs')

/** One small server, which may be started several times. */
export type SmallServer = {
  /** The data of its node. */
  data: JsonObject
  /** Its processes, in the order of their starts. */
  pids: () => number[]
  /** The methods that it heard, `tools/call` with the name of the tool. */
  heard: () => string[]
  /** Resolves when it heard a method. */
  hears: (line: string) => Promise<void>
  /** Resolves when none of its processes runs any more. */
  ends: () => Promise<void>
}

export type McpBench = {
  /** A server with further tools; `data`: further fields of the node. */
  small: (tools?: readonly string[], data?: JsonObject) => SmallServer
  folder: string
  close: () => void
}

/** A folder for what servers hear. */
export function openMcpBench(): McpBench {
  const folder = mkdtempSync(path.join(tmpdir(), 'baton-mcp-'))
  let count = 0
  return {
    folder,
    small(tools = [], data = {}) {
      count += 1
      const file = path.join(folder, `heard-${count}`)
      const lines = () => (existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : [])
      const pids = () => lines().flatMap((line) => (line.startsWith('pid ') ? [Number(line.slice(4))] : []))
      const { env = {}, ...more } = data
      const until = (isSo: () => boolean) =>
        eventually(() => {
          if (!isSo()) throw new Error(lines().join('\n'))
        })
      return {
        data: { transport: { type: 'stdio', command: process.execPath, args: [SMALL, file, ...tools], env }, ...more },
        pids,
        heard: () => lines().filter((line) => !line.startsWith('pid ')),
        hears: (line) => until(() => lines().includes(line)),
        ends: () => until(() => pids().every((pid) => !isAlive(pid))),
      }
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** The data of a node with the server of everything over stdio. */
export function everythingData(more: JsonObject = {}): JsonObject {
  return { transport: { type: 'stdio', command: process.execPath, args: [EVERYTHING, 'stdio'], env: {} }, ...more }
}

/** The server of everything over the network; it listens when this resolves. */
export async function startEverything(
  mode: 'sse' | 'streamableHttp',
): Promise<{ url: string; close: () => Promise<void> }> {
  const port = await freePort()
  const child = spawn(process.execPath, [EVERYTHING, mode], {
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const { promise, resolve, reject } = Promise.withResolvers<undefined>()
  let said = ''
  child.stderr.on('data', (data: Buffer) => {
    said += data.toString()
    if (said.includes(`on port ${port}`)) resolve(undefined)
  })
  child.once('exit', () => reject(new Error(said)))
  await promise
  return {
    url: `http://127.0.0.1:${port}/${mode === 'sse' ? 'sse' : 'mcp'}`,
    async close() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}
