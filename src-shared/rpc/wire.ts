/** What is under way at the client's end of a link: calls and streams by frame id, and what a lost connection does to them. */

import { AppError, fromErrorRecord, toAppError } from '../errors'
import { message as sentence } from '../languages/translate'
import { idOfBadFrame, responseSchema } from './frames'
import type { ResponseFrame } from './frames'
import type { Link, LinkState } from './link'

/** A call that waits for its answer. */
export type PendingCall = { readonly name: string; resolve(value: unknown): void; reject(error: AppError): void }

/** A stream that somebody listens to; `after` is the last id that it delivered. */
export type OpenStream = {
  readonly name: string
  readonly input: unknown
  readonly after: string | null
  item(value: unknown, id: string, more: boolean): void
  end(): void
  fail(error: AppError): void
}

/** The verbs of the client's end. */
export type Wire = {
  /** Sends a call and returns its id. Throws `disconnected` when the link is down. */
  call(input: unknown, call: PendingCall): number
  cancel(id: number): void
  /** Listens now, or as soon as the link opens. */
  begin(stream: OpenStream): void
  stop(stream: OpenStream): void
  close(): void
}

type UnderWay = {
  readonly link: Link
  readonly calls: Map<number, PendingCall>
  readonly streams: Map<number, OpenStream>
  lastId: number
  state: LinkState
}

/** The client's end of a link. */
export function createWire(link: Link): Wire {
  const wire: UnderWay = { link, calls: new Map(), streams: new Map(), lastId: 0, state: 'closed' }
  link.onFrame((value) => receive(wire, value))
  link.onState((state) => changeState(wire, state))
  return {
    call: (input, call) => sendCall(wire, input, call),
    cancel(id) {
      if (wire.calls.delete(id)) link.send({ kind: 'cancel', id })
    },
    begin: (stream) => begin(wire, stream),
    stop(stream) {
      for (const [id, candidate] of wire.streams) {
        if (candidate !== stream) continue
        wire.streams.delete(id)
        link.send({ kind: 'stop', id })
      }
    },
    close() {
      link.close()
      const unfinished = [...wire.streams.values()]
      wire.streams.clear()
      for (const stream of unfinished) stream.fail(disconnected(stream.name))
    },
  }
}

function sendCall(wire: UnderWay, input: unknown, call: PendingCall): number {
  if (wire.state === 'closed') throw disconnected(call.name)
  wire.lastId += 1
  const id = wire.lastId
  wire.calls.set(id, call)
  try {
    wire.link.send({ kind: 'call', id, name: call.name, input })
  } catch (cause) {
    wire.calls.delete(id)
    throw cause
  }
  return id
}

function begin(wire: UnderWay, stream: OpenStream): void {
  wire.lastId += 1
  const id = wire.lastId
  wire.streams.set(id, stream)
  if (wire.state === 'closed') return
  const { name, input, after } = stream
  try {
    wire.link.send({ kind: 'listen', id, name, input, after })
  } catch (cause) {
    wire.streams.delete(id)
    stream.fail(toAppError(cause))
  }
}

function changeState(wire: UnderWay, state: LinkState): void {
  wire.state = state
  if (state === 'closed') {
    const lost = [...wire.calls.values()]
    wire.calls.clear()
    for (const call of lost) call.reject(disconnected(call.name))
    return
  }
  // New ids: whatever the old connection still delivers belongs to nobody.
  const resumed = [...wire.streams.values()]
  wire.streams.clear()
  for (const stream of resumed) begin(wire, stream)
}

function receive(wire: UnderWay, value: unknown): void {
  const parsed = responseSchema.safeParse(value)
  if (parsed.success) {
    deliver(wire, parsed.data)
    return
  }
  const id = idOfBadFrame(value)
  const error = { code: 'internal', message: 'The core answered something that is not a message of the link.' }
  if (id !== null) deliver(wire, { kind: 'error', id, error })
}

function deliver(wire: UnderWay, frame: ResponseFrame): void {
  const { id } = frame
  const call = wire.calls.get(id)
  const stream = wire.streams.get(id)
  if (frame.kind === 'item') {
    stream?.item(frame.item, frame.itemId, frame.more === true)
    return
  }
  if (frame.kind === 'items') {
    const last = frame.items.length - 1
    for (const [at, { id: itemId, item }] of frame.items.entries())
      // Whoever hears an item may stop the stream.
      if (wire.streams.get(id) === stream) stream?.item(item, itemId, at < last || frame.more === true)
    return
  }
  wire.calls.delete(id)
  wire.streams.delete(id)
  if (frame.kind === 'end') stream?.end()
  if (frame.kind === 'result') call?.resolve(frame.value)
  if (frame.kind === 'error') {
    const error = fromErrorRecord(frame.error)
    call?.reject(error)
    stream?.fail(error)
  }
}

function disconnected(name: string): AppError {
  return new AppError(
    'disconnected',
    sentence(
      "The connection to Baton's core was lost before “{name}” was answered. Baton reconnects by itself; then try again.",
      { name },
    ),
  )
}
