/** Hostile documents: whoever else is there goes on meanwhile, and the person reads what happened. */
import { expect, test } from 'vitest'
import { AppError } from '../../src-shared/errors'
import { packedPdf, pdfFile } from '../documents/testing/pdf-file'
import type { PdfJob, ReadingJob } from './jobs'
import { createReader, type ReadingLimits } from './reader'

const NESTED = packedPdf('q '.repeat(100_000) + '['.repeat(100_000))
const ROOMY: ReadingLimits = { seconds: 600, megabytes: 4000, atOnce: 2 }
const pdf = (bytes: Uint8Array): PdfJob => ({ what: 'pdf', name: 'Prices', bytes })
const api = (source: string): ReadingJob => ({ what: 'api-import', source, include: [], from: null })

/** The words of the refusal. */
async function refusal(job: ReadingJob, limits: Partial<ReadingLimits>, signal?: AbortSignal): Promise<string> {
  const failure: unknown = await createReader({ ...ROOMY, ...limits })
    .read(job, signal)
    .then(
      () => 'it was read',
      (cause: unknown) => cause,
    )
  if (!(failure instanceof AppError)) throw failure
  return failure.message
}

test('a file of 0.8 KB that takes for ever is left after its time', async () => {
  expect(NESTED.length).toBeLessThan(2000)
  expect(await refusal(pdf(NESTED), { seconds: 2 })).toBe(
    'The document "Prices" takes longer than 2 seconds to read, so it was left unread. Print it to a new PDF, or paste its text.',
  )
})

test.each([
  ['operators', () => packedPdf('0 0 m 1 1 l S\n'.repeat(4_000_000))],
  ['blanks, packed twice', () => packedPdf(Buffer.alloc(100_000_000, ' '), 2)],
])('a small file that unfolds to many megabytes of %s is left at the limit of memory', async (_of, made) => {
  const file = made()
  expect(file.length).toBeLessThan(500_000)
  expect(await refusal(pdf(file), { megabytes: 60 })).toBe(
    'The document "Prices" needs more than 60 MB of memory to read, so it was left unread. Print it to a new PDF, or paste its text.',
  )
})

test('an API document in YAML has the same limits', async () => {
  expect(await refusal(api(`a: ${'['.repeat(1_000_000)}`), { megabytes: 60 })).toBe(
    'This is not an OpenAPI document that can be used. It needs more than 60 MB of memory to read. Use a smaller document, with fewer operations, aliases and levels.',
  )
  expect(await refusal(api(`openapi: 3.0.0\npaths:\n${'- 1\n'.repeat(500_000)}`), { seconds: 1 })).toContain(
    'It takes longer than 1 seconds to read.',
  )
})

test('others go on while it is read, what waits behind it too once it was stopped', async () => {
  const order: string[] = []
  const reader = createReader({ ...ROOMY, atOnce: 1 })
  const stop = new AbortController()
  const hostile = reader.read(pdf(NESTED), stop.signal).catch(() => order.push('stopped'))
  const behind = reader.read(pdf(pdfFile(['Tea 2.50']))).then((text) => order.push(text))
  const away = new AbortController()
  const gone = reader.read(pdf(NESTED), away.signal).catch(() => order.push('gone'))
  away.abort()
  await gone
  setImmediate(() => {
    order.push('somebody else')
    stop.abort()
  })
  await Promise.all([hostile, behind])
  expect(order).toEqual(['gone', 'somebody else', 'stopped', 'Tea 2.50'])
})
