/** Counts what a program does outside of itself: what it starts, what it contacts, and which files it reads. For tests. */
import childProcess from 'node:child_process'
import dgram from 'node:dgram'
import dns from 'node:dns'
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import workerThreads from 'node:worker_threads'

/** `seen`: one line for each, such as `spawn sh` or `read /etc/passwd`. */
export type AccessWatch = { seen: string[]; stop: () => void }

/** `folders`: files inside these may be read. What is watched works as ever. */
export function watch(folders: readonly string[]): AccessWatch {
  const seen: string[] = []
  const undo: (() => void)[] = []
  const wrap = (
    owner: object,
    names: readonly string[],
    tell: (name: string, args: readonly unknown[]) => string | null,
  ) => {
    for (const name of names) {
      const original: unknown = Reflect.get(owner, name)
      if (typeof original !== 'function') throw new Error(`there is no ${name} to watch`)
      const note = (args: readonly unknown[]): void => {
        const line = tell(name, args)
        if (line !== null) seen.push(line)
      }
      const watched = new Proxy(original, {
        apply(target, self: unknown, args: unknown[]): unknown {
          note(args)
          return Reflect.apply(target, self, args)
        },
        construct(target, args: unknown[], made): object {
          note(args)
          return Reflect.construct(target, args, made) as object
        },
      })
      Reflect.set(owner, name, watched)
      undo.push(() => Reflect.set(owner, name, original))
    }
  }
  const plainly = (name: string, args: readonly unknown[]) => `${name} ${String(args[0])}`
  wrap(childProcess, ['spawn', 'spawnSync', 'exec', 'execSync', 'execFile', 'execFileSync', 'fork'], plainly)
  // Reading a document is looking at it: that thread runs nothing of the flow's.
  const threads = (name: string, args: readonly unknown[]) =>
    /src-main\/reading\/worker\.ts$/.test(String(args[0])) ? null : plainly(name, args)
  wrap(workerThreads, ['Worker'], threads)
  wrap(net.Socket.prototype, ['connect'], plainly)
  wrap(dgram, ['createSocket'], plainly)
  wrap(dns, ['lookup', 'resolve', 'resolve4', 'resolve6'], plainly)
  wrap(dns.promises, ['lookup', 'resolve', 'resolve4', 'resolve6'], plainly)
  wrap(globalThis, ['fetch', 'WebSocket'], plainly)
  const reading = (_name: string, [file]: readonly unknown[]) => readLine(file, folders)
  wrap(fs, ['readFile', 'readFileSync', 'open', 'openSync', 'createReadStream', 'readdir', 'readdirSync'], reading)
  wrap(fs, ['stat', 'statSync', 'lstat', 'lstatSync', 'realpath', 'realpathSync', 'copyFileSync', 'cpSync'], reading)
  wrap(fs.promises, ['readFile', 'open', 'readdir', 'stat', 'lstat', 'realpath', 'copyFile', 'cp'], reading)
  syncBuiltinESMExports()
  return {
    seen,
    stop() {
      for (const step of undo) step()
      syncBuiltinESMExports()
    },
  }
}

function readLine(file: unknown, folders: readonly string[]): string | null {
  if (typeof file !== 'string' && !(file instanceof URL) && !Buffer.isBuffer(file)) return null
  const read = path.resolve(file instanceof URL ? fileURLToPath(file) : String(file))
  const isFree = folders.some((folder) => read === folder || read.startsWith(folder + path.sep))
  return isFree ? null : `read ${read}`
}
