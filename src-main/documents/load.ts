/** Reads one document of a flow as plain text: text and Markdown as they are, PDF by its bytes, whatever its name says. */
import { open, realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import { AppError } from '../../src-shared/errors'
import { failure } from '../reading/failure'
import { createReader, type Reader } from '../reading/reader'
import { isPdf } from '../reading/pdf'
import { message as sentence, type Message } from '../../src-shared/languages/translate'

/** A document as a flow names it: its text, or the path of a file. */
export type DocumentSource = {
  readonly name: string
  readonly text?: string | undefined
  readonly path?: string | undefined
}

/** A document as it is searched: line ends are `\n`. */
export type LoadedDocument = { readonly name: string; readonly text: string }

export type LoadOptions = {
  /** The folder that the flow's file lies in; null or absent: no file may be read. */
  readonly baseDir?: string | null | undefined
  /** Reads what is more than text; one of its own where absent. */
  readonly reader?: Reader | undefined
  readonly signal?: AbortSignal | undefined
}

const MEGABYTE = 1_000_000
const MAX_BYTES = 20 * MEGABYTE

/**
 * Reads a document. Throws AppError naming it: `consent-needed` for a path that may not be read, `not-found` for a missing
 * file, `bad-input` for one that is too large or is neither text nor a readable PDF.
 */
export async function loadDocument(document: DocumentSource, options: LoadOptions = {}): Promise<LoadedDocument> {
  const { name, text } = document
  if (text !== undefined && (text !== '' || isBlank(document.path))) {
    if (Buffer.byteLength(text) > MAX_BYTES) throw tooLarge(name)
    return { name, text: plainLines(text) }
  }
  if (document.path === undefined || isBlank(document.path))
    throw failure('bad-input', name, sentence('has neither text nor a path. Paste its text into the flow.'))
  const bytes = await readBytes(name, await allowedFile(document.path, name, options), options)
  return { name, text: await textOf(name, bytes, options) }
}

/** The plain text of a document's bytes. Throws AppError `bad-input` naming it when they are too many, or no text. */
export async function textOf(
  name: string,
  bytes: Uint8Array,
  { reader = createReader(), signal }: Pick<LoadOptions, 'reader' | 'signal'> = {},
): Promise<string> {
  if (bytes.length > MAX_BYTES) throw tooLarge(name)
  return plainLines(isPdf(bytes) ? await reader.read({ what: 'pdf', name, bytes }, signal) : decode(name, bytes))
}

/** What a file was when it was looked at: as long as this stays the same, so does its text. */
export type FileMark = { file: string; mark: string }

/** Where a document's path leads, and a mark that changes with the file; null for a document that brings its text. */
export async function lookAt(document: DocumentSource, options: LoadOptions): Promise<FileMark | null> {
  if (document.path === undefined || isBlank(document.path) || !isBlank(document.text)) return null
  const file = await allowedFile(document.path, document.name, options)
  const { size, mtimeMs, ino } = await stat(file)
  return { file, mark: `${size} ${mtimeMs} ${ino}` }
}

/** The real path of a document's file, which must lie inside the flow's folder, links followed. */
async function allowedFile(wanted: string, name: string, { baseDir }: LoadOptions): Promise<string> {
  if (baseDir === null || baseDir === undefined) {
    const what = sentence(
      'is a file ("{path}"), and files are read only on the command line, where they lie beside the flow\'s own file. In the app, add its text to the worker with "Add files".',
      { path: wanted },
    )
    throw failure('consent-needed', name, what)
  }
  const base = await realpath(baseDir).catch(() => path.resolve(baseDir))
  const target = path.resolve(base, wanted)
  const file = await realpath(target).catch((cause: unknown) => {
    // Whether a file outside exists is nobody's business, so that is refused before it is missed.
    if (!isInside(base, target)) throw outside(name, wanted)
    if (codeOf(cause) !== 'ENOENT' && codeOf(cause) !== 'ENOTDIR') throw unreadable(name, wanted, cause)
    throw failure(
      'not-found',
      name,
      sentence('is missing: there is no file "{path}" beside the flow. Put it there or correct its path.', {
        path: wanted,
      }),
    )
  })
  if (!isInside(base, file)) throw outside(name, wanted)
  return file
}

function isInside(base: string, file: string): boolean {
  const relative = path.relative(base, file)
  return relative !== '' && relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative)
}

async function readBytes(name: string, file: string, { signal }: LoadOptions): Promise<Uint8Array> {
  try {
    const found = await stat(file)
    if (!found.isFile()) throw failure('bad-input', name, sentence('is not a file. Name a text, Markdown or PDF file.'))
    if (found.size > MAX_BYTES) throw tooLarge(name)
    const handle = await open(file, 'r')
    try {
      // One byte more than allowed, so that a file that grows meanwhile is noticed and never read whole.
      const bytes = new Uint8Array(Math.min(found.size + 1, MAX_BYTES + 1))
      let length = 0
      for (let isMore = true; isMore && length < bytes.length;) {
        const { bytesRead } = await handle.read(bytes, length, bytes.length - length, length)
        length += bytesRead
        isMore = bytesRead > 0
      }
      if (length > MAX_BYTES) throw tooLarge(name)
      return bytes.subarray(0, length)
    } finally {
      await handle.close()
    }
  } catch (cause) {
    signal?.throwIfAborted()
    if (cause instanceof AppError) throw cause
    throw unreadable(name, file, cause)
  }
}

/** UTF-8, or UTF-16 with a mark at its beginning; anything else is said to be no text. */
function decode(name: string, bytes: Uint8Array): string {
  const [first, second] = bytes
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
  if (encoding === 'utf-8' && bytes.subarray(0, 8_000).includes(0)) throw failure('bad-input', name, notText(bytes))
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    throw failure('bad-input', name, sentence('is not text in UTF-8. Save it as UTF-8 text, Markdown or PDF.'))
  }
}

function notText(bytes: Uint8Array): Message {
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b
  return isZip
    ? sentence('is an archive or an office document. Save it as text, Markdown or PDF.')
    : sentence('is neither text nor a PDF. Save it as text, Markdown or PDF.')
}

function plainLines(text: string): string {
  return text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')
}

function isBlank(text: string | undefined): boolean {
  return text === undefined || text.trim() === ''
}

function tooLarge(name: string): AppError {
  return failure(
    'bad-input',
    name,
    sentence('is larger than {most} MB. Split it into several documents.', { most: MAX_BYTES / MEGABYTE }),
  )
}

function outside(name: string, wanted: string): AppError {
  const what = sentence(
    'lies outside the flow\'s folder ("{path}"), where nothing may be read. Put the file beside the flow, or paste the document\'s text into the flow.',
    { path: wanted },
  )
  return failure('consent-needed', name, what)
}

function unreadable(name: string, file: string, cause: unknown): AppError {
  return failure(
    'bad-input',
    name,
    sentence('could not be read from "{file}" ({reason}).', { file, reason: codeOf(cause) }),
  )
}

function codeOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause)
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message
}
