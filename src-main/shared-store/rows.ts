/** Rows on their way between a working copy and Postgres: as JSON, with bytes and with contents by their hash. */
import type { Database, Statement } from 'better-sqlite3'
import { z } from 'zod'
import { keyOf, type RowChanges } from './capture'
import { CONTENT_HASH, LIBRARY_TABLES, type ContentTable } from './tables'

/** A row as Postgres has it; `body` null: it was deleted. */
export type StoredRow = { table: string; key: string; body: Buffer | null }
/** A row of a copy; null: it was removed. */
export type ReadRow = { table: string; key: string; row: Values | null }
/** What several threads may have, such as the text of a flow or a picture. */
export type Content = { table: ContentTable; hash: string; body: Buffer }

type Values = Record<string, unknown>
const values = z.record(z.string(), z.unknown())
const bytesSchema = z.strictObject({ $bytes: z.string() })

function encoded(value: unknown): unknown {
  return Buffer.isBuffer(value) ? { $bytes: value.toString('base64') } : value
}

function decoded(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
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
  return (keys: RowChanges['keys']): ReadRow[] =>
    keys.map(({ table, key }) => {
      const row = statement(table).get(...key)
      return { table, key: JSON.stringify(key.map(encoded)), row: row === undefined ? null : values.parse(row) }
    })
}

/** Statements of one file, each made once. */
function statementsOf(db: Database): (sql: string) => Statement<unknown[]> {
  const all = new Map<string, Statement<unknown[]>>()
  return (sql) => {
    const made = all.get(sql) ?? db.prepare<unknown[]>(sql)
    all.set(sql, made)
    return made
  }
}

export type RowWriter = ReturnType<typeof rowWriter>

/** Writes rows of one file, with statements that are made once; what refers to contents has their numbers already. */
export function rowWriter(db: Database) {
  const prepared = statementsOf(db)
  const keys = new Map<string, string[]>()
  const whereKey = (table: string) => {
    const key = keys.get(table) ?? keyOf(db, table)
    keys.set(table, key)
    return { key, where: key.map((name) => `"${name}" = ?`).join(' AND ') }
  }
  const insert = (table: string, row: Values): void => {
    const names = Object.keys(row)
    const columns = names.map((name) => `"${name}"`).join(', ')
    const sql = `INSERT INTO ${table} (${columns}) VALUES (${names.map(() => '?').join(', ')})`
    prepared(sql).run(...Object.values(row))
  }
  return {
    insert,
    /** Over the row with this key, if there is one: were that removed, all that refers to it would go too. True: there was none. */
    put(table: string, row: Values): boolean {
      const { key, where } = whereKey(table)
      const columns = Object.keys(row).map((name) => `"${name}" = ?`)
      const change = prepared(`UPDATE ${table} SET ${columns.join(', ')} WHERE ${where}`)
      const { changes } = change.run(...Object.values(row), ...key.map((name) => row[name]))
      if (changes === 0) insert(table, row)
      return changes === 0
    },
    /** `key`: as it was shipped. */
    remove(table: string, key: string): void {
      const parts = z.array(z.unknown()).parse(JSON.parse(key)).map(decoded)
      prepared(`DELETE FROM ${table} WHERE ${whereKey(table).where}`).run(...parts)
    },
  }
}

/** Column of a row that stands for a content. */
export const CONTENT_MARK = '$content'

/** The columns of a table that refer to contents. */
export function contentColumns(table: string): [column: string, of: ContentTable][] {
  const known = LIBRARY_TABLES[table]
  return known?.is === 'thread' ? Object.entries(known.contents ?? {}) : []
}

export type Contents = ReturnType<typeof contentsOf>

/** Contents in a library: how they are called, and what they are. */
export function contentsOf(db: Database) {
  const prepared = statementsOf(db)
  const { insert } = rowWriter(db)
  const text = (hash: unknown) => (Buffer.isBuffer(hash) ? hash.toString('hex') : String(hash))
  const stored = (table: ContentTable, hash: string) => (table === 'snapshots' ? Buffer.from(hash, 'hex') : hash)
  return {
    hashOf(table: ContentTable, number: unknown): string {
      return text(prepared(`SELECT ${CONTENT_HASH[table]} FROM ${table} WHERE number = +?`).pluck().get(number))
    },
    read(table: ContentTable, hash: string): Content {
      const row = prepared(`SELECT * FROM ${table} WHERE ${CONTENT_HASH[table]} = +?`).get(stored(table, hash))
      const { number: _number, ...rest } = values.parse(row)
      return { table, hash, body: toBody(rest) }
    },
    numberOf(table: ContentTable, hash: string): number | null {
      const found = prepared(`SELECT number FROM ${table} WHERE ${CONTENT_HASH[table]} = +?`).pluck()
      const number = found.get(stored(table, hash))
      return typeof number === 'number' ? number : null
    },
    add: ({ table, body }: Content) => insert(table, fromBody(body)),
  }
}
