/** The person's connections to model servers. Keys go in, but only the core gets them out. */
import type { z } from 'zod'
import { AppError } from '../../src-shared/errors'
import { message as sentence, type Message } from '../../src-shared/languages/translate'
import type { connectionInputSchema, ConnectionView } from '../../src-shared/rpc/connection'
import { secretsIn } from '../../src-shared/flow/secret-names'
import { dialectSettingSchema, type DialectSetting } from '../../src-shared/rpc/dialect'
import type { Connection, ConnectionSource } from '../models/contract/connection'
import { REHEARSAL } from '../models/rehearsal'
import { usedName, type ConnectionOverrides } from '../models/overrides'
import type { Changes } from '../store/changes'
import { write } from '../store/database'
import type { LibraryDatabase } from '../store/database'
import { readFallbacks, writtenFallbacks } from './connection-fallbacks'
import { connectionName, createLessons } from './lessons'
import { createModelFacts } from './model-facts'
import { parametersFault, readParameters, writtenParameters } from './connection-parameters'
import { readPrices, writtenPrices } from './connection-prices'
import type { Secrets } from './secrets'

export type ConnectionInput = z.output<typeof connectionInputSchema>

/** Also the `ConnectionSource` of the model factory. */
export type Connections = ConnectionSource & {
  readonly list: () => ConnectionView[]
  /**
   * Adds or changes the connection of that name, whatever its case. No key: it stays; an empty one: it is removed. Throws `key-needed`
   * where it would stay with another server than the one that it belongs to.
   */
  readonly save: (input: ConnectionInput) => Promise<ConnectionView>
  /** Takes its name out of the lists of those that it stood in for, too. */
  readonly remove: (name: string) => void
  /** The connection with its key, for the core alone; null where there is none of that name. */
  readonly get: (name: string) => Promise<Connection | null>
  /**
   * A connection as given, to be tried; what is empty or absent is taken from the stored one of that name. Throws `key-needed` where the stored key
   * would go to another server, and `bad-input`.
   */
  readonly completed: (input: ConnectionInput) => Promise<Connection>
}

export type ConnectionsOptions = {
  readonly db: LibraryDatabase
  readonly secrets: Secrets
  readonly changes?: Changes | undefined
}

/** Where a connection without an address leads. */
export const OPENAI_URL = 'https://api.openai.com/v1'

/** Where a connection leads, also by what the command line lays over it; null where it leads to no server. */
export function addressesOf(connections: Pick<Connections, 'list'>, overrides: ConnectionOverrides = {}) {
  return (named: string): string | null => {
    if (overrides.baseUrl !== undefined) return overrides.baseUrl
    const key = connectionName(usedName(overrides, named))
    return connections.list().find(({ name }) => connectionName(name) === key)?.baseUrl || null
  }
}

/** What stands in the headers of all connections, which may be a key. */
export function headerValues(connections: Pick<Connections, 'list'>): string[] {
  return connections.list().flatMap(({ parameters }) => Object.values(parameters?.headers ?? {}))
}

type ConnectionRow = {
  readonly key: string
  readonly name: string
  readonly provider: ConnectionView['provider']
  readonly baseUrl: string
  readonly model: string
  readonly keySealed: string | null
  /** JSON; null: `auto`. */
  readonly dialect: string | null
  /** JSON; null: none. */
  readonly parameters: string | null
  /** JSON; null: none. */
  readonly fallbacks: string | null
  /** JSON; null: none. */
  readonly prices: string | null
}

const READ =
  'SELECT key, name, provider, base_url AS baseUrl, model, key_sealed AS keySealed, dialect, parameters, fallbacks, prices FROM connections'

