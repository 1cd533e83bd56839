/** Errors of the page that nobody caught: the core writes a report of them, which stays on this computer. */
import type { Client } from '../../src-shared/rpc/client'
import type { BatonContract } from '../../src-shared/rpc/contract'

/** So many at most before the page is loaded again: one that comes with every frame says no more than the first. */
const MOST = 5

/** The browser itself says so of a page that is well; it is no fault of anybody. */
const HARMLESS = /ResizeObserver loop/

/** Reports from now on; the returned function does so for an error that took the page's place. */
export function reportFaults(client: Pick<Client<BatonContract>, 'call'>, page: Window): (cause: unknown) => void {
  let count = 0
  const report = (cause: unknown, isEnd: boolean): void => {
    if (count >= MOST) return
    count += 1
    const { name, message, stack = '' } = cause instanceof Error ? cause : new Error(String(cause))
    const error = { name: name.slice(0, 200), message: message.slice(0, 20_000), stack: stack.slice(0, 100_000) }
    // Where the core is not reached there is nobody to tell.
    client.call('crashes.note', { isEnd, ...error }).catch(() => undefined)
  }
  page.addEventListener('error', (event) => {
    if (event.error !== null && event.error !== undefined && !HARMLESS.test(event.message)) report(event.error, false)
  })
  page.addEventListener('unhandledrejection', ({ reason }) => report(reason, false))
  return (cause) => report(cause, true)
}
