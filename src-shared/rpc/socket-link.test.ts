import { expect, test } from 'vitest'
import type { LinkState } from './link'
import { reconnectDelay, reconnectingLink } from './socket-link'
import type { SocketEvents } from './socket-link'

/** A link on sockets and a clock that the test moves. */
function createSetup() {
  const sockets: SocketEvents[] = []
  const delays: number[] = []
  const states: LinkState[] = []
  let pending: (() => void) | undefined
  const link = reconnectingLink({
    openSocket(events) {
      sockets.push(events)
      return { send: () => undefined, close: () => undefined }
    },
    schedule(run, milliseconds) {
      delays.push(milliseconds)
      pending = run
      return () => {
        pending = undefined
      }
    },
  })
  link.onState((state) => states.push(state))
  const latest = (): SocketEvents => {
    const socket = sockets.at(-1)
    if (socket === undefined) throw new Error('No socket was opened.')
    return socket
  }
  const wait = (): void => {
    const run = pending
    pending = undefined
    run?.()
  }
  return { link, sockets, delays, states, latest, wait, isWaiting: () => pending !== undefined }
}

test('A lost socket is opened again after ever longer waits, and after a short one once it was open.', () => {
  const setup = createSetup()
  for (let attempt = 0; attempt < 7; attempt += 1) {
    setup.latest().closed()
    setup.wait()
  }
  setup.latest().opened()
  setup.latest().closed()
  setup.wait()
  expect(setup.delays).toEqual([250, 500, 1000, 2000, 4000, 5000, 5000, 250])
  expect(setup.states).toEqual(['closed', 'open', 'closed'])
  expect(reconnectDelay(1000)).toBe(5000)
})

test('An old socket that still speaks is not heard.', () => {
  const setup = createSetup()
  const frames: unknown[] = []
  setup.link.onFrame((frame) => frames.push(frame))
  const old = setup.latest()
  old.opened()
  old.closed()
  setup.wait()
  old.text('1')
  old.closed()
  setup.latest().opened()
  setup.latest().text('2')
  expect([frames, setup.sockets.length, setup.isWaiting()]).toEqual([[2], 2, false])
})

test('A closed link opens nothing any more.', () => {
  const setup = createSetup()
  setup.latest().opened()
  setup.latest().closed()
  setup.link.close()
  setup.latest().opened()
  expect([setup.isWaiting(), setup.sockets.length, setup.states]).toEqual([false, 1, ['closed', 'open', 'closed']])
})
