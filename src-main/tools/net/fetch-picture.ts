/** Getting a picture that an answer names by its address, once a person has read which host that is and allowed it. */
import { AppError } from '../../../src-shared/errors'
import { message as sentence } from '../../../src-shared/languages/translate'
import { readPicture, type PictureFacts } from '../../../src-shared/run/log/pictures'
import type { Purpose } from '../../outbound/purpose'
import { startTimeLimit } from '../../time-limit'
import { elsewhereWords } from './fetch-flow'
import type { GuardOptions } from './guard'
import { createGuardedFetch } from './guarded-fetch'
import { isThisMachine } from './offline'
import { failureReason, readBounded } from './read-answer'

const PATIENCE_MS = 30_000
const MOST_BYTES = 5_000_000
/** A small file may unpack to more than a window can hold. */
const MOST_PIXELS = 40_000_000

export type FetchedPicture = PictureFacts & { base64: string }

export type PictureRequest = {
  readonly address: string
  /** `person`: the button was pressed for this one; `setting`: the person allowed the host once and for all. */
  readonly by: 'person' | 'setting'
  readonly signal: AbortSignal
}

/**
 * Its bytes, whatever they are called, are one of the formats that models are shown: an SVG is a program. Https, and only the host that the person read; no name may lead into a
 * private network, since the answer may repeat what a stranger wrote. What makes pictures on this computer may be asked as it is. Throws AppError, or the signal's reason.
 */
export async function fetchPicture(
  { address, by, signal }: PictureRequest,
  { find }: Pick<GuardOptions, 'find'> = {},
): Promise<FetchedPicture> {
  const url = URL.parse(address)
  const isOwn = url !== null && isThisMachine(url.hostname)
  if (url === null || !(url.protocol === 'https:' || (url.protocol === 'http:' && isOwn)))
    throw new AppError('bad-input', 'The address of a picture begins with https://.')
  const purpose: Purpose = { why: 'picture', permit: { by } }
  const guarded = createGuardedFetch({
    purpose,
    mayReach: ({ origin }) => (origin !== url.origin ? 'no' : isOwn ? 'anywhere' : 'public'),
    refuse: ({ said, why }) => new AppError('tool-failed', elsewhereWords(url.host, why) ?? said),
    ...(find === undefined ? {} : { find }),
  })
  const limit = startTimeLimit(PATIENCE_MS, signal)
  try {
    const response = await guarded.fetch(url, { headers: { accept: ACCEPTED }, signal: limit.signal })
    if (response.status === 200) return pictureIn(await readBounded(response, MOST_BYTES), url.host)
    throw new AppError(
      'tool-failed',
      sentence('{host} answered with the status {status}, and gave no picture.', {
        host: url.host,
        status: response.status,
      }),
    )
  } catch (cause) {
    signal.throwIfAborted()
    if (cause instanceof AppError) throw cause
    if (limit.hasPassed())
      throw new AppError(
        'tool-failed',
        sentence('{host} did not give the picture within 30 seconds.', { host: url.host }),
      )
    throw new AppError(
      'tool-failed',
      sentence('{host} could not be reached: {reason}.', { host: url.host, reason: failureReason(cause) }),
    )
  } finally {
    limit.end()
    await guarded.close()
  }
}

const ACCEPTED = 'image/png, image/jpeg, image/gif, image/webp'

function pictureIn(bytes: Uint8Array, host: string): FetchedPicture {
  const facts = readPicture(bytes)
  if (facts === null)
    throw new AppError('tool-failed', sentence('What {host} gave is no PNG, JPEG, GIF or WebP picture.', { host }))
  const { width, height } = facts
  if (width * height > MOST_PIXELS)
    throw new AppError(
      'tool-failed',
      sentence('The picture of {host} has {width} x {height} pixels, which is too large to be shown.', {
        host,
        width,
        height,
      }),
    )
  return { ...facts, base64: Buffer.from(bytes).toString('base64') }
}
