/** A job is the same at the other end of its thread. */
import { expect, test } from 'vitest'
import type { ReadingJob } from './jobs'
import { packJob, unpackJob } from './packed-job'

const LONG = `\uFEFFä€😀\u0000${'a'.repeat(100_000)}`

test.each<[string, ReadingJob, boolean]>([
  ['a long flow', { what: 'flow', text: LONG, id: 'f' }, true],
  ['a long API document', { what: 'api', source: LONG }, true],
  ['one that is taken over', { what: 'api-import', source: LONG, include: ['a'], from: 'b' }, true],
  ['one with half of a character', { what: 'api', source: `${LONG}\uD83D` }, true],
  ['one that is an object', { what: 'api', source: { openapi: '3.0.0' } }, false],
  ['a short flow', { what: 'flow', text: 'a' }, false],
  ['an answer', { what: 'answer', schema: {}, value: LONG }, false],
])('%s comes as it went', (_what, job, isPacked) => {
  const packed = packJob(job)
  expect(packed.bytes !== null).toBe(isPacked)
  if (isPacked) expect(JSON.stringify(packed.job).length).toBeLessThan(200)
  expect(unpackJob(structuredClone(packed))).toEqual(job)
})
