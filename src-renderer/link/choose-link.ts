/** Which link this page has to the core: the bridge of a desktop window, else a WebSocket to where the page came from. */

import { bridgeLink } from '../../src-shared/rpc/bridge-link'
import type { Bridge } from '../../src-shared/rpc/bridge-link'
import type { Link } from '../../src-shared/rpc/link'
import { reconnectingLink } from '../../src-shared/rpc/socket-link'
import type { Socket, SocketEvents } from '../../src-shared/rpc/socket-link'

declare global {
  interface Window {
    /** Only in a desktop window, from its preload script. */
    readonly baton?: Bridge
  }
}

/** The page as far as a link needs it. */
export type LinkPage = Pick<Window, 'baton' | 'addEventListener' | 'removeEventListener'> & {
  readonly location: Pick<Location, 'protocol' | 'host'>
  readonly document: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>
  readonly WebSocket: new (url: string) => WebSocket
}

/** The link of a page. A socket that is lost is opened again, at once when the page comes back into view or online. */
export function chooseLink(page: LinkPage = window): Link {
  if (page.baton !== undefined) return bridgeLink(page.baton)
  const scheme = page.location.protocol === 'https:' ? 'wss' : 'ws'
  const url = `${scheme}://${page.location.host}/link`
  return reconnectingLink({
    openSocket: (events) => openSocket(new page.WebSocket(url), events),
    schedule(run, milliseconds) {
      const timer = setTimeout(run, milliseconds)
      return () => clearTimeout(timer)
    },
    onWake: (listener) => onWake(page, listener),
  })
}

function openSocket(socket: WebSocket, events: SocketEvents): Socket {
  socket.addEventListener('open', () => events.opened())
  socket.addEventListener('message', (event: MessageEvent<unknown>) => {
    if (typeof event.data === 'string') events.text(event.data)
  })
  socket.addEventListener('close', () => events.closed())
  return { send: (text) => socket.send(text), close: () => socket.close() }
}

function onWake(page: LinkPage, listener: () => void): () => void {
  const look = (): void => {
    if (page.document.visibilityState === 'visible') listener()
  }
  page.addEventListener('online', listener)
  page.document.addEventListener('visibilitychange', look)
  return () => {
    page.removeEventListener('online', listener)
    page.document.removeEventListener('visibilitychange', look)
  }
}
