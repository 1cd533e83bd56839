/** A link over a socket that comes back by itself: the browser's, and any other client's of the web host. */

import { decodeFrame, encodeFrame } from './frames'
import { createLinkListeners } from './link'
import type { Link } from './link'

/** What a socket tells; `closed` comes once, also when it never opened. */
export type SocketEvents = {
  opened(): void
  text(text: string): void
  closed(): void
}

/** An open or opening socket. */
export type Socket = { send(text: string): void; close(): void }

/** What a reconnecting link needs from its surroundings. */
export type SocketLinkParts = {
  /** Opens a socket. Events come later, never during this call. */
  openSocket(events: SocketEvents): Socket
  /** Runs something after some milliseconds, unless the returned function is called before. */
  schedule(run: () => void, milliseconds: number): () => void
  /** Tells when it is worth to try at once: back online, back in view. */
  onWake?: ((listener: () => void) => () => void) | undefined
}

const FIRST_DELAY = 250
const LONGEST_DELAY = 5_000

/** The wait before a new attempt, in milliseconds: 250 after the first failure, doubled each time up to 5 s. */
export function reconnectDelay(failures: number): number {
  return Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** Math.max(0, failures - 1))
}

/** A link that begins closed, opens its socket, and opens it again whenever it is lost, until `close()`. */
export function reconnectingLink(parts: SocketLinkParts): Link {
  const listeners = createLinkListeners('closed')
  let socket: Socket | undefined
  let cancelRetry: (() => void) | undefined
  let failures = 0
  let isEnded = false

  const open = (): void => {
    cancelRetry = undefined
    const mine = parts.openSocket({
      opened() {
        if (socket !== mine) return
        failures = 0
        listeners.setState('open')
      },
      text(text) {
        if (socket === mine) listeners.emit(decodeFrame(text))
      },
      closed() {
        if (socket !== mine) return
        socket = undefined
        failures += 1
        cancelRetry = parts.schedule(open, reconnectDelay(failures))
        listeners.setState('closed')
      },
    })
    socket = mine
  }
  const stopWaking = parts.onWake?.(() => {
    if (isEnded || socket !== undefined) return
    cancelRetry?.()
    open()
  })
  open()
  return {
    send(frame) {
      if (listeners.state() === 'open') socket?.send(encodeFrame(frame))
    },
    onFrame: listeners.onFrame,
    onState: listeners.onState,
    close() {
      isEnded = true
      stopWaking?.()
      cancelRetry?.()
      const last = socket
      socket = undefined
      last?.close()
      listeners.setState('closed')
    },
  }
}
