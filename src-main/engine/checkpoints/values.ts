/**
 * Channel values on their way into the database and back: plain JSON by `JSON.stringify`, arrays by difference, and the rest through
 * LangGraph's serializer, which is lossless for messages, bytes, maps and the like but 10 to 30 times slower.
 */
import type { SerializerProtocol } from '@langchain/langgraph-checkpoint'
import { z } from 'zod'
import { AppError } from '../../../src-shared/errors'
import { inEnglish } from '../../../src-shared/languages/translate'
import type { ArrayDraft, Chains } from './chains'
import type { CheckpointDatabase } from './database'
import type { ValueRef } from './head'
import { cloneJson, deepFreeze, isEqualJson, isPlainJson } from './plain-json'

/** Values up to this many characters of JSON are kept in the head itself. */
const INLINE_LIMIT = 512

/** The tag of values written by JSON.stringify; other tags are the serializer's own. */
const PLAIN = 'plain'

export type PackedValue = { type: string; data: string | Uint8Array }

/** A value made ready outside of the transaction, so that serializing may be asynchronous. */
export type Draft =
  | { kind: 'same'; ref: ValueRef }
  | { kind: 'inline'; value: unknown }
  | { kind: 'array'; draft: ArrayDraft }
  | { kind: 'row'; typed: PackedValue }

const typedRow = z.object({ type: z.string(), data: z.union([z.string(), z.instanceof(Uint8Array)]) })

export class Values {
  readonly #chains: Chains
  readonly #serde: SerializerProtocol
  readonly #insert
  readonly #find

  constructor(database: CheckpointDatabase, parts: { chains: Chains; serde: SerializerProtocol }) {
    this.#chains = parts.chains
    this.#serde = parts.serde
    this.#insert = database.prepare('INSERT INTO value (track, type, data) VALUES (?, ?, ?)')
    this.#find = database.prepare('SELECT type, data FROM value WHERE id = ?')
  }

  /** The draft of a value; a promise only where the serializer is needed. */
  draft(value: unknown, before: { track: number | undefined; ref: ValueRef | undefined }): Draft | Promise<Draft> {
    if (Array.isArray(value) && before.track !== undefined && before.ref?.kind === 'array') {
      const keep = this.#chains.sharedLength(before.track, before.ref, value)
      const entries: unknown[] = value.slice(keep)
      const isSame = keep === before.ref.length && entries.length === 0
      if (isSame) return { kind: 'same', ref: before.ref }
      if (keep > 0 && isPlainJson(entries)) return { kind: 'array', draft: arrayDraft(before.ref.chain, keep, entries) }
    }
    if (!isPlainJson(value)) return this.pack(value).then((typed) => ({ kind: 'row', typed }))
    const text = JSON.stringify(value)
    // Parsed again, because the caller may go on changing its object while this one is remembered.
    if (text.length <= INLINE_LIMIT) return { kind: 'inline', value: JSON.parse(text) }
    if (Array.isArray(value)) return { kind: 'array', draft: arrayDraft(undefined, 0, value) }
    return { kind: 'row', typed: { type: PLAIN, data: text } }
  }

  /** Stores a draft inside the running transaction. */
  write(track: number, draft: Draft): ValueRef {
    if (draft.kind === 'same') return draft.ref
    if (draft.kind === 'inline') return { kind: 'inline', value: draft.value }
    if (draft.kind === 'array') return this.#chains.write(track, draft.draft)
    const { type, data } = draft.typed
    return { kind: 'row', id: Number(this.#insert.run(track, type, data).lastInsertRowid) }
  }

  /** After the commit: what was written may be served from memory. */
  remember(track: number, draft: Draft, ref: ValueRef | undefined): void {
    if (draft.kind === 'array' && ref?.kind === 'array') this.#chains.remember(track, draft.draft, ref)
  }

  /** A value for a caller: its own to change, except that the entries of arrays are frozen and shared. */
  read(track: number, ref: ValueRef): unknown {
    if (ref.kind === 'inline') return cloneJson(ref.value)
    if (ref.kind === 'array') return this.#chains.read(track, ref).slice(0, ref.length)
    return this.unpack(this.#row(ref.id))
  }

  /** Whether a stored value is this one; values that only the serializer can read count as equal. */
  isStored(track: number, ref: ValueRef, value: unknown): boolean {
    if (ref.kind === 'inline') return isEqualJson(ref.value, value)
    if (ref.kind === 'array') {
      return (
        Array.isArray(value) &&
        value.length === ref.length &&
        this.#chains.sharedLength(track, ref, value) === ref.length
      )
    }
    const row = this.#row(ref.id)
    return row.type !== PLAIN || (typeof row.data === 'string' && isEqualJson(JSON.parse(row.data), value))
  }

  /** The names of the nodes that a stored list of Send packets starts, without reviving anything. */
  sendTargets(ref: ValueRef): string[] {
    const stored: unknown =
      ref.kind === 'row' ? JSON.parse(asText(this.#row(ref.id).data)) : ref.kind === 'inline' ? ref.value : []
    const packets = z.array(z.object({ node: z.string() })).safeParse(stored)
    return packets.success ? packets.data.map((packet) => packet.node) : []
  }

  /** Any value with a tag that says how to read it back; used for pending writes and metadata too. */
  async pack(value: unknown): Promise<PackedValue> {
    const plain = this.packPlain(value)
    if (plain !== undefined) return plain
    const [type, data] = await this.#serde.dumpsTyped(value)
    return { type, data }
  }

  packPlain(value: unknown): PackedValue | undefined {
    return isPlainJson(value) ? { type: PLAIN, data: JSON.stringify(value) } : undefined
  }

  /** Several values; without a promise unless the serializer is needed. */
  packAll(values: readonly unknown[]): PackedValue[] | Promise<PackedValue[]> {
    const plain = values.flatMap((value) => this.packPlain(value) ?? [])
    return plain.length === values.length ? plain : Promise.all(values.map((value) => this.pack(value)))
  }

  /** The value behind a tag; a promise only where the serializer is needed. */
  unpack(typed: PackedValue): unknown {
    if (typed.type !== PLAIN) return this.#serde.loadsTyped(typed.type, asBytes(typed.data))
    return JSON.parse(asText(typed.data))
  }

  #row(id: number): PackedValue {
    const row = this.#find.get(id)
    if (row === undefined) throw new AppError('storage', inEnglish(`value ${id} is missing`))
    return typedRow.parse(row)
  }
}

function arrayDraft(from: number | undefined, keep: number, entries: readonly unknown[]): ArrayDraft {
  return { from, keep, entries: entries.map(deepFreeze), texts: entries.map((entry) => JSON.stringify(entry)) }
}

function asText(data: string | Uint8Array): string {
  return typeof data === 'string' ? data : new TextDecoder().decode(data)
}

/** Not a Buffer: the serializer hands bytes through as they are, and a Buffer is not the Uint8Array that was stored. */
function asBytes(data: string | Uint8Array): string | Uint8Array {
  return typeof data === 'string' ? data : new Uint8Array(data)
}
