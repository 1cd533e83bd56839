/**
 * What the open flow may use outside of Baton, and what it asks for: an action that the core refuses for want of consent waits
 * here for the person, and is done again when it was allowed.
 */
import { createStore, type StoreApi } from 'zustand/vanilla'
import { AppError, toAppError } from '../../src-shared/errors'
import type { Client } from '../../src-shared/rpc/client'
import type { BatonContract, ConsentView } from '../../src-shared/rpc/contract'
import { CONSENT_VERBS, DECLINED_WORDS, type ConsentVerb } from './consent-words'
import { asMessage, type Message } from '../../src-shared/languages/translate'

/** What the person is asked. `items`: what is to be allowed; `before`: what was allowed earlier. */
export type ConsentRequest = {
  verb: ConsentVerb
  items: readonly ConsentView[]
  before: readonly ConsentView[]
  /** The flow changed while it was asked about. */
  hasChanged: boolean
  isAllowing: boolean
  /** Why it could not be allowed. */
  error: Message | null
}

export type ConsentState = {
  /** Everything that the flow as it is saved would use; null until it was read. */
  items: readonly ConsentView[] | null
  /** Null: nothing is asked. */
  asking: ConsentRequest | null
}

/** Does something that needs consent; `verb` says what to the person. */
export type ConsentGuard = <T>(verb: ConsentVerb, act: () => Promise<T>) => Promise<T>

export type ConsentStore = StoreApi<ConsentState> & {
  /** Asks the person when `act` fails for want of consent, and does it again. Rejects with a declined error when they cancel. */
  guard: ConsentGuard
  /** Allows what is asked for. */
  allow(): Promise<void>
  cancel(): void
  /** Reads what the flow uses and may use. */
  refresh(): Promise<void>
  revoke(hashes: readonly string[]): Promise<void>
}

export type ConsentStoreOptions = { client: Client<BatonContract>; flowId: string }

/** So many at most in one call. */
const MOST_HASHES = 1000

export function createConsentStore({ client, flowId }: ConsentStoreOptions): ConsentStore {
  const store = createStore<ConsentState>(() => ({ items: null, asking: null }))
  const { getState, setState } = store
  let answer: (allowed: boolean) => void = () => undefined

  const read = async (): Promise<readonly ConsentView[]> => {
    const items = await client.call('consents.read', { flowId })
    setState({ items })
    return items
  }
  /** With what was refused: a thread may run with another drawing. */
  const readWanted = () => client.call('consents.read', { flowId, refused: true })
  /** False: the person does not want it. */
  const ask = async (verb: ConsentVerb, error: AppError, hasChanged: boolean): Promise<boolean> => {
    const items = await readWanted()
    const wanted = wantedItems(verb, error, items)
    if (wanted.length === 0) return true
    const before = allowedLike(wanted, items)
    return await new Promise((resolve) => {
      answer = resolve
      setState({ asking: { verb, items: wanted, before, hasChanged, isAllowing: false, error: null } })
    })
  }
  const close = (allowed: boolean): void => {
    setState({ asking: null })
    answer(allowed)
  }
  const inParts = async (method: 'consents.allow' | 'consents.revoke', hashes: readonly string[]): Promise<void> => {
    for (let from = 0; from < hashes.length; from += MOST_HASHES)
      await client.call(method, { flowId, hashes: hashes.slice(from, from + MOST_HASHES) })
  }

  return Object.assign(store, {
    async guard<T>(verb: ConsentVerb, act: () => Promise<T>): Promise<T> {
      let last = ''
      for (let times = 0; ; times += 1) {
        const error = await act().then(
          (value) => ({ value }),
          (cause: unknown) => toAppError(cause),
        )
        if (!(error instanceof AppError)) return error.value
        // Asked for the very same after it was allowed, a person cannot help.
        const missing = missingHashes(error).join()
        if (missing === '' || missing === last || getState().asking !== null) throw error
        last = missing
        if (!(await ask(verb, error, times > 0))) throw declinedError(verb)
      }
    },
    async allow() {
      const { asking } = getState()
      if (asking === null || asking.isAllowing) return
      setState({ asking: { ...asking, isAllowing: true, error: null } })
      try {
        await inParts(
          'consents.allow',
          asking.items.map(({ hash }) => hash),
        )
        await read().catch(() => undefined)
        close(true)
      } catch (cause) {
        const next = await askAgain(asking, toAppError(cause), readWanted)
        if (next.items.length === 0) close(true)
        else setState({ asking: next })
      }
    },
    cancel() {
      if (getState().asking?.isAllowing === false) close(false)
    },
    async refresh() {
      await read()
    },
    async revoke(hashes: readonly string[]) {
      await inParts('consents.revoke', hashes)
      await read()
    },
  })
}

