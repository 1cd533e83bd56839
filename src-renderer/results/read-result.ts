/** Whole results of tools, read from the core piece by piece. */
import { AppError } from '../../src-shared/errors'
import { message } from '../../src-shared/languages/translate'
import type { Client } from '../../src-shared/rpc/client'
import type { BatonContract } from '../../src-shared/rpc/contract'
import { dataUrlOf } from '../ui/files'

/** Characters or bytes of one call: large enough to be quick, small enough that the link stays free for others. */
const PIECE = 2_000_000

type PieceRequest = {
  threadId: string
  id: string
  signal: AbortSignal
  onPart?: (read: number, length: number) => void
}

/** Text pieces, or base64 of pieces of bytes; `length` in characters or bytes. */
async function readPieces(client: Client<BatonContract>, { threadId, id, signal, onPart }: PieceRequest) {
  const pieces: { text: string | null; base64: string | null }[] = []
  for (let offset = 0; ; offset += PIECE) {
    const piece = await client.call('results.read', { threadId, id, offset, limit: PIECE }, { signal })
    pieces.push(piece)
    onPart?.(Math.min(offset + PIECE, piece.length), piece.length)
    if (offset + PIECE >= piece.length) return pieces
  }
}

/** The text of a result. Throws for one that is no text. */
export async function readText(client: Client<BatonContract>, asked: PieceRequest): Promise<string> {
  const pieces = await readPieces(client, asked)
  return pieces.map(({ text }) => text ?? refuse(asked.id)).join('')
}

/** The bytes of a result, a text as UTF-8. */
export async function readBlob(client: Client<BatonContract>, asked: PieceRequest, type: string): Promise<Blob> {
  const pieces = await readPieces(client, asked)
  return new Blob(
    pieces.map(({ text, base64 }) => text ?? bytesOf(base64 ?? '')),
    { type },
  )
}

/** An image as an address that the page may show: pictures come from nowhere else. */
export async function readDataUrl(client: Client<BatonContract>, asked: PieceRequest, type: string): Promise<string> {
  return dataUrlOf(await readBlob(client, asked, type))
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const binary = atob(base64)
  const bytes = new Uint8Array(binary.length)
  for (let index = 0; index < binary.length; index += 1) bytes[index] = binary.charCodeAt(index)
  return bytes
}

function refuse(id: string): never {
  throw new AppError('bad-input', message('The result {id} could not be read.', { id }))
}
