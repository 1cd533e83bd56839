/** Reads files that may be anything: never more than a given size, and nothing that could keep the reader waiting for ever. */
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { MAX_TEXT } from '../../src-shared/flow/editing/open'

/** Of a flow file: the largest text that is opened, at the most bytes that UTF-8 needs for it. */
export const MOST_FLOW_BYTES = 3 * MAX_TEXT

export type BoundedRead =
  | { ok: true; bytes: Buffer }
  | { ok: false; why: 'missing' | 'not-a-file' | 'too-large' | 'unreadable'; code: string }

/** `regular`: what was found somewhere; `named`: what a person named by hand may be a pipe, too, as the shell makes them. */
export type BoundedKind = 'regular' | 'named'

const CHUNK = 65_536

/** The bytes of a file, links followed. Never throws. */
export function readBounded(file: string, most: number, kind: BoundedKind = 'regular'): BoundedRead {
  let handle: number | null = null
  try {
    // Without waiting, so that a pipe that nobody writes to is opened and then refused.
    const noWait = kind === 'regular' ? (constants.O_NONBLOCK ?? 0) : 0
    handle = openSync(file, constants.O_RDONLY | noWait)
    return readOpened(handle, most, kind)
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause)
    if (code === 'EISDIR') return failed('not-a-file', code)
    return failed(code === 'ENOENT' || code === 'ENOTDIR' ? 'missing' : 'unreadable', code)
  } finally {
    if (handle !== null) closeSync(handle)
  }
}

function readOpened(handle: number, most: number, kind: BoundedKind): BoundedRead {
  const stats = fstatSync(handle)
  if (stats.isDirectory() || (kind === 'regular' && !stats.isFile())) return failed('not-a-file', '')
  if (stats.size > most) return failed('too-large', '')
  const chunks: Buffer[] = []
  let length = 0
  for (;;) {
    // The size is only what it was: one byte more than it tells shows whether the file has grown.
    const chunk = Buffer.alloc(Math.min(Math.max(stats.size + 1 - length, CHUNK), most + 1 - length))
    const read = readSync(handle, chunk, 0, chunk.length, null)
    if (read === 0) return { ok: true, bytes: Buffer.concat(chunks, length) }
    chunks.push(chunk.subarray(0, read))
    length += read
    if (length > most) return failed('too-large', '')
  }
}

function failed(why: Extract<BoundedRead, { ok: false }>['why'], code: string): BoundedRead {
  return { ok: false, why, code }
}

/** Why a file was not read, as the end of "... could not be read: ". */
export function whyUnread({ why, code }: Extract<BoundedRead, { ok: false }>, most: number): string {
  if (why === 'missing') return 'there is no such file'
  if (why === 'not-a-file') return 'it is not a file but a folder, a device or a pipe'
  return why === 'too-large' ? `it is larger than ${Math.round(most / 1_000_000)} MB` : `the system says ${code}`
}