/** What is asked after it could not be allowed: as it was, or as the flow wants it now. */
async function askAgain(
  asking: ConsentRequest,
  error: AppError,
  read: () => Promise<readonly ConsentView[]>,
): Promise<ConsentRequest> {
  const still = { ...asking, isAllowing: false, error: error.said }
  if (error.code !== 'not-found') return still
  try {
    const items = await read()
    const open = items.filter(({ allowed, byHand }) => !allowed && byHand === isByHand(asking.items))
    return { ...still, items: open, before: allowedLike(open, items), hasChanged: true, error: null }
  } catch {
    return still
  }
}

/** Whether something is asked for a person's own trial, not for the flow. */
export function isByHand(items: readonly ConsentView[]): boolean {
  return items.some(({ byHand }) => byHand)
}

/** What was allowed for the same use. */
function allowedLike(wanted: readonly ConsentView[], items: readonly ConsentView[]): readonly ConsentView[] {
  return items.filter(({ allowed, byHand }) => allowed && byHand === isByHand(wanted))
}

/** Hashes of what the core says was not allowed; empty for any other error, and for one from the point of use. */
function missingHashes(error: AppError): string[] {
  if (error.code !== 'consent-needed') return []
  const { items } = error.details
  if (!Array.isArray(items)) return []
  return items.flatMap((item: unknown) =>
    typeof item === 'object' && item !== null && 'hash' in item && typeof item.hash === 'string' ? [item.hash] : [],
  )
}

/**
 * What is to be allowed: of what is missing, all. Where that is no longer in the flow as it is saved, everything that it would use
 * now; but a turn that goes on runs the flow as it was, and what only that would use can be neither looked at nor allowed.
 */
function wantedItems(verb: ConsentVerb, error: AppError, items: readonly ConsentView[]): readonly ConsentView[] {
  const open = items.filter(({ allowed }) => !allowed)
  const asRun = open.filter(({ byHand }) => !byHand)
  const missing = missingHashes(error)
  if (missing.every((hash) => items.some((item) => item.hash === hash)))
    return open.filter(({ hash }) => missing.includes(hash))
  if (!OF_A_TURN.has(verb)) return asRun
  throw new AppError(
    'consent-needed',
    'This turn runs the flow as it was drawn then, and that used something that is not allowed now. Say it again to run the flow as it is drawn now.',
    { isOlder: true },
  )
}

/** What goes on with a turn that was begun before. */
const OF_A_TURN: ReadonlySet<ConsentVerb> = new Set(['answer', 'retry', 'continue', 'rerun'])

function declinedError(verb: ConsentVerb): AppError {
  return new AppError('consent-needed', 'Nothing ran, because nothing was allowed.', { declined: verb })
}

/** What the person did not want, if that is why it did not happen. */
export function declinedVerb(error: AppError | null): ConsentVerb | null {
  const verb = error?.details['declined']
  return CONSENT_VERBS.find((known) => known === verb) ?? null
}

/** Why something was not done: the person allowed nothing, or what went wrong. */
export function notDoneWords(error: AppError): Message {
  const declined = declinedVerb(error)
  return declined === null ? error.said : asMessage(DECLINED_WORDS[declined])
}
