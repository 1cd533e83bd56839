/** Reading with a bound, against real servers that send floods and zip bombs. */
import { once } from 'node:events'
import { brotliCompressSync, constants, createGzip, gzipSync, zstdCompressSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '../../../src-shared/errors'
import { asWritten, message } from '../../../src-shared/languages/translate'
import { createGuardedFetch, type GuardedFetch } from './guarded-fetch'
import { failureReason, mediaTypeOf, readBounded, readText } from './read-answer'
import { startLoopback, type Loopback } from './testing/loopback'

const MB = 1_000_000

let server: Loopback
let guarded: GuardedFetch

beforeEach(async () => {
  server = await startLoopback()
  guarded = createGuardedFetch({ purpose: { why: 'http-tool', permit: { by: 'consent' } }, mayReach: () => 'anywhere' })
})
afterEach(async () => {
  await guarded.close()
  await server.close()
})

const ask = (path: string) => guarded.fetch(`${server.base}${path}`)

/** Zeros, packed piece by piece so that the test itself stays small. */
async function packedZeros(megabytes: number): Promise<Buffer> {
  const gzip = createGzip()
  const packed: Buffer[] = []
  gzip.on('data', (chunk: Buffer) => packed.push(chunk))
  const zeros = Buffer.alloc(MB)
  for (let at = 0; at < megabytes; at += 1) if (!gzip.write(zeros)) await once(gzip, 'drain')
  gzip.end()
  await once(gzip, 'end')
  return Buffer.concat(packed)
}

describe('reading', () => {
  it('unpacks and gives the whole body up to the bound', async () => {
    const text = 'größer '.repeat(1000)
    const bytes = Buffer.from(text)
    const packed = {
      gzip: gzipSync(bytes),
      br: brotliCompressSync(bytes),
      zstd: zstdCompressSync(bytes),
      identity: bytes,
    }
    for (const [encoding, body] of Object.entries(packed)) {
      server.answers['/a'] = { headers: { 'content-encoding': encoding }, body }
      expect(await readText(await ask('/a'), bytes.byteLength)).toBe(text)
      await expect(readText(await ask('/a'), bytes.byteLength - 1)).rejects.toThrow(
        new AppError(
          'tool-failed',
          message('the answer is larger than {megabytes, number} MB.', {
            megabytes: (bytes.byteLength - 1) / 1_000_000,
          }),
        ),
      )
    }
    expect(await readBounded(await ask('/empty'), 2)).toEqual(new Uint8Array([111, 107]))
    expect(await readText(new Response(null), 0)).toBe('')
  })

  it('stops at the bound of a zip bomb, also of one within one', async () => {
    const inner = await packedZeros(400)
    const bombs = {
      gzip: inner,
      'gzip, gzip': gzipSync(inner),
      'gzip, br': brotliCompressSync(inner),
      br: brotliCompressSync(Buffer.alloc(300 * MB), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
      'gzip, gzip, gzip, gzip, gzip': gzipSync(gzipSync(gzipSync(gzipSync(inner)))),
    }
    const before = process.memoryUsage().rss
    for (const [encoding, body] of Object.entries(bombs)) {
      server.answers['/bomb'] = { headers: { 'content-encoding': encoding }, body }
      await expect(readBounded(await ask('/bomb'), 10 * MB)).rejects.toThrow(/is larger than 10 MB/)
    }
    expect(process.memoryUsage().rss - before).toBeLessThan(250 * MB)
    server.answers['/bomb'] = { headers: { 'content-encoding': Array(50).fill('gzip').join(', ') }, body: inner }
    await expect(ask('/bomb').then((response) => readBounded(response, MB))).rejects.toThrow()
  })

  it('ends a body that never ends at the bound, and tells its server', async () => {
    const closed = Promise.withResolvers<undefined>()
    server.answers['/endless'] = (response) => {
      const chunk = Buffer.alloc(64_000)
      const more = () => {
        while (!response.destroyed && response.write(chunk));
      }
      response.on('drain', more).on('close', () => closed.resolve(undefined))
      more()
    }
    await expect(readBounded(await ask('/endless'), MB)).rejects.toThrow(/is larger than/)
    await closed.promise
  })

  it('reads text by its charset, and what is none as UTF-8', async () => {
    const texts: [string, Uint8Array][] = [
      ['text/plain; charset=iso-8859-1', Buffer.from('gr\u00f6\u00dfer', 'latin1')],
      ['text/plain;charset="UTF-16LE"', Buffer.from('größer', 'utf16le')],
      ['text/plain; charset=shift_jis', Buffer.from([0x8e, 0x9e])],
      ['text/plain; charset=nonsense', Buffer.from('größer')],
      ['application/json', Buffer.from('\ufeffgrößer')],
    ]
    const read: string[] = []
    for (const [type, body] of texts) {
      server.answers['/a'] = { headers: { 'content-type': type }, body }
      read.push(await readText(await ask('/a'), MB))
    }
    expect(read).toEqual(['größer', 'größer', '時', 'größer', 'größer'])
    expect(mediaTypeOf(new Response('', { headers: { 'content-type': 'Text/HTML ; charset=x' } }))).toBe('text/html')
    expect(mediaTypeOf(new Response(null))).toBe('')
  })

  it('says what is packed in a way that it does not know, and what broke', async () => {
    for (const encoding of ['compress', 'gzip, exi', 'identity, gzip']) {
      server.answers['/a'] = { headers: { 'content-encoding': encoding }, body: 'x' }
      await expect(readText(await ask('/a'), MB)).rejects.toThrow(`the answer is packed as "${encoding}", which cannot`)
    }
    server.answers['/cut'] = (response) => {
      response.writeHead(200, { 'content-length': '10' }).write('x', () => response.destroy())
    }
    await expect(readText(await ask('/cut'), MB)).rejects.toThrow()
    server.answers['/broken'] = { headers: { 'content-encoding': 'gzip' }, body: 'not packed at all' }
    await expect(readText(await ask('/broken'), MB)).rejects.toThrow()
    const closed = await startLoopback()
    await closed.close()
    const cause: unknown = await guarded.fetch(closed.base).catch((error: unknown) => error)
    expect([
      failureReason(cause),
      failureReason(new AppError('tool-failed', asWritten('why'))),
      failureReason('odd'),
    ]).toEqual(['ECONNREFUSED', asWritten('why'), 'odd'])
  })
})
