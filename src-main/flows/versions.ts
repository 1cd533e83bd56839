/** Versions of flows: the ones that a person kept, and the ones that Baton keeps on its own. */
import { newId } from '../../src-shared/flow/records'
import type { FlowVersion, StoredFlow } from '../../src-shared/rpc/contract'
import { isoOf } from '../clock'
import { expand } from '../store/compact'
import type { Compact } from '../store/compact'
import type { LibraryDatabase } from '../store/database'
import type { Snapshot, Snapshots } from '../store/snapshots'

/** How often Baton keeps a version of a flow that is being edited. */
export const AUTO_VERSION_MS = 10 * 60 * 1000
/** How many of its own versions Baton keeps of a flow. */
export const MAX_AUTO_VERSIONS = 50

/** A flow at one revision, to be kept. */
export type Keepable = {
  readonly flowId: string
  readonly revision: number
  readonly text: string
  readonly at: number
}

export type Versions = {
  /** The versions of a flow, newest first. */
  readonly list: (flowId: string) => FlowVersion[]
  readonly read: (flowId: string, versionId: string) => StoredFlow | null
  /** Keeps what the person asked to keep; one that Baton has of the same revision becomes the person's. */
  readonly keep: (flow: Keepable, label: string) => FlowVersion
  /**
   * Keeps the text that a save is about to replace: when the last version is old enough, or when the new text is that
   * of a version, so that going back to it loses nothing. Never the same text twice.
   */
  readonly keepBefore: (flow: Keepable, nextText: string) => void
}

type VersionRow = {
  readonly number: number
  readonly id: string
  readonly revision: number
  readonly label: string
  readonly origin: 'auto' | 'manual'
  readonly createdAt: number
}
type KeptVersion = Pick<FlowVersion, 'origin' | 'label'> & { readonly snapshot: Snapshot }
type NewVersionRow = Omit<VersionRow, 'number'> & { readonly flowId: string; readonly snapshot: number }

const READ =
  'SELECT number, id, revision, label, origin, created_at AS createdAt FROM versions WHERE flow = +? ORDER BY number DESC'

/** The versions of a library's flows. Everything that writes belongs inside the caller's transaction. */
export function createVersions(db: LibraryDatabase, snapshots: Snapshots): Versions {
  const list = db.prepare<[string], VersionRow>(READ)
  const read = db.prepare<[string, string], Omit<StoredFlow, 'text'> & { text: Compact }>(`
    SELECT versions.flow AS id, versions.revision AS revision, snapshots.text AS text
    FROM versions JOIN snapshots ON snapshots.number = versions.snapshot WHERE versions.flow = +? AND versions.id = +?`)
  const count = db
    .prepare<[string, number], number>('SELECT count(*) FROM versions WHERE flow = ? AND snapshot = ?')
    .pluck()
  const insert = db.prepare<[NewVersionRow]>(`
    INSERT INTO versions (id, flow, revision, label, origin, created_at, snapshot)
    VALUES (@id, @flowId, @revision, @label, @origin, @createdAt, @snapshot)`)
  const promote = db.prepare<[string, number]>(`UPDATE versions SET origin = 'manual', label = ? WHERE number = ?`)
  const trim = db.prepare<[string, string, number]>(`
    DELETE FROM versions WHERE flow = +? AND origin = 'auto' AND number NOT IN
      (SELECT number FROM versions WHERE flow = +? AND origin = 'auto' ORDER BY number DESC LIMIT +?)`)

  const add = ({ flowId, revision, at }: Keepable, kept: KeptVersion): FlowVersion => {
    const { origin, label } = kept
    const version = { id: newId('version'), revision, label, origin }
    insert.run({ ...version, createdAt: at, flowId, snapshot: kept.snapshot.keep() })
    return { ...version, createdAt: isoOf(at) }
  }
  const hasText = (flowId: string, snapshot: Snapshot): boolean => {
    const number = snapshot.find()
    return number !== null && count.get(flowId, number) !== 0
  }
  return {
    list: (flowId) => list.all(flowId).map(viewOf),
    read(flowId, versionId) {
      const row = read.get(flowId, versionId)
      return row === undefined ? null : { ...row, text: expand(row.text) }
    },
    keep(flow, label) {
      const same = list.all(flow.flowId).find(({ revision }) => revision === flow.revision)
      if (same === undefined || same.origin === 'manual')
        return add(flow, { origin: 'manual', label, snapshot: snapshots.of(flow.text) })
      promote.run(label, same.number)
      return viewOf({ ...same, origin: 'manual', label })
    },
    keepBefore(flow, nextText) {
      const newest = list.get(flow.flowId)
      const isDue = newest === undefined || flow.at - newest.createdAt >= AUTO_VERSION_MS
      // Going back to the text of a version, so that it loses nothing.
      if (!isDue && !hasText(flow.flowId, snapshots.of(nextText))) return
      const snapshot = snapshots.of(flow.text)
      if (hasText(flow.flowId, snapshot)) return
      add(flow, { origin: 'auto', label: '', snapshot })
      trim.run(flow.flowId, flow.flowId, MAX_AUTO_VERSIONS)
      snapshots.sweep()
    },
  }
}

function viewOf({ id, revision, label, origin, createdAt }: VersionRow): FlowVersion {
  return { id, revision, label, origin, createdAt: isoOf(createdAt) }
}
