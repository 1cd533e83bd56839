/** One line of JSON for each request: who asked for what, and how it ended. Never what was said, headers, queries or keys. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Clock } from '../../clock'

/** What is known of a request so far; `route` is the pattern, not what stood in its place. `error`: the code of its failure. */
export type RequestFacts = { route: string | null; key: string | null; thread: string | null; error: string | null }

export type RequestLog = (facts: RequestFacts, request: IncomingMessage, response: ServerResponse) => void

/** A line when the answer is over. `status` 499: the client hung up first. */
export function createRequestLog(write: (line: string) => void, clock: Pick<Clock, 'now' | 'iso'>): RequestLog {
  return (facts, { method = null }, response) => {
    const time = clock.iso()
    const startedAt = clock.now()
    response.once('close', () => {
      const status = response.writableFinished ? response.statusCode : HUNG_UP
      const ms = clock.now() - startedAt
      const { route, key, error } = facts
      const thread = facts.thread?.slice(0, LONGEST_NAME) ?? null
      write(JSON.stringify({ time, method, route, status, ms, key, thread, error }))
    })
  }
}

/** No thread has a longer name, but anybody may ask for one. */
const LONGEST_NAME = 128

/** As nginx has it. */
const HUNG_UP = 499
