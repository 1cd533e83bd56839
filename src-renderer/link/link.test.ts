import { expect, test } from 'vitest'
import { memoryLinkPair } from '../../src-shared/rpc/link'
import type { LinkState } from '../../src-shared/rpc/link'
import { chooseLink } from './choose-link'
import type { LinkPage } from './choose-link'
import { connect } from './connect'

/** A socket that a test opens, drops and hears. */
class FakeSocket extends EventTarget {
  readonly sent: string[] = []
  readonly url: string
  constructor(url: string) {
    super()
    this.url = url
  }
  send = (text: string): void => void this.sent.push(text)
  close = (): void => void this.dispatchEvent(new Event('close'))
}

function createPage(protocol: string) {
  const sockets: FakeSocket[] = []
  const document = Object.assign(new EventTarget(), { visibilityState: 'hidden' })
  class Socket extends FakeSocket {
    constructor(url: string) {
      super(url)
      sockets.push(this)
    }
  }
  const page = Object.assign(new EventTarget(), { location: { protocol, host: '127.0.0.1:5000' }, document })
  return { page: Object.assign(page, { WebSocket: Socket }) as unknown as LinkPage, sockets, document, events: page }
}

test('In a browser the link is a WebSocket to where the page came from, opened again at once on waking.', () => {
  const { page, sockets, document, events } = createPage('http:')
  const link = chooseLink(page)
  const states: LinkState[] = []
  const frames: unknown[] = []
  link.onState((state) => states.push(state))
  link.onFrame((frame) => frames.push(frame))
  sockets[0]?.dispatchEvent(new Event('open'))
  sockets[0]?.dispatchEvent(new MessageEvent('message', { data: '{"kind":"end","id":1}' }))
  sockets[0]?.dispatchEvent(new MessageEvent('message', { data: new ArrayBuffer(1) }))
  link.send({ kind: 'stop', id: 1 })
  sockets[0]?.dispatchEvent(new Event('close'))
  document.dispatchEvent(new Event('visibilitychange'))
  expect(sockets.length).toBe(1)
  document.visibilityState = 'visible'
  document.dispatchEvent(new Event('visibilitychange'))
  expect(sockets.length).toBe(2)
  sockets[1]?.dispatchEvent(new Event('close'))
  events.dispatchEvent(new Event('online'))
  sockets[2]?.dispatchEvent(new Event('open'))
  events.dispatchEvent(new Event('online'))
  link.close()
  events.dispatchEvent(new Event('online'))
  expect({ states, frames, sent: sockets[0]?.sent, urls: sockets.map((socket) => socket.url) }).toEqual({
    states: ['closed', 'open', 'closed', 'open', 'closed'],
    frames: [{ kind: 'end', id: 1 }],
    sent: ['{"kind":"stop","id":1}'],
    urls: Array<string>(3).fill('ws://127.0.0.1:5000/link'),
  })
})

test('A page that came over https opens a wss socket.', () => {
  const { page, sockets } = createPage('https:')
  chooseLink(page).close()
  expect(sockets.map((socket) => socket.url)).toEqual(['wss://127.0.0.1:5000/link'])
})

test('In a desktop window the link is the bridge.', () => {
  const sent: string[] = []
  const bridge = {
    send: (text: string) => void sent.push(text),
    onFrame: () => () => undefined,
    info: { host: 'electron', version: '1', can: {} },
  }
  const link = chooseLink({ ...createPage('app:').page, baton: bridge })
  link.send({ kind: 'stop', id: 1 })
  expect(sent).toEqual(['{"kind":"stop","id":1}'])
})

test('A connection waits for the core, also when the link is lost while it asks.', async () => {
  const pair = memoryLinkPair()
  pair.drop()
  const info = {
    version: '1',
    host: 'web',
    dataDir: '/data',
    isOffline: false,
    can: { dialogs: false, secureSecrets: false },
  }
  let asked = 0
  pair.server.onFrame((value) => {
    asked += 1
    const { id } = value as { id: number }
    if (asked === 1) {
      pair.drop()
      pair.reopen()
    } else pair.server.send({ kind: 'result', id, value: info })
  })
  const connecting = connect(pair.client)
  pair.reopen()
  const connection = await connecting
  expect([connection.info, connection.status.getState(), asked]).toEqual([info, { state: 'open' }, 2])
  pair.drop()
  expect(connection.status.getState()).toEqual({ state: 'closed' })
})
