/** The person's own table of models: `models.json` in the data folder, of the form of `resources/models.json`. Its entries go before that one's. */
import { statSync } from 'node:fs'
import { ownTableSchema, type ModelTable } from '../../src-shared/providers/model-figures'
import { readBounded, whyUnread } from '../platform/bounded-file'

/** `fault`: why the file is left out, in words; null for one that is read, or is not there. */
export type OwnTable = { readonly table: ModelTable | null; readonly fault: string | null }

const NOTHING: OwnTable = { table: null, fault: null }
const MOST_BYTES = 2_000_000

/** Reads the file now and each time that it has changed. */
export function openOwnTable(file: string): () => OwnTable {
  let seen = ''
  let last = NOTHING
  return () => {
    const stats = statSync(file, { throwIfNoEntry: false })
    const now = stats === undefined ? '' : `${stats.mtimeMs} ${stats.size}`
    if (now !== seen) {
      seen = now
      last = stats === undefined ? NOTHING : readTable(file)
    }
    return last
  }
}

function readTable(file: string): OwnTable {
  const bytes = readBounded(file, MOST_BYTES)
  if (!bytes.ok) return left(whyUnread(bytes, MOST_BYTES))
  try {
    const read = ownTableSchema.safeParse(JSON.parse(bytes.bytes.toString('utf8')))
    if (read.success) return { table: read.data, fault: null }
    const [issue] = read.error.issues
    return left(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'it is no table'}`)
  } catch (cause) {
    return left(cause instanceof Error ? cause.message : String(cause))
  }
}

function left(why: string): OwnTable {
  return { table: null, fault: `models.json in the data folder is left out: ${why}` }
}
