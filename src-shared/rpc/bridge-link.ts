/** The link of a desktop window: the two functions that its preload script exposes, as a link. */

import { decodeFrame, encodeFrame } from './frames'
import { createLinkListeners } from './link'
import type { Link } from './link'

/** What differs between hosts, as the interface may ask it. */
export type HostCan = { readonly [ability: string]: boolean }

/** What the preload script says about its host. */
export type BridgeInfo = { readonly host: string; readonly version: string; readonly can: HostCan }

/** All that a desktop window has beyond a browser: `window.baton`. Frames pass as text. */
export type Bridge = {
  send(text: string): void
  onFrame(listener: (text: string) => void): () => void
  readonly info: BridgeInfo
}

/** A link over the bridge. It is open as long as the window lives. */
export function bridgeLink(bridge: Pick<Bridge, 'send' | 'onFrame'>): Link {
  const listeners = createLinkListeners('open')
  const stopFrames = bridge.onFrame((text) => {
    if (listeners.state() === 'open') listeners.emit(decodeFrame(text))
  })
  return {
    send(frame) {
      if (listeners.state() === 'open') bridge.send(encodeFrame(frame))
    },
    onFrame: listeners.onFrame,
    onState: listeners.onState,
    close() {
      stopFrames()
      listeners.setState('closed')
    },
  }
}
