/** Holds the record of requests against what the tests' model servers received, byte for byte. */
import { existsSync, statSync } from 'node:fs'
import { LateDatabase } from '../late-database'
import { createRequestRecords } from '../requests/request-records'
import { withBytes } from '../requests/picture-places'
import { libraryPath } from '../store/database'
import { createResults } from '../store/results'
import { serversSince, type ModelServer } from './model-server'

/**
 * What is wrong with the record of a data folder that no core has open: requests that are kept otherwise than they were received, and, where
 * `isComplete`, those that were received and are not kept. Empty: nothing is.
 */
export function faultsOfRecord(
  dataDir: string,
  { baseUrl, received }: Pick<ModelServer, 'baseUrl' | 'received'>,
  { isComplete }: { isComplete: boolean },
): string[] {
  const kept = keptIn(dataDir)
  const sent = kept.filter(({ url }) => url?.startsWith(baseUrl) === true)
  const known = new Set(received.map(({ body }) => body))
  const bodies = new Set(sent.map(({ body }) => body))
  return [
    ...kept.filter(({ isWhole }) => !isWhole).map(({ body }) => `not whole: ${body}`),
    ...sent.filter(({ body }) => !known.has(body)).map(({ body }) => `never received: ${body}`),
    // Requests go with their thread.
    ...(isComplete && kept.length > 0 ? received : [])
      .filter(({ body, isHungUp, isRefused }) => !bodies.has(body) && !isHungUp && !isRefused)
      .map(({ body }) => `not kept: ${body}`),
  ]
}

/** Throws where a data folder keeps a request otherwise than a server of this process received it. Programs may have the folder open. */
export function holdAgainstServers(dataDir: string): void {
  if (!existsSync(libraryPath(dataDir))) return
  const kept = keptIn(dataDir)
  const servers = new Map(
    serversSince(statSync(dataDir).birthtimeMs)
      .toReversed()
      .map(({ baseUrl, received }) => [baseUrl, received]),
  )
  const faults = kept.filter(({ url, body }) => {
    const received = url === null ? undefined : servers.get(url.slice(0, url.indexOf('/v1') + 3))
    return received !== undefined && !received.some((one) => one.body === body)
  })
  if (faults.length > 0)
    throw new Error(`The record of requests is not what was sent.\n${faults.map(({ body }) => body).join('\n')}`)
}

/** Every request that is kept, as it was sent. */
function keptIn(dataDir: string) {
  const db = new LateDatabase(libraryPath(dataDir))
  try {
    const calls = db
      .prepare<[], { span: string; thread: string }>(
        `SELECT DISTINCT model_requests.span AS span, threads.id AS thread
         FROM model_requests JOIN threads ON threads.number = model_requests.thread`,
      )
      .all()
    const records = createRequestRecords(db)
    const results = createResults(db)
    const bytesOf = (thread: string) => (id: string) => {
      const { body } = results.read(thread, id)
      return typeof body === 'string' ? null : body
    }
    return calls.flatMap(({ span, thread }) =>
      records.ofCall(span).map((record) => ({
        ...record,
        body: withBytes(record.body, record.pictures, bytesOf(thread)),
      })),
    )
  } finally {
    db.close()
  }
}
