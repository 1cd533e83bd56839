/** Flows as rows of the library. */
import type { BinnedFlow } from '../../src-shared/rpc/contract'
import type { FlowSummary } from '../../src-shared/rpc/flow-summary'
import { isoOf } from '../clock'
import { expand, type Compact } from '../store/compact'
import type { LibraryDatabase } from '../store/database'
import type { FlowContent } from '../reading/jobs'
import { readSketch } from './sketch'

export type FlowRow = {
  readonly id: string
  readonly name: string
  readonly revision: number
  readonly changedAt: number
  readonly deletedAt: number | null
  readonly text: string
}

export type FlowRows = {
  /** A flow, also one in the bin. */
  readonly read: (id: string) => FlowRow | null
  /** The flows that are not in the bin, the one that was changed last first. */
  readonly list: () => FlowSummary[]
  /** The flows in the bin, the one that was deleted last first. */
  readonly bin: () => BinnedRow[]
  /** Ids of some flows, small ones, that were stored by a Baton without sketches. */
  readonly unsketched: () => string[]
  /** Stores a sketch as JSON; no change of the flow. */
  readonly setSketch: (id: string, sketch: string) => void
  readonly insert: (content: FlowContent, at: number) => void
  /** Stores the content as the next revision and returns its number. */
  readonly update: (content: FlowContent, at: number) => number
  /** Puts a flow into the bin, or takes it out with null. */
  readonly setDeleted: (id: string, at: number) => void
  readonly setRestored: (id: string, at: number) => void
  /** No change of the flow. */
  readonly setPinned: (id: string, isPinned: boolean) => void
  /** Ids of the flows that have been in the bin since before a time. */
  readonly deletedBefore: (at: number) => string[]
  readonly remove: (id: string) => void
}

type SummaryRow = Omit<FlowSummary, 'createdAt' | 'changedAt' | 'isPinned' | 'sketch' | 'lastThread'> & {
  readonly isPinned: number
  readonly createdAt: number
  readonly changedAt: number
  readonly sketch: string | null
  readonly threadId: string | null
  readonly title: string | null
  readonly said: Compact | null
  readonly saidAt: number | null
}

/** So much of a message is shown on a card. */
const LONGEST_SAID = 200

export type BinnedRow = Omit<BinnedFlow, 'deletedAt' | 'keptUntil'> & { readonly deletedAt: number }

/** The flows of a library. */
export function createFlowRows(db: LibraryDatabase): FlowRows {
  const read = db.prepare<[string], FlowRow>(
    'SELECT id, name, revision, changed_at AS changedAt, deleted_at AS deletedAt, text FROM flows WHERE id = ?',
  )
  const list = db.prepare<[], SummaryRow>(`
    SELECT flows.id AS id, name, description, flows.revision AS revision, flows.created_at AS createdAt,
      flows.changed_at AS changedAt, nodes, problems, is_pinned AS isPinned, sketch, threads.id AS threadId, threads.changed_at AS saidAt,
      threads.title AS title, runs.input AS said
    FROM flows
    LEFT JOIN threads ON threads.number = (
      SELECT number FROM threads WHERE flow = flows.id AND turns > 0 ORDER BY changed_at DESC, number DESC LIMIT 1)
    LEFT JOIN runs ON runs.number = threads.newest_run
    WHERE deleted_at IS NULL ORDER BY flows.changed_at DESC, flows.rowid DESC`)
  const bin = db.prepare<[], BinnedRow>(`
    SELECT id, name, description, nodes, deleted_at AS deletedAt
    FROM flows WHERE deleted_at IS NOT NULL ORDER BY deleted_at DESC, rowid DESC`)
  const unsketched = db
    .prepare<[], string>(
      'SELECT id FROM flows WHERE sketch IS NULL AND deleted_at IS NULL AND length(text) < 100000 LIMIT 10',
    )
    .pluck()
  const setSketch = db.prepare<[string, string]>('UPDATE flows SET sketch = ? WHERE id = ?')
  const insert = db.prepare<[FlowContent & { at: number }]>(`
    INSERT INTO flows (id, name, description, revision, created_at, changed_at, nodes, problems, sketch, text)
    VALUES (@id, @name, @description, 1, @at, @at, @nodes, @problems, @sketch, @text)`)
  const update = db
    .prepare<[FlowContent & { at: number }], number>(
      `UPDATE flows SET name = @name, description = @description, revision = revision + 1, changed_at = @at,
         nodes = @nodes, problems = @problems, sketch = @sketch, text = @text
       WHERE id = @id RETURNING revision`,
    )
    .pluck()
  const setDeleted = db.prepare<[number, string]>('UPDATE flows SET deleted_at = ? WHERE id = ?')
  const setRestored = db.prepare<[number, string]>('UPDATE flows SET deleted_at = NULL, restored_at = ? WHERE id = ?')
  const setPinned = db.prepare<[number, string]>('UPDATE flows SET is_pinned = ? WHERE id = ?')
  const deletedBefore = db.prepare<[number], string>('SELECT id FROM flows WHERE deleted_at < ?').pluck()
  const remove = db.prepare<[string]>('DELETE FROM flows WHERE id = ?')
  return {
    read: (id) => read.get(id) ?? null,
    list: () => list.all().map(summaryOf),
    unsketched: () => unsketched.all(),
    setSketch: (id, sketch) => void setSketch.run(sketch, id),
    bin: () => bin.all(),
    insert: (content, at) => void insert.run({ ...content, at }),
    update: (content, at) => update.get({ ...content, at }) ?? 0,
    setDeleted: (id, at) => void setDeleted.run(at, id),
    setRestored: (id, at) => void setRestored.run(at, id),
    setPinned: (id, isPinned) => void setPinned.run(isPinned ? 1 : 0, id),
    deletedBefore: (at) => deletedBefore.all(at),
    remove: (id) => void remove.run(id),
  }
}

function summaryOf({ threadId, title, said, saidAt, ...row }: SummaryRow): FlowSummary {
  const { createdAt, changedAt, isPinned, sketch, ...rest } = row
  const words = (said === null ? '' : expand(said)).trim() || (title ?? '')
  const lastThread =
    threadId === null || saidAt === null
      ? null
      : { id: threadId, said: words.slice(0, LONGEST_SAID), changedAt: isoOf(saidAt) }
  return {
    ...rest,
    createdAt: isoOf(createdAt),
    changedAt: isoOf(changedAt),
    isPinned: isPinned === 1,
    sketch: readSketch(sketch),
    lastThread,
  }
}
