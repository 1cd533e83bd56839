/** Talks to `baton serve` in tests: starts it, and asks as chat clients do, with its key or without. */
import { request as httpRequest } from 'node:http'
import path from 'node:path'
import OpenAI from 'openai'
import { flow } from '../../../src-shared/testing/flow-builder'
import { faultsOfRecord } from '../../testing/kept-requests'
import { startModelServer, type ModelServerOptions } from '../../testing/model-server'
import { openTerminal, type CommandResult, type Terminal } from './terminal'

/** A served flow: whose supervisor is called as it is. */
export const host = (name = 'Host') =>
  flow(name).start('host').supervisor('host', { name: 'Host', prompt: 'H {dialogs} {tools}' })

export type ServingOptions = { terminal: Terminal; signal: AbortSignal; env?: NodeJS.ProcessEnv }

/** Serves on a free port: how it will end, and where it listens, with the key that it printed. */
export function startServing(args: readonly string[], { terminal, signal, env = {} }: ServingOptions) {
  const { promise, resolve } = Promise.withResolvers<{ address: string; key: string }>()
  let told = ''
  const ended: Promise<CommandResult> = terminal.baton(['serve', ...args], {
    signal,
    env,
    onOut(text) {
      told += text
      const key = /^Key: (.*)$/m.exec(told)?.[1]
      if (key !== undefined) resolve({ address: /http:\S+/.exec(told)?.[0] ?? told, key })
    },
  })
  const refused = ended.then(({ notes }) => Promise.reject(new Error(notes.join('\n'))))
  return { ended, listening: Promise.race([promise, refused]) }
}

/** A model server and a terminal in which flows are served, one after the other. */
export async function openServeBench() {
  const server = await startModelServer()
  const terminal = openTerminal()
  let ending = new AbortController()
  let serving: Promise<CommandResult> | null = null
  const bench = {
    server,
    terminal,
    /** Serves with these arguments, answered by the model server: where, and the key as it was printed. */
    serve(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
      return bench.start([...args, '--base-url', server.baseUrl, '--model', 'm'], env)
    },
    /** Serves with these arguments alone. */
    start(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
      const { ended, listening } = startServing(args, { terminal, signal: ending.signal, env })
      serving = ended
      return listening
    },
    /** Ends what is served; how it ended, null: nothing was served. */
    async stop(): Promise<CommandResult | null> {
      ending.abort()
      const ended = await serving
      ending = new AbortController()
      return ended
    },
    /** Throws where a request was kept otherwise than the model server received it. */
    async close(): Promise<void> {
      await bench.stop()
      await server.close()
      const faults = faultsOfRecord(path.join(terminal.folder, 'data'), server, { isComplete: false })
      terminal.close()
      if (faults.length > 0) throw new Error(`The record of requests is not what was sent.\n${faults.join('\n')}`)
    },
  }
  return bench
}

export type ServeBench = Awaited<ReturnType<typeof openServeBench>>

/** Serves flow files with a model server of their own; `close` ends all of it. */
export async function openServing(files: (terminal: Terminal) => readonly string[], models: ModelServerOptions = {}) {
  const server = await startModelServer(models)
  const terminal = openTerminal()
  const ending = new AbortController()
  const args = [...files(terminal), '--key', KEY, '--base-url', server.baseUrl, '--model', 'm']
  const { ended, listening } = startServing(args, { terminal, signal: ending.signal })
  return {
    server,
    openai: client((await listening).address),
    async close() {
      ending.abort()
      await ended
      await server.close()
      terminal.close()
    },
  }
}

export const KEY = 'key-of-the-tests'
export const client = (baseURL: string, apiKey = KEY) => new OpenAI({ baseURL, apiKey, maxRetries: 0 })
export type ChatParam = OpenAI.Chat.ChatCompletionMessageParam
export const user = (content: string): ChatParam => ({ role: 'user', content })
export const assistant = (content: string): ChatParam => ({ role: 'assistant', content })

/** A failure of the client in its parts. */
export async function failure(call: Promise<unknown>) {
  const cause: unknown = await call.then(
    (value) => new Error(`it answered ${JSON.stringify(value)}`),
    (error: unknown) => error,
  )
  if (!(cause instanceof OpenAI.APIError)) throw cause
  return { status: cause.status as number | undefined, code: cause.code, type: cause.type, message: cause.message }
}

/** A bare request with the key; the Host may be any. */
export function bare(url: string, options: { method?: string; headers?: Record<string, string>; body?: string }) {
  return keyless(url, { ...options, headers: { authorization: `Bearer ${KEY}`, ...options.headers } })
}

export function keyless(url: string, options: { method?: string; headers?: Record<string, string>; body?: string }) {
  return new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: string }>((resolve, reject) => {
    const request = httpRequest(
      url,
      { method: options.method ?? 'GET', headers: options.headers ?? {} },
      (response) => {
        let body = ''
        response.on('data', (part: Buffer) => (body += part.toString()))
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }))
      },
    )
    request.on('error', reject)
    request.end(options.body)
  })
}
