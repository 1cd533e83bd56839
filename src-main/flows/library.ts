/** The library of flows: every text comes in through `openFlow`, every save stands on a revision, and nothing is overwritten unseen. */
import { AppError } from '../../src-shared/errors'
import { message } from '../../src-shared/languages/translate'
import { openFlow } from '../../src-shared/flow/editing/open'
import { newId } from '../../src-shared/flow/records'
import type { Flow } from '../../src-shared/flow/records'
import type { Problem } from '../../src-shared/kinds/kind'
import type { BinnedFlow, Example, FlowVersion, StoredFlow } from '../../src-shared/rpc/contract'
import type { FlowSummary } from '../../src-shared/rpc/flow-summary'
import type { UndoChange, UndoHistory } from '../../src-shared/rpc/undo'
import type { Clock } from '../clock'
import { isoOf } from '../clock'
import type { Changes } from '../store/changes'
import { write } from '../store/database'
import type { LibraryDatabase } from '../store/database'
import { createSnapshots } from '../store/snapshots'
import { cardOf, type ExampleFile } from './example-card'
import { createFlowRows } from './flow-rows'
import type { FlowRow } from './flow-rows'
import { startingFlow } from './new-flow'
import { contentOf, nameOf, opened, readFlow } from './read-flow'
import { NO_SKETCH, sketchOf } from './sketch'
import type { FlowContent, ReadFlow } from '../reading/jobs'
import { createUndoRows } from './undo-rows'
import { createVersions } from './versions'

export type LibraryOptions = {
  readonly db: LibraryDatabase
  readonly clock: Clock
  readonly changes?: Changes | undefined
  readonly examples?: readonly ExampleFile[] | undefined
}

/** `undo`: what becomes of the undo history with it. */
export type FlowSave = {
  readonly id: string
  readonly baseRevision: number
  readonly text: string
  readonly undo?: UndoChange | undefined
}
/** `undo`: what the history is known by now; null: none is kept. */
export type FlowSaved = { readonly revision: number; readonly changedAt: string; readonly undo: number | null }
export type FlowImport = { readonly text: string; readonly fileName?: string | null | undefined }
/** What `importText` says about a file that it took: placeholders, an older version. */
export type ImportedFlow = StoredFlow & { readonly warnings: readonly Problem[] }

export type Library = {
  readonly list: () => FlowSummary[]
  /** Throws `not-found`, also for a flow in the bin. */
  readonly read: (id: string) => StoredFlow
  /** The text of a flow; null where there is none, or only in the bin. */
  readonly find: (id: string) => string | null
  readonly create: (name: string) => StoredFlow
  readonly examples: () => Example[]
  readonly createFromExample: (example: string) => StoredFlow
  /** Any JSON text. A taken id gets a new one, an empty name that of the file. Throws the codes of `openFlow`. */
  readonly importText: (file: FlowImport) => ImportedFlow
  /** Takes over what was read elsewhere; null where its id is taken. */
  readonly importRead: (read: ReadFlow) => ImportedFlow | null
  /**
   * Saves a text on top of a revision. Throws `conflict` (details: `revision`, the stored one) when somebody saved in
   * between; the same text again is no new revision and no conflict.
   */
  readonly save: (save: FlowSave) => FlowSaved
  /** The same with a text that was read elsewhere. */
  readonly saveRead: (save: Omit<FlowSave, 'text'>, read: ReadFlow) => FlowSaved
  /** The undo history that fits the flow as it is stored. */
  readonly undoHistory: (id: string) => UndoHistory
  readonly rename: (id: string, name: string) => StoredFlow
  /** Keeps it at the top of the list, or no longer: no new revision, and in no file. Throws `not-found`, also for a flow in the bin. */
  readonly pin: (id: string, isPinned: boolean) => void
  readonly duplicate: (id: string) => StoredFlow
  /** Into the bin. */
  readonly remove: (id: string) => void
  /** Out of the bin. */
  readonly restore: (id: string) => StoredFlow
  /** What is in the bin, the newest first. */
  readonly bin: () => BinnedFlow[]
  /** Deletes a flow in the bin; its threads are the caller's to remove. Throws `bad-input` for one that is not in the bin. */
  readonly removeForGood: (id: string) => void
  /** Deletes what has been in the bin for 30 days; returns the ids, whose threads are the caller's to remove. */
  readonly purge: () => string[]
  readonly versions: (id: string) => FlowVersion[]
  readonly keepVersion: (id: string, label: string) => FlowVersion
  readonly readVersion: (id: string, version: string) => StoredFlow
}

