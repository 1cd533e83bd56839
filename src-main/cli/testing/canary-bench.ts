/** What the canaries share: the planted keys, in every form in which a server may repeat them, and the look for any of them in all that Baton has written. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { expand } from '../../store/compact'

export const KEYS = {
  model: 'sk-cnry-model/+4711"aZ',
  api: 'cnry-api-+/Kx82\\Qm19',
  basic: 'cnry-basic-7Hq3Lw0s',
  stored: 'cnry-stored-9Vb2Nc6d',
  given: 'cnry-given-5Tg8Rf1e',
} as const

/** A text with every key in every form, as a server that is asked to show what it got might answer. */
export function everyForm(headers: object = {}, keys: readonly string[] = Object.values(KEYS)): string {
  const forms = keys.flatMap((key) => [
    key,
    encodeURIComponent(key),
    ...['', 'u', 'us', 'user:'].map((before) => Buffer.from(`${before}${key}`).toString('base64')),
    Buffer.from(`x:${key}`).toString('base64url'),
  ])
  return JSON.stringify({ headers, forms, raw: forms.join(' ') })
}

/** Everything in a folder and in those inside of it, each piece under where it is; packed columns unpacked, and the words of search indexes beside. */
export function storedIn(folder: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = path.join(entry.parentPath, entry.name)
    const name = path.relative(folder, file)
    found.set(name, readFileSync(file).toString('latin1'))
    if (/\.sqlite(?:\.schema-\d+)?$/.test(name)) for (const [at, text] of rowsOf(file)) found.set(`${name} ${at}`, text)
  }
  return found
}

function rowsOf(file: string): Map<string, string> {
  const found = new Map<string, string>()
  const db = new Database(file, { readonly: true })
  const named = db
    .prepare<[string], string>(`SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE ?`)
    .pluck()
  for (const table of named.all('%'))
    for (const row of db.prepare<[], unknown[]>(`SELECT * FROM "${table}"`).raw().all())
      row.forEach((value, column) => {
        const at = `${table} ${column} ${found.size}`
        if (typeof value === 'string') found.set(at, value)
        if (Buffer.isBuffer(value)) found.set(at, `${value.toString('latin1')}\n${unpacked(value)}`)
      })
  for (const index of named.all('%USING fts5%')) {
    db.exec(`CREATE VIRTUAL TABLE temp."words of ${index}" USING fts5vocab('main', '${index}', 'row')`)
    const words = db.prepare<[], string>(`SELECT term FROM temp."words of ${index}"`).pluck().all()
    found.set(`words of ${index}`, words.join(' '))
  }
  db.close()
  return found
}

/** Everything in a Postgres database, each column under its table; packed texts unpacked, also where they stand within the JSON of a row. */
export async function storedInPostgres(query: (sql: string) => Promise<Record<string, unknown>[]>): Promise<string[]> {
  const tables = await query(`SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'`)
  const found: string[] = []
  for (const { name } of tables) {
    const rows = await query(`SELECT * FROM "${String(name)}"`)
    found.push(...rows.flatMap((row) => Object.values(row)).map((value) => `${String(name)} ${columnText(value)}`))
  }
  return found
}

function columnText(value: unknown): string {
  if (!Buffer.isBuffer(value)) return JSON.stringify(value) ?? ''
  const text = value.toString('latin1')
  const within = [...text.matchAll(/\{"\$bytes":"([^"]*)"\}/g)].map(([, base64 = '']) => Buffer.from(base64, 'base64'))
  return [value, ...within].map((bytes) => `${bytes.toString('latin1')}\n${unpacked(bytes)}`).join('\n')
}

function unpacked(value: Buffer): string {
  try {
    return expand(value)
  } catch {
    return ''
  }
}

/** What is looked for: each key and its first half, in each form, and the last word of each as an index of words has it. */
export const TRACES = Object.values(KEYS).flatMap((key) => {
  const half = key.slice(0, 12)
  const base64 = [0, 1, 2].map((before) =>
    Buffer.from(`${'.'.repeat(before)}${half}`)
      .toString('base64')
      .slice(before === 0 ? 0 : before + 1, -4),
  )
  const word = /[\da-z]+$/u.exec(key.toLowerCase().replace(/[^\da-z]+$/u, ''))?.[0] ?? ''
  return [
    half,
    encodeURIComponent(half),
    JSON.stringify(half).slice(1, -1),
    ...base64,
    ...(word.length >= 8 ? [word] : []),
  ]
})

export const tracesIn = (text: string) => TRACES.filter((trace) => text.includes(trace))
