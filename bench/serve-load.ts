/** Clients of a server that take turns without a pause, each in a thread of its own, and how long that took. */
import { Agent, request } from 'node:http'
import { quantile } from './figures'
import { words } from './words'

/** Characters of a message, each way. */
export const LENGTH = 300
/** After so many a client begins a new thread, so that who is faster does not get longer ones. */
export const TURNS_OF_A_THREAD = 20

/** `nth`: turns of this client before it, in all of its threads. */
export type ClientTurn = { client: number; nth: number; thread: string; isNew: boolean; text: string }
/** Takes one turn; rejects where it fails, or when the signal aborts. */
export type SayTurn = (turn: ClientTurn, signal: AbortSignal) => Promise<void>

/** `turns`: of each client. */
export type LoadSizes = { clients: number; turns: number }
export type LoadResult = { perSecond: number; p95: number; count: number }

/** Turns of one client before all of them begin, in threads of their own: programs are faster once they are warm. */
const WARM_TURNS = 40

/** Every client takes its turns, one after another and all clients at once. */
export async function load(say: SayTurn, { clients, turns }: LoadSizes): Promise<LoadResult> {
  const ending = new AbortController()
  const times: number[] = []
  const takeTurns = async (client: string, number: number, count: number) => {
    for (let nth = 0; nth < count; nth += 1) {
      const began = performance.now()
      const thread = `${client}-${Math.floor(nth / TURNS_OF_A_THREAD)}`
      const isNew = nth % TURNS_OF_A_THREAD === 0
      await say({ client: number, nth, thread, isNew, text: words(LENGTH, nth) }, ending.signal)
      times.push(performance.now() - began)
    }
  }
  try {
    await Promise.all([0, 1, 2].map((client) => takeTurns(`warm-${client}`, client, Math.ceil(WARM_TURNS / 3))))
    times.length = 0
    const from = performance.now()
    await Promise.all(Array.from({ length: clients }, (_, client) => takeTurns(`client-${client}`, client, turns)))
    const seconds = (performance.now() - from) / 1000
    return { perSecond: times.length / seconds, p95: quantile(times, 0.95), count: times.length }
  } finally {
    ending.abort()
  }
}

export type JsonRequest = { url: string; headers?: Readonly<Record<string, string>>; body: object; signal: AbortSignal }

/** Posts JSON over connections that stay open; the text of the answer. Rejects unless it is a success. */
export function createPost(): { post: (asked: JsonRequest) => Promise<string>; close: () => void } {
  const agent = new Agent({ keepAlive: true, maxSockets: Infinity })
  return {
    close: () => agent.destroy(),
    post: ({ url, headers, body, signal }) =>
      new Promise((resolve, reject) => {
        const told = { 'content-type': 'application/json', ...headers }
        const sent = request(url, { method: 'POST', agent, headers: told, signal }, (response) => {
          const parts: Buffer[] = []
          response.on('data', (part: Buffer) => void parts.push(part))
          response.on('error', reject)
          response.on('end', () => {
            const text = Buffer.concat(parts).toString('utf8')
            if (response.statusCode === 200) resolve(text)
            else reject(new Error(`${url} answered ${response.statusCode ?? 'nothing'}: ${text.slice(0, 300)}`))
          })
        })
        sent.on('error', reject)
        sent.end(JSON.stringify(body))
      }),
  }
}