/** How long a removed flow stays in the bin. */
export const BIN_MS = 30 * 24 * 60 * 60 * 1000

/** The library of flows in a database. */
export function createLibrary(options: LibraryOptions): Library {
  const { db, clock, examples = [] } = options
  const shelf = openShelf(options)
  const { rows, versions, required, present, replace, publish } = shelf
  const undoRows = createUndoRows(db)
  const saveRead: Library['saveRead'] = ({ id, baseRevision, undo }, { content }) => {
    if (content.id !== id)
      throw new AppError(
        'bad-input',
        message('The text is that of the flow “{id}”, not of “{other}”.', { id: content.id, other: id }),
      )
    const { isNew, ...saved } = write(db, () => {
      const row = present(id)
      if (row.revision !== baseRevision && row.text !== content.text) throw conflict(row)
      const replaced = replace(row, content)
      const stamp = undo === undefined ? null : undoRows.change(id, replaced.revision, undo)
      return { ...replaced, undo: stamp, isNew: content.text !== row.text }
    })
    if (isNew) publish(id, saved.revision)
    return saved
  }
  return {
    ...comingIn(shelf, examples),
    ...goingOut(shelf, options),
    list() {
      sketchOlder(shelf, db)
      return rows.list()
    },
    read: (id) => storedOf(present(id)),
    find(id) {
      const row = rows.read(id)
      return row === null || row.deletedAt !== null ? null : row.text
    },
    save: ({ text, ...save }) => saveRead(save, readFlow({ text })),
    saveRead,
    undoHistory: (id) => undoRows.read(id, present(id).revision),
    rename(id, name) {
      const renamed = write(db, () => {
        const row = present(id)
        const { content } = readFlow({ text: row.text, naming: { by: 'person', name } })
        return { id, revision: replace(row, content).revision, text: content.text }
      })
      publish(id, renamed.revision)
      return renamed
    },
    pin(id, isPinned) {
      const { revision } = write(db, () => {
        rows.setPinned(present(id).id, isPinned)
        return present(id)
      })
      publish(id, revision)
    },
    versions: (id) => versions.list(required(id).id),
    keepVersion: (id, label) =>
      write(db, () => {
        const { revision, text } = present(id)
        return versions.keep({ flowId: id, revision, text, at: clock.now() }, label)
      }),
    readVersion(id, version) {
      const stored = versions.read(id, version)
      if (stored === null)
        throw new AppError(
          'not-found',
          message('The flow “{id}” has no version “{version}” any more.', { id, version }),
        )
      return stored
    },
  }
}

/** The bin, the ways into it, back, and out of it for good. */
function goingOut(
  { rows, snapshots, required, present, publish }: ReturnType<typeof openShelf>,
  { db, clock }: LibraryOptions,
) {
  return {
    remove(id) {
      write(db, () => rows.setDeleted(present(id).id, clock.now()))
      publish(id, null)
    },
    restore(id) {
      const row = write(db, () => {
        rows.setRestored(required(id).id, clock.now())
        return required(id)
      })
      publish(id, row.revision)
      return storedOf(row)
    },
    bin: () =>
      rows.bin().map(({ deletedAt, ...flow }) => {
        return { ...flow, deletedAt: isoOf(deletedAt), keptUntil: isoOf(deletedAt + BIN_MS) }
      }),
    removeForGood(id) {
      write(db, () => {
        const { name, deletedAt } = required(id)
        if (deletedAt === null)
          throw new AppError(
            'bad-input',
            message('The flow “{name}” is not in the bin. Delete it first, then for good.', { name }),
          )
        rows.remove(id)
        snapshots.sweep()
      })
      publish(id, null)
    },
    purge: () =>
      write(db, () => {
        const gone = rows.deletedBefore(clock.now() - BIN_MS)
        for (const id of gone) rows.remove(id)
        if (gone.length > 0) snapshots.sweep()
        return gone
      }),
  } satisfies Partial<Library>
}

