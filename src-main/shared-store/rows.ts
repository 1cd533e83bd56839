/** Rows on their way between a working copy and Postgres: as JSON, with bytes and with contents by their hash. */
import type { Database, Statement } from 'better-sqlite3'
import { z } from 'zod'
import { keyOf, type RowChanges } from './capture'
import { CONTENT_HASH, LIBRARY_TABLES, type ContentTable } from './tables'

/** A row as Postgres has it; `body` null: it was deleted. */
export type StoredRow = { table: string; key: string; body: Buffer | null }
/** What several threads may have, such as the text of a flow or a picture. */
export type Content = { table: ContentTable; hash: string; body: Buffer }

type Values = Record<string, unknown>
const values = z.record(z.string(), z.unknown())
const bytesSchema = z.strictObject({ $bytes: z.string() })

function encoded(value: unknown): unknown {
  return Buffer.isBuffer(value) ? { $bytes: value.toString('base64') } : value
}

function decoded(value: unknown): unknown {
  const bytes = bytesSchema.safeParse(value)
  return bytes.success ? Buffer.from(bytes.data.$bytes, 'base64') : value
}

export function toBody(row: Values): Buffer {
  return Buffer.from(
    JSON.stringify(Object.fromEntries(Object.entries(row).map(([name, value]) => [name, encoded(value)]))),
  )
}

export function fromBody(body: Buffer): Values {
  const row = values.parse(JSON.parse(body.toString()))
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, decoded(value)]))
}

/** Reads rows of one file by their keys, with statements that are made once. */
export function rowReader(db: Database) {
  const byTable = new Map<string, Statement<unknown[], unknown>>()
  const statement = (table: string) => {
    const known = byTable.get(table)
    if (known !== undefined) return known
    const where = keyOf(db, table).map((name) => `"${name}" IS +?`)
    const made = db.prepare<unknown[], unknown>(`SELECT * FROM ${table} WHERE ${where.join(' AND ')}`)
    byTable.set(table, made)
    return made
  }
  return (changes: RowChanges): { table: string; key: string; row: Values | null }[] =>
    changes.keys.map(({ table, key }) => {
      const row = statement(table).get(...key)
      return { table, key: JSON.stringify(key.map(encoded)), row: row === undefined ? null : values.parse(row) }
    })
}

/** Puts a row in; what refers to contents has their numbers already. */
export function insertRow(db: Database, table: string, row: Values): void {
  const names = Object.keys(row)
  const columns = names.map((name) => `"${name}"`).join(', ')
  db.prepare(`INSERT INTO ${table} (${columns}) VALUES (${names.map(() => '?').join(', ')})`).run(...Object.values(row))
}

/** The columns of a table that refer to contents. */
export function contentColumns(table: string): [column: string, of: ContentTable][] {
  const known = LIBRARY_TABLES[table]
  return known?.is === 'thread' ? Object.entries(known.contents ?? {}) : []
}

/** Contents in a library: how they are called, and what they are. */
export function contentsOf(db: Database) {
  const text = (hash: unknown) => (Buffer.isBuffer(hash) ? hash.toString('hex') : String(hash))
  const stored = (table: ContentTable, hash: string) => (table === 'snapshots' ? Buffer.from(hash, 'hex') : hash)
  return {
    hashOf(table: ContentTable, number: unknown): string {
      return text(db.prepare(`SELECT ${CONTENT_HASH[table]} FROM ${table} WHERE number = +?`).pluck().get(number))
    },
    read(table: ContentTable, hash: string): Content {
      const row = db.prepare(`SELECT * FROM ${table} WHERE ${CONTENT_HASH[table]} = +?`).get(stored(table, hash))
      const { number: _number, ...rest } = values.parse(row)
      return { table, hash, body: toBody(rest) }
    },
    numberOf(table: ContentTable, hash: string): number | null {
      const number = db
        .prepare(`SELECT number FROM ${table} WHERE ${CONTENT_HASH[table]} = +?`)
        .pluck()
        .get(stored(table, hash))
      return typeof number === 'number' ? number : null
    },
    add: ({ table, body }: Content) => insertRow(db, table, fromBody(body)),
  }
}
