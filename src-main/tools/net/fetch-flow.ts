/** Getting a flow from the address of a link, once a person has read which host that is and pressed the button. */
import { AppError } from '../../../src-shared/errors'
import { message as sentence, type Message } from '../../../src-shared/languages/translate'
import { startTimeLimit } from '../../time-limit'
import type { GuardOptions } from './guard'
import { createGuardedFetch } from './guarded-fetch'
import { failureReason, readText } from './read-answer'
import type { RefusalReason } from './refusal'

const PATIENCE_MS = 30_000
/** What a person looks over on a sheet is no larger. */
const MOST_BYTES = 5_000_000

/**
 * Its text, whatever it is. Only https and only the host that the person read: redirects elsewhere are not followed, and no name may lead into a private network,
 * since anybody may have written the link. Throws AppError, or the signal's reason. `reach` and `find` are for tests.
 */
export async function fetchFlow(
  address: string,
  signal: AbortSignal,
  { reach = 'public', find }: { reach?: 'public' | 'anywhere' } & Pick<GuardOptions, 'find'> = {},
): Promise<string> {
  const url = URL.parse(address)
  if (url === null || (url.protocol !== 'https:' && reach === 'public'))
    throw new AppError('bad-input', 'The address of a flow begins with https://.')
  const guarded = createGuardedFetch({
    purpose: { why: 'flow-link', permit: { by: 'person' } },
    mayReach: ({ origin }) => (origin === url.origin ? reach : 'no'),
    refuse: ({ said, why }) => new AppError('tool-failed', elsewhereWords(url.host, why) ?? said),
    ...(find === undefined ? {} : { find }),
  })
  const limit = startTimeLimit(PATIENCE_MS, signal)
  try {
    const response = await guarded.fetch(url, {
      headers: { accept: 'application/json, */*;q=0.5' },
      signal: limit.signal,
    })
    if (response.status === 200) return await readText(response, MOST_BYTES)
    throw new AppError(
      'tool-failed',
      sentence('{host} answered with the status {status}, and gave no flow.', {
        host: url.host,
        status: response.status,
      }),
    )
  } catch (cause) {
    signal.throwIfAborted()
    if (cause instanceof AppError) throw cause
    if (limit.hasPassed())
      throw new AppError('tool-failed', sentence('{host} did not give the flow within 30 seconds.', { host: url.host }))
    throw new AppError(
      'tool-failed',
      sentence('{host} could not be reached: {reason}.', { host: url.host, reason: failureReason(cause) }),
    )
  } finally {
    limit.end()
    await guarded.close()
  }
}

/** What a person is told where an address that a stranger may have written leads elsewhere than it says; null: as the refusal stands. */
export function elsewhereWords(host: string, why: RefusalReason): Message | null {
  if (why === 'host')
    return sentence('{host} sent Baton to another host, which is not followed. Nothing was read.', { host })
  return why === 'private'
    ? sentence(
        '{host} is a private address, of this computer or of your network, where links do not lead. Nothing was asked.',
        { host },
      )
    : null
}
