/** Reads answers with a bound on what they unpack to, so that neither a flood nor a zip bomb fills the memory; and says why there is none. */
import { AppError } from '../../../src-shared/errors'
import { message, type Message } from '../../../src-shared/languages/translate'

/** What the guarded fetch unpacks. */
const UNPACKED: ReadonlySet<string> = new Set(['gzip', 'x-gzip', 'deflate', 'br', 'zstd'])

/** The body as it is after unpacking. More than `maxBytes` is an AppError `tool-failed`, and the rest is not read. */
export async function readBounded(response: Response, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of boundedChunks(response, maxBytes)) {
    chunks.push(chunk)
    size += chunk.byteLength
  }
  const bytes = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.byteLength
  }
  return bytes
}

/** The same as text, by the charset of its content type, or UTF-8. */
export async function readText(response: Response, maxBytes: number): Promise<string> {
  return decodeAnswer(response, await readBounded(response, maxBytes))
}

/** What was read of an answer as text, by the charset of its content type, or UTF-8. */
export function decodeAnswer(response: Response, bytes: Uint8Array): string {
  const charset = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(response.headers.get('content-type') ?? '')?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}

/** The media type of an answer in lower case, without its parameters; empty where it has none. */
export function mediaTypeOf(response: Response): string {
  return (response.headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
}

/** Why `fetch` or reading failed, in a few words: a code such as ECONNREFUSED where there is one. */
export function failureReason(cause: unknown): string | Message {
  let error = cause
  while (error instanceof Error && error.cause instanceof Error) error = error.cause
  if (!(error instanceof Error)) return String(error)
  if (error instanceof AppError) return error.said
  return 'code' in error && typeof error.code === 'string' && !/^(UND_)?ERR_/.test(error.code)
    ? error.code
    : error.message
}

async function* boundedChunks(response: Response, maxBytes: number): AsyncGenerator<Uint8Array> {
  if (response.body === null) return
  const packing = unknownPacking(response)
  if (packing !== null) {
    await response.body.cancel()
    throw new AppError(
      'tool-failed',
      message('the answer is packed as "{packing}", which cannot be unpacked.', { packing: packing.slice(0, 40) }),
    )
  }
  let size = 0
  const chunks: AsyncIterable<Uint8Array> = response.body
  for await (const chunk of chunks) {
    size += chunk.byteLength
    if (size > maxBytes)
      throw new AppError(
        'tool-failed',
        message('the answer is larger than {megabytes, number} MB.', { megabytes: maxBytes / 1_000_000 }),
      )
    yield chunk
  }
}

/** What cannot be unpacked arrives as it is, and would pass for text. */
function unknownPacking(response: Response): string | null {
  const packing = (response.headers.get('content-encoding') ?? '').trim().toLowerCase()
  const isKnown =
    packing === '' || packing === 'identity' || packing.split(',').every((way) => UNPACKED.has(way.trim()))
  return isKnown ? null : packing
}
