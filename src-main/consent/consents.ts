/** What persons allowed their flows, bound to a hash of each item; kept in the library, never in a flow's file. */
import type { Clock } from '../clock'
import { write, type LibraryDatabase } from '../store/database'
import type { KeyedItem } from './keys'

export type Consents = {
  /** Hashes of what a flow is allowed. */
  readonly of: (flowId: string) => ReadonlySet<string>
  readonly allow: (flowId: string, items: readonly KeyedItem[]) => void
  readonly revoke: (flowId: string, hashes: readonly string[]) => void
  /** Everything that a flow was allowed, when it is gone for good. */
  readonly forget: (flowId: string) => void
}

/** The consents in a library. */
export function createConsents({ db, clock }: { db: LibraryDatabase; clock: Clock }): Consents {
  const read = db.prepare<[string], string>('SELECT hash FROM consents WHERE flow = ?').pluck()
  const put = db.prepare<[string, string, string, number]>(
    'INSERT OR IGNORE INTO consents (flow, hash, item, at) VALUES (?, ?, ?, ?)',
  )
  const remove = db.prepare<[string, string]>('DELETE FROM consents WHERE flow = ? AND hash = ?')
  const removeAll = db.prepare<[string]>('DELETE FROM consents WHERE flow = ?')
  return {
    of: (flowId) => new Set(read.all(flowId)),
    allow(flowId, items) {
      write(db, () => {
        for (const { hash, key } of items) put.run(flowId, hash, key.slice(0, 2000), clock.now())
      })
    },
    revoke(flowId, hashes) {
      write(db, () => {
        for (const hash of hashes) remove.run(flowId, hash)
      })
    },
    forget(flowId) {
      write(db, () => removeAll.run(flowId))
    },
  }
}
