/**
 * One child process of an MCP server with everything that it starts in turn (`npx` and `sh -c` start the real server): how it is
 * started and how all of it is ended. On POSIX it is a process group of its own, on Windows a tree that `taskkill` ends.
 */
// oxlint-disable-next-line typescript/triple-slash-reference -- the tests' program does not include this room's declarations
/// <reference path="./cross-spawn.d.ts" />
import { getDefaultEnvironment } from '@modelcontextprotocol/client/stdio'
import spawn from 'cross-spawn'
import type { ChildProcess } from 'node:child_process'
import { stat } from 'node:fs/promises'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '../../../src-shared/errors'
import { asMessage, message } from '../../../src-shared/languages/translate'
import { programAdvice } from '../../../src-shared/kinds/program-advice'
import type { RedactedStream } from '../../redaction/redactor'
import { IS_WINDOWS, isGroupAlive, signalGroup } from './process-group'
import { createShare, type Share } from './share'
import { redactorOf, type StdioServer } from './transport'

/** What is kept of what a server writes to stderr, in bytes. */
const STDERR_TAIL = 2048
/** How long a server may take to end, in ms: by itself when its input ends, after SIGTERM, after SIGKILL. */
const GRACE = { input: 300, term: 1500, kill: 1000 } as const
const LOOK_AGAIN = 20

export type Exit = { code: number | null; signal: NodeJS.Signals | null }

/** Where a program is that is named without its folder, null: nowhere; and the PATH that it gets. */
export type LocateProgram = (command: string) => Promise<{ file: string | null; searched: string }>

export type ServerProcess = {
  readonly pid: number
  readonly stdin: Writable
  readonly stdout: Readable
  /** The part of this thread that reading its output may take. */
  readonly share: Share
  /** The end of what it wrote to stderr. */
  readonly stderrTail: () => string
  /** Resolves when stderr has ended. */
  readonly heard: Promise<void>
  readonly exited: Promise<Exit>
  /** Ends it and all that it started; the same promise however often it is called. */
  readonly stop: () => Promise<void>
  /** Ends all of it without waiting, for when this process itself ends. */
  readonly killNow: () => void
}

/** Starts a server. It gets the SDK's safe variables (PATH, HOME and so on) and its own, nothing else. Throws AppError `tool-failed`. */
export async function startServer(server: StdioServer, locate?: LocateProgram): Promise<ServerProcess> {
  const child = await spawned(server, locate)
  const { pid, stdin, stdout, stderr } = child
  if (pid === undefined || stdin === null || stdout === null || stderr === null)
    throw new AppError('tool-failed', message('"{command}" could not be started.', { command: server.command }))
  const { promise: exited, resolve } = Promise.withResolvers<Exit>()
  let hasExited = false
  child.once('exit', (code, signal) => {
    hasExited = true
    resolve({ code, signal })
  })
  let tail = ''
  // Cut only after secrets were taken out: half of one would no longer be known.
  const heard = redactorOf(server).stream((text) => {
    tail = (tail + text.slice(-STDERR_TAIL)).slice(-STDERR_TAIL)
  })
  const share = createShare()
  const heardAll = hearAll(stderr, { heard, share })
  for (const stream of [stdin, stdout, stderr]) stream.on('error', () => undefined)

  const isGone = () => hasExited && !isGroupAlive(pid)
  const goneWithin = async (limit: number) => {
    for (let waited = 0; waited < limit && !isGone(); waited += LOOK_AGAIN)
      await Promise.race([delay(LOOK_AGAIN), ...(hasExited ? [] : [exited])])
    return isGone()
  }
  const end = async () => {
    stdin.end()
    if (!hasExited && (await goneWithin(GRACE.input))) return
    if (isGone()) return
    signalGroup(pid, 'SIGTERM')
    if (await goneWithin(GRACE.term)) return
    signalGroup(pid, 'SIGKILL')
    await goneWithin(GRACE.kill)
  }
  let stopping: Promise<void> | null = null
  const stop = () => {
    stopping ??= end().finally(() => {
      // What fled from the group may still hold the other ends.
      for (const stream of [stdin, stdout, stderr]) stream.destroy()
    })
    return stopping
  }
  const killNow = () => {
    if (!isGone()) signalGroup(pid, 'SIGKILL')
  }
  return { pid, stdin, stdout, share, stderrTail: () => tail, heard: heardAll, exited, stop, killNow }
}

/** Reads to the end, as fast as the server's share allows. */
async function hearAll(stderr: Readable, { heard, share }: { heard: RedactedStream; share: Share }): Promise<void> {
  stderr.setEncoding('utf8')
  try {
    for await (const text of stderr) {
      share.begin()
      heard.push(String(text))
      if (share.look()) await share.rest()
    }
  } catch {
    // It was closed in the middle.
  }
  heard.end()
}

async function spawned(server: StdioServer, locate?: LocateProgram): Promise<ChildProcess> {
  // Where the server has a PATH of its own, that says where its program is.
  const located = Object.hasOwn(server.env, 'PATH') ? undefined : await locate?.(server.command)
  const searched = located === undefined ? {} : { PATH: located.searched }
  const { promise, resolve, reject } = Promise.withResolvers<ChildProcess>()
  try {
    const child = spawn(located?.file ?? server.command, server.args, {
      env: { ...getDefaultEnvironment(), ...searched, ...server.env },
      cwd: server.cwd,
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: !IS_WINDOWS,
      windowsHide: true,
    })
    child.once('spawn', () => resolve(child))
    // Also after the start: a signal that could not be sent must not end this process.
    child.on('error', reject)
  } catch (cause) {
    reject(cause)
  }
  try {
    return await promise
  } catch (cause) {
    throw await startError(server, cause)
  }
}

async function startError(server: StdioServer, cause: unknown): Promise<AppError> {
  const code = cause instanceof Error && 'code' in cause ? cause.code : null
  const { command, cwd } = server
  if (cwd !== undefined && !(await isFolder(cwd)))
    return new AppError(
      'tool-failed',
      message('"{command}" could not be started: the folder {cwd} does not exist.', { command, cwd }),
    )
  if (code === 'ENOENT')
    return new AppError(
      'tool-failed',
      message('There is no command "{command}" here. {advice}', { command, advice: asMessage(programAdvice(command)) }),
    )
  if (code === 'EACCES')
    return new AppError(
      'tool-failed',
      message('"{command}" may not be executed. Check the permissions of the file.', { command }),
    )
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new AppError('tool-failed', message('"{command}" could not be started: {reason}.', { command, reason }))
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory()
  } catch {
    return false
  }
}
