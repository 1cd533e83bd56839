/** The text of a document that the person picked: read here where it is UTF-8, by the core where it is a PDF or else. */
import { AppError } from '../../src-shared/errors'
import { message } from '../../src-shared/languages/translate'
import type { Client } from '../../src-shared/rpc/client'
import type { BatonContract } from '../../src-shared/rpc/contract'
import { readFile } from './files'

/** 20 MB, as the core has it. */
const MAX_BYTES = 20_000_000
const LONGEST_NAME = 200

export type ReadDocument = { name: string; text: string }

/** Throws AppError, in words for the person, for what is too large or holds no text. */
export async function readDocument(
  file: File,
  client: Client<BatonContract>,
  signal: AbortSignal,
): Promise<ReadDocument> {
  const name = file.name.slice(0, LONGEST_NAME)
  if (file.size > MAX_BYTES)
    throw new AppError('bad-input', message('{name} is larger than 20 MB. Split it into several documents.', { name }))
  const bytes = new Uint8Array(await readFile(file, (one) => one.arrayBuffer()))
  const text = plainText(bytes)
  if (text !== null) return { name, text }
  const answer = await client.call('documents.toText', { name, base64: base64Of(bytes) }, { signal })
  return { name, text: answer.text }
}

/** Text in UTF-8 with plain line ends; null for anything else, such as a PDF. */
function plainText(bytes: Uint8Array): string | null {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 1024))
  if (head.includes('%PDF-') || bytes.subarray(0, 8000).includes(0)) return null
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).replace(/\r\n?/g, '\n')
  } catch {
    return null
  }
}

/** In pieces: a call with millions of arguments would fail. */
function base64Of(bytes: Uint8Array): string {
  const pieces: string[] = []
  for (let at = 0; at < bytes.length; at += 0x8000) pieces.push(String.fromCharCode(...bytes.subarray(at, at + 0x8000)))
  return btoa(pieces.join(''))
}
