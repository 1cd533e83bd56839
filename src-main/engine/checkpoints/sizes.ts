/** How much of the checkpoint database a thread takes. */
import { z } from 'zod'
import { SPAN } from './chains'
import type { CheckpointDatabase } from './database'

/** Bytes of what is stored, without those of tables and indexes. */
const SIZES: readonly string[] = [
  'SELECT sum(length(head) + coalesce(length(meta), 0)) FROM checkpoint JOIN track ON track.id = checkpoint.track WHERE track.thread = +?',
  'SELECT sum(length(data)) FROM pending JOIN track ON track.id = pending.track WHERE track.thread = +?',
  'SELECT sum(length(data)) FROM value JOIN track ON track.id = value.track WHERE track.thread = +?',
  `SELECT sum(length(json)) FROM track JOIN chain ON chain.track = track.id
   JOIN item ON item.id >= chain.id * ${SPAN} AND item.id < (chain.id + 1) * ${SPAN} WHERE track.thread = +?`,
]

const sum = z.int().nullable()

/** Bytes of the whole file. */
export function sizeOfFile(database: CheckpointDatabase): number {
  const pages = z.int().parse(database.pragma('page_count', { simple: true }))
  return pages * z.int().parse(database.pragma('page_size', { simple: true }))
}

/** So many bytes are stored for a thread, in every namespace. */
export function sizeOfThread(database: CheckpointDatabase, thread: string): number {
  return SIZES.reduce((size, sql) => size + (sum.parse(database.prepare(sql).pluck().get(thread)) ?? 0), 0)
}
