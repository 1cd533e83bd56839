/** A thread whose lease this process has, what waits for it, and what is said where it cannot be had. */
import { AppError } from '../../src-shared/errors'
import { inEnglish } from '../../src-shared/languages/translate'

/** A request in a thread whose lease this process has, or waits for. */
export type ThreadStay = { readonly threadId: string }

/** A thread whose lease this process has, or waits for. */
export type Holding = {
  readonly id: string
  /** Empty: it waits. */
  fence: string
  readonly users: Set<ThreadStay>
  ready: Promise<void>
  /** The shipment that has not read its rows yet. */
  next: Promise<void> | null
  /** The next shipment also renews the lease, without rows too. */
  renews: boolean
  tail: Promise<void>
  leaving: Promise<void> | null
  renewedAt: number
  /** Whoever had it before was cut off in a turn. */
  wasCut: boolean
  /** The run whose answer nobody got. */
  unheard: string | null
}

export function holdingOf(id: string): Holding {
  const done = Promise.resolve()
  const renewedAt = performance.now()
  return {
    id,
    fence: '',
    users: new Set(),
    ready: done,
    next: null,
    renews: false,
    tail: done,
    leaving: null,
    renewedAt,
    wasCut: false,
    unheard: null,
  }
}

export function endOfWait(ready: Promise<void>, signal: AbortSignal): Promise<'ready' | 'failed' | 'gone'> {
  return new Promise((resolve) => {
    const leave = () => resolve('gone')
    const end = (how: 'ready' | 'failed') => {
      signal.removeEventListener('abort', leave)
      resolve(how)
    }
    if (signal.aborted) leave()
    else signal.addEventListener('abort', leave, { once: true })
    ready.then(
      () => end('ready'),
      () => end('failed'),
    )
  })
}

export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

export function nobodyWaits(): AppError {
  return new AppError(
    'unavailable',
    inEnglish('Nobody waits for this message any more; it was not said. Send it again.'),
    {
      answer: 503,
    },
  )
}

export function leaseLost(): AppError {
  return new AppError(
    'unavailable',
    inEnglish(
      'This process could not renew its hold on the thread for too long, so the turn stopped here and goes on in whichever process has the thread next. Send it again.',
    ),
    { answer: 503, retryAfter: 1 },
  )
}
