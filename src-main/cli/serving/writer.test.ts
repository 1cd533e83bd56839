/** An answer on the wire, as it reaches a client that reads it and one that does not. */
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import type { RunEvent } from '../../../src-shared/run/log/events'
import { closeServer, listen } from './listen'
import { createReply } from './reply'
import { createWriter } from './writer'

const REQUEST = {
  model: 'm',
  isStream: true,
  wantsUsage: false,
  earlier: [],
  text: 'Hi',
  pictures: [],
  hasSystem: false,
}
const ends: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

/** An answer that grows by what is said, and the socket of its client, which reads nothing yet. */
async function openAnswer() {
  let answered: (response: ServerResponse) => void
  const asked = new Promise<ServerResponse>((resolve) => (answered = resolve))
  const server = createServer((_request, response) => answered(response))
  const socket = connect(await listen(server, 0), '127.0.0.1').pause()
  ends.push(() => closeServer(server, () => Promise.resolve(void socket.destroy())))
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  const response = await asked
  const writer = createWriter(response, REQUEST, () => reply)
  const reply = createReply({ skip: 0, onText: writer.more })
  writer.begin({ id: 'chatcmpl-1', created: 1, model: 'm' })
  const say = (text: string, entryId = 'e1') => reply.hear(token(entryId, text))
  return { socket, response, writer, reply, say }
}

function token(entryId: string, text: string): RunEvent {
  return {
    type: 'token',
    node: 'n1',
    path: 'main',
    span: 's1',
    entryId,
    text,
    seq: 1,
    at: '2026-11-28T00:00:00Z',
    runId: 'r1',
  }
}

async function contentOf(socket: Socket): Promise<string> {
  let received = ''
  for await (const piece of socket) {
    received += String(piece)
    if (received.includes('[DONE]')) break
  }
  return [...received.matchAll(/"content":("(?:[^"\\]|\\.)*")/g)]
    .map(([, json]) => String(JSON.parse(json ?? '""')))
    .join('')
}

test('each piece is sent once, and a message is there once more than blanks have come', async () => {
  const { socket, writer, reply, say } = await openAnswer()
  for (const [piece, entryId] of [
    ['\n', 'e1'],
    [' One', 'e1'],
    [' two. ', 'e1'],
    ['  ', 'e2'],
    ['', 'e3'],
    ['Three', 'e3'],
    [' four.', 'e2'],
  ] as const)
    say(piece, entryId)
  writer.end('stop')
  const said = '\n One two. \n\nThree\n\n   four.'
  expect([reply.text, await contentOf(socket)]).toEqual([said, said])
})

test('a client that leaves 8 MB unread counts as one that hung up', async () => {
  const { response, say } = await openAnswer()
  const piece = 'words '.repeat(100_000)
  const closed = once(response, 'close')
  let most = 0
  for (let said = 0; said < 100 && !response.destroyed; said += 1) {
    say(piece)
    most = Math.max(most, response.writableLength)
    // What the system takes for the client leaves our memory.
    await new Promise((resolve) => setImmediate(resolve))
  }
  await closed
  expect(response.destroyed).toBe(true)
  expect(most).toBeLessThan(10 * 1024 * 1024)
})
