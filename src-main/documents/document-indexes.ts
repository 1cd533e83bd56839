/** The indexes in use, kept so that a turn neither reads nor indexes again what has not changed. */
import { createHash } from 'node:crypto'
import type { Slices } from '../../src-shared/slices'
import { inSlices } from '../in-slices'
import { createDocumentIndex, type DocumentIndex } from './document-index'
import { loadDocument, lookAt, type DocumentSource, type LoadedDocument, type LoadOptions } from './load'
import { createVectors } from './meaning'

export type DocumentIndexes = {
  /** The index of documents that are read already. */
  of: (documents: readonly LoadedDocument[]) => Promise<DocumentIndex>
  /** Reads the documents of a flow and gives their index. Throws what `loadDocument` throws. */
  open: (documents: readonly DocumentSource[], options?: LoadOptions) => Promise<DocumentIndex>
}

const KEPT_INDEXES = 8
const KEPT_FILES = 64
/** In characters. */
const HASHED_AT_ONCE = 1_000_000

/** A store of indexes: the `kept` used last stay, and their embeddings with them. */
export function createDocumentIndexes(kept = KEPT_INDEXES): DocumentIndexes {
  const indexes = createRecent<Promise<DocumentIndex>>(kept)
  const files = createRecent<{ mark: string; text: string }>(KEPT_FILES)
  const vectors = createVectors()

  const of = async (documents: readonly LoadedDocument[]) => {
    const hash = await inSlices(hashOf(documents))
    return indexes.get(hash) ?? indexes.put(hash, createDocumentIndex(documents, { vectors }))
  }

  const load = async (document: DocumentSource, options: LoadOptions): Promise<LoadedDocument> => {
    const seen = await lookAt(document, options)
    if (seen === null) return loadDocument(document, options)
    const known = files.get(seen.file)
    if (known?.mark === seen.mark) return { name: document.name, text: known.text }
    const loaded = await loadDocument(document, options)
    files.put(seen.file, { mark: seen.mark, text: loaded.text })
    return loaded
  }

  const open = async (documents: readonly DocumentSource[], options: LoadOptions = {}) => {
    const loaded: LoadedDocument[] = []
    for (const document of documents) loaded.push(await load(document, options))
    return of(loaded)
  }
  return { of, open }
}

type Recent<Value> = { get: (key: string) => Value | undefined; put: (key: string, value: Value) => Value }

/** The values used last, by key. */
function createRecent<Value>(kept: number): Recent<Value> {
  const values = new Map<string, Value>()
  const put = (key: string, value: Value): Value => {
    values.delete(key)
    values.set(key, value)
    for (const oldest of values.keys()) {
      if (values.size <= kept) break
      values.delete(oldest)
    }
    return value
  }
  const get = (key: string): Value | undefined => {
    const value = values.get(key)
    return value === undefined ? undefined : put(key, value)
  }
  return { get, put }
}

function* hashOf(documents: readonly LoadedDocument[]): Slices<string> {
  const hash = createHash('sha256')
  for (const { name, text } of documents) {
    hash.update(JSON.stringify([name.length, text.length])).update(name)
    for (let at = 0; at < text.length; at += HASHED_AT_ONCE) {
      // As UTF-16: a cut between the halves of a character changes nothing then.
      hash.update(text.slice(at, at + HASHED_AT_ONCE), 'utf16le')
      yield
    }
  }
  return hash.digest('base64')
}