/** The connections in a library. */
export function createConnections(options: ConnectionsOptions): Connections {
  const { db, secrets, changes } = options
  const all = db.prepare<[], ConnectionRow>(`${READ} ORDER BY key`)
  const one = db.prepare<[string], ConnectionRow>(`${READ} WHERE key = ?`)
  const put = db.prepare<[ConnectionRow]>(`
    INSERT OR REPLACE INTO connections (key, name, provider, base_url, model, key_sealed, dialect, parameters, fallbacks, prices)
    VALUES (@key, @name, @provider, @baseUrl, @model, @keySealed, @dialect, @parameters, @fallbacks, @prices)`)
  const lessons = createLessons(db)
  const facts = createModelFacts(db)
  const remove = db.prepare<[string]>('DELETE FROM connections WHERE key = ?')

  const get = async (name: string): Promise<Connection | null> => {
    const row = one.get(connectionName(name))
    if (row === undefined) return null
    const { name: shown, provider, baseUrl, model } = row
    return opened({ name: shown, provider, baseUrl, model, ...formOf(row) }, await secrets.unseal(row.keySealed))
  }
  const completed = async (input: ConnectionInput): Promise<Connection> => {
    const stored = one.get(connectionName(input.name))
    const { name, provider } = input
    const baseUrl = addressOf({ ...input, baseUrl: input.baseUrl || (stored?.baseUrl ?? '') })
    refuseMovedKey(stored, { ...input, baseUrl })
    refuseMovedHeaders(stored, { ...input, baseUrl })
    refuseParameters(input)
    const key = input.key ?? (await secrets.unseal(stored?.keySealed ?? null))
    const { dialect, parameters } = { ...formOf(stored), ...givenForm(input) }
    const form = { ...(dialect === undefined ? {} : { dialect }), ...(parameters === undefined ? {} : { parameters }) }
    return opened({ name, provider, baseUrl, model: input.model || (stored?.model ?? ''), ...form }, key)
  }

  return {
    list: () => all.all().map(viewOf),
    async save(input) {
      const { name, provider, model } = input
      if (provider === 'openai' && connectionName(name) === REHEARSAL) throw reservedName()
      const baseUrl = addressOf(input)
      refuseParameters(input)
      const sealed = input.key === undefined ? undefined : await secrets.seal(input.key)
      const saved = write(db, () => {
        const key = connectionName(name)
        const stored = one.get(key)
        refuseMovedKey(stored, { ...input, baseUrl })
        refuseMovedHeaders(stored, { ...input, baseUrl })
        const kept = sealed === undefined ? (stored?.keySealed ?? null) : sealed
        // The rehearsal model has no server that a key could be for.
        const keySealed = provider === 'rehearsal' ? null : kept
        const dialect = input.dialect === undefined ? (stored?.dialect ?? null) : storedDialect(input.dialect)
        const before = stored?.parameters ?? null
        const parameters = input.parameters === undefined ? before : writtenParameters(input.parameters)
        const others = input.fallbacks === undefined ? readFallbacks(stored?.fallbacks ?? null) : input.fallbacks
        const fallbacks = writtenFallbacks(name, others)
        const prices = input.prices === undefined ? (stored?.prices ?? null) : writtenPrices(input.prices)
        const row = { key, name, provider, baseUrl, model, keySealed, dialect, parameters, fallbacks, prices }
        put.run(row)
        return row
      })
      // What a test has just learnt there stays.
      lessons.forgetOthers(name, baseUrl)
      facts.forget(name, baseUrl)
      changes?.publish({ what: 'connections' })
      return viewOf(saved)
    },
    remove(name) {
      const key = connectionName(name)
      const { changes: removed } = write(db, () => {
        withoutFallback(all.all(), key).forEach((row) => put.run(row))
        return remove.run(key)
      })
      lessons.forget(name)
      facts.forget(name)
      if (removed === 0) throw new AppError('not-found', sentence('There is no connection “{name}”.', { name }))
      changes?.publish({ what: 'connections' })
    },
    get,
    completed,
  }
}

/** The rows for which the connection of that key stands in, as they are without it. */
function withoutFallback(rows: readonly ConnectionRow[], key: string): ConnectionRow[] {
  return rows.flatMap((row) => {
    const others = readFallbacks(row.fallbacks)
    const left = others.filter((other) => connectionName(other) !== key)
    return left.length === others.length ? [] : [{ ...row, fallbacks: writtenFallbacks(row.name, left) }]
  })
}

function opened({ name, provider, baseUrl, model, ...form }: Omit<ConnectionView, 'hasKey'>, key: string): Connection {
  return { name, provider, baseUrl, model: model === '' ? null : model, apiKey: key === '' ? null : key, ...form }
}

function viewOf(row: ConnectionRow): ConnectionView {
  const { name, provider, baseUrl, model, keySealed } = row
  return { name, provider, baseUrl, model, hasKey: keySealed !== null, ...formOf(row) }
}

