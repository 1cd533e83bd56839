/** The body of a request, as much of it as may come, from a client that goes on sending. */
import type { IncomingMessage } from 'node:http'
import { AppError } from '../../../src-shared/errors'
import { inEnglish } from '../../../src-shared/languages/translate'
import { startTimeLimit } from '../../time-limit'
import { untilAborted } from '../../until-aborted'

/** `idleMs`: how long a client may send nothing in the middle. */
export type BodyLimits = { megabytes: number; idleMs: number }

/** A client that still sends does not hear its refusal, so somewhat too large a body is read and thrown away first. */
const DISCARDED = 3

/** Throws what becomes a 413 or a 408. */
export async function readBody(request: IncomingMessage, { megabytes, idleMs }: BodyLimits): Promise<string> {
  const most = megabytes * 1024 * 1024
  const tooLarge = new AppError('bad-input', inEnglish(`The body is larger than ${megabytes} MB.`), {
    answer: 413,
    openai: 'body_too_large',
  })
  if (Number(request.headers['content-length'] ?? 0) > DISCARDED * most) throw tooLarge
  const parts: Buffer[] = []
  let size = 0
  const pieces: AsyncIterator<unknown, undefined> = request.iterator({ destroyOnReturn: false })
  for (;;) {
    const { value, done } = await soon(pieces.next(), idleMs)
    if (done === true) break
    if (!Buffer.isBuffer(value)) continue
    size += value.length
    if (size > DISCARDED * most) throw tooLarge
    if (size <= most) parts.push(value)
  }
  if (size > most) throw tooLarge
  return Buffer.concat(parts).toString('utf8')
}

async function soon<Value>(next: Promise<Value>, ms: number): Promise<Value> {
  const limit = startTimeLimit(ms)
  try {
    return await untilAborted(next, limit.signal, () => tooSlow(ms))
  } finally {
    limit.end()
  }
}

function tooSlow(ms: number): AppError {
  return new AppError('bad-input', inEnglish(`Nothing more of the body came for ${ms / 1000} s.`), {
    answer: 408,
    openai: 'body_too_slow',
  })
}
