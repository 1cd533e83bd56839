/**
 * One POST to a model server. It is not made by `fetch`, which registers what it sends for finalization: bodies of a whole conversation would
 * stay in memory until the next full collection of garbage, a hundred of them at a time.
 */
import { pipeline, type Readable } from 'node:stream'
import { constants, createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import type { Purpose } from '../outbound/purpose'
import { reachOut } from '../tools/net/offline'

export type PostRequest = {
  headers: Readonly<Record<string, string>>
  body: string
  signal: AbortSignal
  /** For the ledger of connections. */
  purpose: Purpose
}

/** `read` gives the next piece of the body as it was before it was packed, undefined at the end; `cancel` closes the connection and ends what is read. */
export type PostAnswer = {
  status: number
  headers: Headers
  read: () => Promise<Uint8Array | undefined>
  cancel: () => void
}

/** How bodies may come packed; a piece is there as soon as the server has sent it. */
const FLUSHED = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH }
const UNPACKERS: ReadonlyMap<string, () => NodeJS.ReadWriteStream & Readable> = new Map([
  ['gzip', () => createGunzip(FLUSHED)],
  ['x-gzip', () => createGunzip(FLUSHED)],
  ['deflate', () => createInflate(FLUSHED)],
  [
    'br',
    () =>
      createBrotliDecompress({
        flush: constants.BROTLI_OPERATION_FLUSH,
        finishFlush: constants.BROTLI_OPERATION_FLUSH,
      }),
  ],
])

/** Sends it and waits for the head of the answer; redirects are answers like others. Throws what went wrong with the connection, or the signal's reason. */
export async function post(url: string | URL, { purpose, ...how }: PostRequest): Promise<PostAnswer> {
  const answer = await reachOut(url, purpose, () => send(url, how))
  const all = Object.entries(answer.headers).flatMap(([name, values]) =>
    [values ?? []].flat().map((value): [string, string] => [name, value]),
  )
  const stream = unpacked(answer.body, answer.headers['content-encoding'])
  // What breaks is told to whoever reads; nobody may be reading when it does.
  stream.on('error', () => undefined)
  const pieces: AsyncIterator<Uint8Array> = stream[Symbol.asyncIterator]()
  let isCancelled = false
  return {
    status: answer.statusCode,
    headers: new Headers(all),
    async read() {
      try {
        const next = await pieces.next()
        return next.done === true ? undefined : next.value
      } catch (cause) {
        if (isCancelled) return undefined
        throw cause
      }
    },
    cancel() {
      isCancelled = true
      stream.destroy()
    },
  }
}

async function send(url: string | URL, { headers, body, signal }: Omit<PostRequest, 'purpose'>) {
  // Loaded with the first request, since a rehearsal sends none.
  const { request } = await import('undici')
  return request(url, { method: 'POST', headers: { 'accept-encoding': 'gzip, deflate', ...headers }, body, signal })
}

function unpacked(body: Readable, encoding: string | string[] | undefined): Readable {
  const unpack = typeof encoding === 'string' ? UNPACKERS.get(encoding.trim().toLowerCase()) : undefined
  return unpack === undefined ? body : pipeline(body, unpack(), () => undefined)
}
