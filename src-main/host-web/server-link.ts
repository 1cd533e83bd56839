/** The core's end of a WebSocket, as a link. */

import type { WebSocket } from 'ws'
import { decodeFrame, encodeFrame } from '../../src-shared/rpc/frames'
import { createLinkListeners } from '../../src-shared/rpc/link'
import type { Link } from '../../src-shared/rpc/link'

/** An accepted socket as a link: open until the socket closes, then closed for good. */
export function serverLink(socket: WebSocket): Link {
  const listeners = createLinkListeners('open')
  socket.on('message', (data, isBinary) => {
    if (isBinary || !Buffer.isBuffer(data)) return
    listeners.emit(decodeFrame(data.toString('utf8')))
  })
  socket.on('close', () => listeners.setState('closed'))
  // A frame over the limit or a broken one: the socket closes by itself right after.
  socket.on('error', () => undefined)
  return {
    send(frame) {
      if (socket.readyState === socket.OPEN) socket.send(encodeFrame(frame))
    },
    onFrame: listeners.onFrame,
    onState: listeners.onState,
    close: () => socket.close(),
  }
}
