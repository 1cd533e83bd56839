/** The body of a request, as much of it as may come, from a client that goes on sending. */
import type { IncomingMessage } from 'node:http'
import { AppError } from '../../../src-shared/errors'
import { inEnglish } from '../../../src-shared/languages/translate'
import { startTimeLimit, type TimeLimit } from '../../time-limit'
import { untilAborted } from '../../until-aborted'
import { refusedAs } from './failures'

/** `idleMs`: how long a client may send nothing in the middle; `wholeMs`: how long all of it may take, however it is sent. */
export type BodyLimits = { megabytes: number; idleMs: number; wholeMs: number }

/** A client that still sends does not hear its refusal, so somewhat too large a body is read and thrown away first. */
const DISCARDED = 3

/** Throws what becomes a 413 or a 408. */
export async function readBody(request: IncomingMessage, limits: BodyLimits): Promise<string> {
  const whole = startTimeLimit(limits.wholeMs)
  try {
    return await readWithin(request, limits, whole)
  } finally {
    whole.end()
  }
}

async function readWithin(
  request: IncomingMessage,
  { megabytes, idleMs, wholeMs }: BodyLimits,
  whole: TimeLimit,
): Promise<string> {
  const most = megabytes * 1024 * 1024
  const tooLarge = new AppError(
    'bad-input',
    inEnglish(`The body is larger than ${megabytes} MB.`),
    refusedAs('body_too_large'),
  )
  if (Number(request.headers['content-length'] ?? 0) > DISCARDED * most) throw tooLarge
  const parts: Buffer[] = []
  let size = 0
  const pieces: AsyncIterator<unknown, undefined> = request.iterator({ destroyOnReturn: false })
  for (;;) {
    const idle = startTimeLimit(idleMs, whole.signal)
    const late = () =>
      whole.hasPassed()
        ? tooSlow(`The body did not come to its end within ${wholeMs / 1000} s.`)
        : tooSlow(`Nothing more of the body came for ${idleMs / 1000} s.`)
    const { value, done } = await untilAborted(pieces.next(), idle.signal, late).finally(idle.end)
    if (done === true) break
    if (!Buffer.isBuffer(value)) continue
    size += value.length
    if (size > DISCARDED * most) throw tooLarge
    if (size <= most) parts.push(value)
  }
  if (size > most) throw tooLarge
  return Buffer.concat(parts).toString('utf8')
}

function tooSlow(what: string): AppError {
  return new AppError('bad-input', inEnglish(what), refusedAs('body_too_slow'))
}