/** What a row says about the form of requests; nothing for one that leaves it to Baton, or that a newer version wrote. */
function formOf(row: ConnectionRow | undefined): Form {
  if (row === undefined) return {}
  const parameters = readParameters(row.parameters)
  const fallbacks = readFallbacks(row.fallbacks)
  const prices = readPrices(row.prices)
  const read = row.dialect === null ? null : dialectSettingSchema.safeParse(JSON.parse(row.dialect))
  return {
    ...(read?.success === true ? { dialect: read.data } : {}),
    ...(parameters === null ? {} : { parameters }),
    ...(fallbacks.length === 0 ? {} : { fallbacks }),
    ...(prices === null ? {} : { prices }),
  }
}

type Form = Pick<ConnectionView, 'dialect' | 'parameters' | 'fallbacks' | 'prices'>

/** What an input says about the form; what is absent stays as it is stored. */
function givenForm({ dialect, parameters }: ConnectionInput): Form {
  return { ...(dialect === undefined ? {} : { dialect }), ...(parameters === undefined ? {} : { parameters }) }
}

function refuseParameters({ parameters = {} }: ConnectionInput): void {
  const fault = parametersFault(parameters)
  if (fault !== null) throw new AppError('bad-input', fault.said, { field: fault.field })
}

function storedDialect(dialect: DialectSetting): string | null {
  return dialect === 'auto' ? null : JSON.stringify(dialect)
}

/** A stored key belongs to the server that it was entered for: scheme, host and port; where on it the API is does not matter. */
function refuseMovedKey(stored: ConnectionRow | undefined, { key, name, provider, baseUrl }: ConnectionInput): void {
  if (key !== undefined || provider === 'rehearsal' || stored === undefined || stored.keySealed === null) return
  const [own, other] = [originOf(stored.baseUrl), originOf(baseUrl)]
  if (own === other) return
  const message = sentence(
    'The stored key of “{name}” belongs to {own}, so it is not sent to {other}. Enter the key for {other}, or remove the stored one if none is needed.',
    { name, own, other },
  )
  throw new AppError('key-needed', message, { field: 'key' })
}

/** So does a secret in a header: one that stays as it was would go to another server unseen. */
function refuseMovedHeaders(
  stored: ConnectionRow | undefined,
  { name, provider, baseUrl, parameters }: ConnectionInput,
): void {
  const before = readParameters(stored?.parameters ?? null)?.headers ?? {}
  if (stored === undefined || provider === 'rehearsal' || originOf(stored.baseUrl) === originOf(baseUrl)) return
  const now = parameters === undefined ? before : (parameters.headers ?? {})
  const moved = Object.keys(before).find(
    (header) => secretsIn(before[header] ?? '').length > 0 && now[header] === before[header],
  )
  if (moved === undefined) return
  const [own, other] = [originOf(stored.baseUrl), originOf(baseUrl)]
  const message = sentence(
    'The header {header} of “{name}” has a secret that belongs to {own}, so it is not sent to {other}. Take the header out and save; then add it again, with the secret for {other}.',
    { header: moved, name, own, other },
  )
  throw new AppError('key-needed', message, { field: 'headers' })
}

const NO_SERVER = sentence('no server')

function originOf(address: string): string | Message {
  return URL.canParse(address) ? new URL(address).origin : NO_SERVER
}

/** The address of the server, checked; empty for the rehearsal model, which has none. */
function addressOf({ provider, baseUrl }: Pick<ConnectionInput, 'provider' | 'baseUrl'>): string {
  if (provider === 'rehearsal') return ''
  if (baseUrl === '') return OPENAI_URL
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw new AppError(
      'bad-input',
      sentence('The address must begin with http:// or https://, not “{baseUrl}”.', { baseUrl: baseUrl.slice(0, 80) }),
      {
        field: 'baseUrl',
      },
    )
  }
  // The address is shown and stored as it is, so it is no place for a secret.
  if (url.username !== '' || url.password !== '') {
    throw new AppError('bad-input', 'The address holds a name or password. Put the key into the key field instead.', {
      field: 'baseUrl',
    })
  }
  return baseUrl
}

function reservedName(): AppError {
  return new AppError('bad-input', 'The name “rehearsal” is that of the built-in model. Choose another name.', {
    field: 'name',
  })
}
