/** The place in the app, as the hash of the address: the list of flows, or one flow. */
import { createStore, type StoreApi } from 'zustand/vanilla'

export type Route = { page: 'flows' } | { page: 'flow'; id: string }

/** The route of a hash; null when it names none. */
export function parseHash(hash: string): Route | null {
  const flow = /^#\/flow\/([^/?#]+)$/.exec(hash)?.[1]
  if (flow !== undefined) return { page: 'flow', id: decodeURIComponent(flow) }
  return hash === '#/flows' ? { page: 'flows' } : null
}

export function hashOf(route: Route): string {
  return route.page === 'flows' ? '#/flows' : `#/flow/${encodeURIComponent(route.id)}`
}

/** The route of a page; it follows the address, and `start` counts while the address names none. */
export function createRoutes(page: Window, start: Route): StoreApi<Route> & { go(route: Route): void } {
  const store = createStore<Route>(() => parseHash(page.location.hash) ?? start)
  page.addEventListener('hashchange', () => store.setState(parseHash(page.location.hash) ?? start, true))
  return Object.assign(store, {
    go(route: Route) {
      page.location.hash = hashOf(route)
    },
  })
}
