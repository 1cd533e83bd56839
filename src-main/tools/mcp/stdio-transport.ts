/**
 * MCP over a child's stdin and stdout, one JSON message a line. In place of the SDK's own transport because that one ends the first
 * process only, waits for pipes that grandchildren hold open, and copies a large message once for each chunk of it.
 */
import {
  parseJSONRPCMessage,
  serializeMessage,
  type JSONRPCMessage,
  type Transport,
} from '@modelcontextprotocol/client'
import { setTimeout as delay } from 'node:timers/promises'
import { endOfCancelled } from './cancelled'
import { LineTooLong } from './line-reader'
import { megabytes } from './limits'
import type { Processes } from './processes'
import { readLines } from './read-lines'
import { startServer, type Exit, type LocateProgram, type ServerProcess } from './server-process'
import { redactorOf, type StdioServer } from './transport'
import { message as sentence, type Message } from '../../../src-shared/languages/translate'

/** What a server leaves unread of what it is sent, in bytes, before it counts as stuck. */
const MAX_UNREAD = 50_000_000
/** How long the rest of its output may take after a server has exited, in ms. */
const DRAIN = 250
const SHOWN_RUBBISH = 200

export type StdioTransport = Transport & {
  readonly pid: () => number | null
  /** Why the server ended by itself or had to be ended, in words; null while it runs and after `close`. */
  readonly whyEnded: () => Message | null
  /** What it said on the side: the end of stderr, and a line on stdout that was no message. */
  readonly output: () => { stderr: string; rubbish: string | null }
}

type Options = {
  maxBytes: number
  processes: Processes
  locate?: LocateProgram | undefined
}

/** A transport that starts the server when the client connects. */
export function createStdioTransport(server: StdioServer, { maxBytes, processes, locate }: Options): StdioTransport {
  let running: ServerProcess | null = null
  let why: Message | null = null
  let isClosed = false
  let rubbish: string | null = null
  let rubbishBytes = 0
  // The SDK takes notifications a moment later than responses; one by one, the last progress is not lost to the result behind it.
  let delivery = Promise.resolve()

  const deliver = (step: () => void) => {
    delivery = delivery.then(step).catch((cause: unknown) => {
      transport.onerror?.(cause instanceof Error ? cause : new Error(String(cause)))
    })
  }
  const stop = async (child: ServerProcess) => {
    await child.stop()
    processes.remove(child)
  }
  const finish = (reason: Message | null) => {
    if (isClosed) return
    isClosed = true
    why = reason
    deliver(() => transport.onclose?.())
  }
  const fail = (child: ServerProcess, reason: Message) => {
    finish(reason)
    void stop(child)
  }
  const readLine = (child: ServerProcess, line: string) => {
    const message = readMessage(line)
    if (message !== null) return deliver(() => transport.onmessage?.(endOfCancelled(message)))
    if (line.trim() === '') return
    rubbish ??= redactorOf(server).text(line).slice(0, SHOWN_RUBBISH)
    rubbishBytes += line.length
    if (rubbishBytes > maxBytes) fail(child, tooMuchElse(maxBytes))
  }
  const read = async (child: ServerProcess) => {
    const taker = { take: (line: string) => readLine(child, line), isOver: () => isClosed, settled: () => delivery }
    try {
      await readLines({ ...child, maxBytes }, taker)
    } catch (cause) {
      // Anything else: it was ended, and why is told elsewhere.
      if (cause instanceof LineTooLong) fail(child, tooLong(maxBytes))
    }
  }
  const listen = (child: ServerProcess) => {
    const drained = read(child)
    void child.exited.then(async (exit) => {
      await Promise.race([Promise.all([drained, child.heard]), delay(DRAIN)])
      fail(child, wordsOf(exit))
    })
  }

  const transport: StdioTransport = {
    async start() {
      const child = await startServer(server, locate)
      running = child
      await processes.add(child, server.command).catch(async (cause: unknown) => {
        await stop(child)
        throw cause
      })
      listen(child)
      if (isClosed) await stop(child)
    },
    async send(message) {
      if (running === null || isClosed) throw new Error('Not connected')
      const { stdin } = running
      if (stdin.writableLength > MAX_UNREAD) fail(running, sentence('it does not read what it is sent'))
      else stdin.write(serializeMessage(message))
    },
    async close() {
      finish(null)
      if (running !== null) await stop(running)
    },
    pid: () => running?.pid ?? null,
    whyEnded: () => why,
    output: () => ({ stderr: running?.stderrTail() ?? '', rubbish }),
  }
  return transport
}

function readMessage(line: string): JSONRPCMessage | null {
  try {
    return parseJSONRPCMessage(JSON.parse(line))
  } catch {
    return null
  }
}

function wordsOf({ code, signal }: Exit): Message {
  if (signal !== null) return sentence('it was ended by {signal}', { signal })
  return code === null ? sentence('it exited with code unknown') : sentence('it exited with code {code}', { code })
}

function tooMuchElse(maxBytes: number): Message {
  return sentence('it wrote more than {size} that is not MCP to its output', { size: megabytes(maxBytes) })
}

function tooLong(maxBytes: number): Message {
  return sentence('it sent a message of more than {size}', { size: megabytes(maxBytes) })
}
