/** What a session's streams said last, in memory, so that a client whose connection broke hears the rest: a result is not lost with it. */
import type { EventStore } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'

type StoredEvent = { number: number; streamId: string; message: JSONRPCMessage; size: number }

/** So much of a session is kept, the newest of it. */
const MOST = { events: 1000, bytes: 4_000_000 } as const

export function createMemory(): EventStore {
  let kept: StoredEvent[] = []
  let bytes = 0
  let count = 0
  return {
    storeEvent(streamId, message) {
      count += 1
      const size = JSON.stringify(message).length
      kept.push({ number: count, streamId, message, size })
      bytes += size
      let first = 0
      while (kept.length - first > 1 && (kept.length - first > MOST.events || bytes > MOST.bytes)) {
        bytes -= kept[first]?.size ?? 0
        first += 1
      }
      if (first > 0) kept = kept.slice(first)
      return Promise.resolve(`${streamId} ${count}`)
    },
    getStreamIdForEventId: (eventId) => Promise.resolve(placeOf(eventId)?.streamId),
    async replayEventsAfter(lastEventId, { send }) {
      const place = placeOf(lastEventId)
      if (place === undefined) throw new Error('There is no such event.')
      for (const { number, streamId, message } of kept)
        if (streamId === place.streamId && number > place.number) await send(`${streamId} ${number}`, message)
      return place.streamId
    },
  }
}

function placeOf(eventId: string): { streamId: string; number: number } | undefined {
  const [, streamId, number] = /^(.+) (\d+)$/.exec(eventId) ?? []
  return streamId === undefined ? undefined : { streamId, number: Number(number) }
}
