/** What a link is: frames out, frames in, and whether it is open. Also the link within one process. */

import { decodeFrame, encodeFrame } from './frames'
import type { Frame } from './frames'

export type LinkState = 'open' | 'closed'

/** One end of a connection between an interface and a core. */
export type Link = {
  /** Sends a frame; while the link is closed it is dropped. Throws `bad-input` when the frame is over the limit. */
  send(frame: Frame): void
  /** Hears every value that arrives, unchecked. Returns the end of the subscription. */
  onFrame(listener: (value: unknown) => void): () => void
  /** Hears the present state at once, then every change. Returns the end of the subscription. */
  onState(listener: (state: LinkState) => void): () => void
  /** Closes for good. */
  close(): void
}

/** The bookkeeping that every link shares: who listens, and the present state. */
export type LinkListeners = {
  readonly state: () => LinkState
  setState(state: LinkState): void
  emit(value: unknown): void
  readonly onFrame: Link['onFrame']
  readonly onState: Link['onState']
}

/** Listeners for a new link. */
export function createLinkListeners(initial: LinkState): LinkListeners {
  const frameListeners = new Set<(value: unknown) => void>()
  const stateListeners = new Set<(state: LinkState) => void>()
  let state = initial
  return {
    state: () => state,
    setState(next) {
      if (next === state) return
      state = next
      for (const listener of [...stateListeners]) listener(next)
    },
    emit(value) {
      for (const listener of [...frameListeners]) listener(value)
    },
    onFrame(listener) {
      frameListeners.add(listener)
      return () => void frameListeners.delete(listener)
    },
    onState(listener) {
      stateListeners.add(listener)
      listener(state)
      return () => void stateListeners.delete(listener)
    },
  }
}

/** Two joined links in one process, and a way to break and mend the wire between them. */
export type MemoryLinkPair = {
  readonly client: Link
  readonly server: Link
  /** Both ends become closed; frames under way are lost. */
  drop(): void
  /** Both ends become open again, the server's first. */
  reopen(): void
}

/** A pair of links for tests and for the command line. Frames pass as text, so what works here works on every link. */
export function memoryLinkPair(): MemoryLinkPair {
  const client = createLinkListeners('open')
  const server = createLinkListeners('open')
  let connection = 1
  let isEnded = false

  const drop = (): void => {
    connection += 1
    client.setState('closed')
    server.setState('closed')
  }
  const sendTo = (receiver: LinkListeners, frame: Frame): void => {
    if (receiver.state() === 'closed') return
    const text = encodeFrame(frame)
    const sentOn = connection
    queueMicrotask(() => {
      if (sentOn === connection) receiver.emit(decodeFrame(text))
    })
  }
  const close = (): void => {
    isEnded = true
    drop()
  }
  return {
    client: { send: (frame) => sendTo(server, frame), onFrame: client.onFrame, onState: client.onState, close },
    server: { send: (frame) => sendTo(client, frame), onFrame: server.onFrame, onState: server.onState, close },
    drop,
    reopen() {
      if (isEnded) return
      server.setState('open')
      client.setState('open')
    },
  }
}

/** Resolves once the link is open. */
export function whenOpen(link: Pick<Link, 'onState'>): Promise<void> {
  return new Promise((resolve) => {
    const subscription: { stop?: () => void } = {}
    subscription.stop = link.onState((state) => {
      if (state !== 'open') return
      resolve()
      subscription.stop?.()
    })
  })
}
