/** The place in the app, as the hash of the address: the list of flows, one flow, or a link that somebody opened. */
import { createStore, type StoreApi } from 'zustand/vanilla'

export type PageRoute = { page: 'flows' } | { page: 'flow'; id: string }
/** A link is looked at over the page that was there before. */
export type Route = PageRoute | { page: 'link'; link: string }

/** The route of a hash; null when it names none. */
export function parseHash(hash: string): Route | null {
  const flow = /^#\/flow\/([^/?#]+)$/.exec(hash)?.[1]
  if (flow !== undefined) return { page: 'flow', id: decodeURIComponent(flow) }
  const link = /^#\/link\/(.+)$/s.exec(hash)?.[1]
  if (link !== undefined) return { page: 'link', link: decoded(link) }
  return hash === '#/flows' ? { page: 'flows' } : null
}

export function hashOf(route: Route): string {
  if (route.page === 'link') return `#/link/${encodeURIComponent(route.link)}`
  return route.page === 'flows' ? '#/flows' : `#/flow/${encodeURIComponent(route.id)}`
}

/** What cannot be decoded stays as it is: the sheet says that it is no link. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
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