/** What the library does with rows, whichever way a flow came. */
function openShelf({ db, clock, changes }: LibraryOptions) {
  const rows = createFlowRows(db)
  const snapshots = createSnapshots(db)
  const versions = createVersions(db, snapshots)

  const publish = (id: string, revision: number | null): void =>
    changes?.publish({ what: 'flow', id, flowId: id, revision })
  const required = (id: string): FlowRow => {
    const row = rows.read(id)
    if (row === null)
      throw new AppError('not-found', message('There is no flow “{id}”. It may have been deleted for good.', { id }))
    return row
  }
  const present = (id: string): FlowRow => {
    const row = required(id)
    if (row.deletedAt === null) return row
    throw new AppError('not-found', message('The flow “{name}” is in the bin. Restore it first.', { name: row.name }), {
      inBin: true,
    })
  }
  const addContent = (content: FlowContent): StoredFlow | null => {
    const { id, text } = content
    const isAdded = write(db, () => {
      if (rows.read(id) !== null) return false
      rows.insert(content, clock.now())
      return true
    })
    if (!isAdded) return null
    publish(id, 1)
    return { id, revision: 1, text }
  }
  const add = (flow: Flow): StoredFlow => {
    const stored = addContent(contentOf(flow))
    return stored ?? add({ ...flow, id: newId('flow') })
  }
  const replace = (row: FlowRow, content: FlowContent): { revision: number; changedAt: string } => {
    if (content.text === row.text) return { revision: row.revision, changedAt: isoOf(row.changedAt) }
    const at = clock.now()
    versions.keepBefore({ flowId: row.id, revision: row.revision, text: row.text, at }, content.text)
    return { revision: rows.update(content, at), changedAt: isoOf(at) }
  }
  return { rows, snapshots, versions, publish, required, present, add, addContent, replace }
}

/** The ways in which a flow comes into the library. */
function comingIn({ add, addContent, present }: ReturnType<typeof openShelf>, examples: readonly ExampleFile[]) {
  let known: Example[] | undefined
  return {
    create: (name) => add(startingFlow(name)),
    examples: () => (known ??= examples.map((file) => file.card ?? cardOf(file))),
    createFromExample(example) {
      const file = examples.find(({ id }) => id === example)
      if (file === undefined)
        throw new AppError('not-found', message('This Baton has no example “{example}”.', { example }))
      return add({ ...opened(file.text).flow, id: newId('flow') })
    },
    importText({ text, fileName = null }) {
      const { flow, warnings } = opened(text)
      return { ...add({ ...flow, name: nameOf(flow, { by: 'file', fileName }) }), warnings }
    },
    importRead({ content, warnings }) {
      const stored = addContent(content)
      return stored === null ? null : { ...stored, warnings }
    },
    duplicate(id) {
      const { flow } = opened(present(id).text)
      return add({ ...flow, id: newId('flow'), name: nameOf(flow, { by: 'copy' }) })
    },
  } satisfies Partial<Library>
}

/** Flows of older Batons get their pictures, a few with each listing. */
function sketchOlder({ rows }: ReturnType<typeof openShelf>, db: LibraryDatabase): void {
  const older = rows.unsketched()
  if (older.length === 0) return
  write(db, () => {
    for (const id of older) {
      const read = openFlow(rows.read(id)?.text ?? '')
      rows.setSketch(id, JSON.stringify(read.ok ? sketchOf(read.flow) : NO_SKETCH))
    }
  })
}

function storedOf({ id, revision, text }: FlowRow): StoredFlow {
  return { id, revision, text }
}

function conflict(row: FlowRow): AppError {
  return new AppError(
    'conflict',
    message(
      '“{name}” was saved elsewhere in the meantime (revision {revision}). Nothing was overwritten: load that one, or save yours as a copy.',
      { name: row.name, revision: row.revision },
    ),
    { revision: row.revision },
  )
}
