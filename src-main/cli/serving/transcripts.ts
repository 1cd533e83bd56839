/** Which thread a client means that names none: the one whose conversation, as the client saw it, is the history that it sends. */
import { createHash } from 'node:crypto'
import type { AskedPicture } from '../../../src-shared/rpc/attachments'

/** A message as a client sends it. */
export type SaidMessage = { role: 'user' | 'assistant'; text: string; attachments?: readonly AskedPicture[] }

/** A thread at the end of a turn. */
export type TranscriptLocation = { threadId: string; turns: number }

export type Transcripts = {
  /** `talker`: a key and a flow. The thread that stands at the end of this conversation. It is taken: until it is kept again nobody else gets it. */
  take: (talker: string, said: readonly SaidMessage[]) => TranscriptLocation | null
  /** Remembers where a thread stands; it ends the conversation, or its last user message is yet to be answered. */
  keep: (place: TranscriptLocation, talker: string, said: readonly SaidMessage[]) => void
  /** A client hung up: where its thread stands is known when this is done. */
  hungUp: (talker: string, done: Promise<unknown>) => void
  /** Resolves when that is known of all threads of a talker. */
  settled: (talker: string) => Promise<void>
}

/** Remembers the newest `limit` places, in memory. */
export function createTranscripts(limit = 1000): Transcripts {
  const places = new Map<string, TranscriptLocation[]>()
  const hanging = new Map<string, Set<Promise<unknown>>>()
  let count = 0
  return {
    hungUp(talker, done) {
      const all = hanging.get(talker) ?? new Set()
      hanging.set(talker, all.add(done))
      const forget = () => {
        all.delete(done)
        if (all.size === 0) hanging.delete(talker)
      }
      done.then(forget, forget)
    },
    async settled(talker) {
      await Promise.allSettled([...(hanging.get(talker) ?? [])])
    },
    take(talker, said) {
      const key = keyOf(talker, said)
      const here = places.get(key) ?? []
      const place = here.pop()
      if (here.length === 0) places.delete(key)
      if (place === undefined) return null
      count -= 1
      return place
    },
    keep(place, talker, said) {
      const key = keyOf(talker, said)
      const here = places.get(key) ?? []
      places.delete(key)
      places.set(key, [...here, place])
      count += 1
      const [oldest] = places
      if (count <= limit || oldest === undefined) return
      count -= oldest[1].length
      places.delete(oldest[0])
    },
  }
}

/** Clients trim what they show and send back, so blanks at the ends do not count. */
export function keyOf(talker: string, said: readonly SaidMessage[]): string {
  const lines = said.map(({ role, text, attachments = [] }) => [
    role,
    text.replaceAll('\r\n', '\n').trim(),
    ...attachments.map(({ base64 }) => base64),
  ])
  return createHash('sha256')
    .update(JSON.stringify([talker, lines.filter(([, ...parts]) => parts.some((part) => part !== ''))]))
    .digest('base64')
}
