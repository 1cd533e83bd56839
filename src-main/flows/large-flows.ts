/** Flows of any size on their way into the library: large ones are read in a thread of their own, so that nobody waits. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { AppError } from '../../src-shared/errors'
import { newId } from '../../src-shared/flow/records'
import type { StoredFlow } from '../../src-shared/rpc/contract'
import type { FlowText } from '../reading/jobs'
import type { Reader } from '../reading/reader'
import type { FlowImport, FlowSave, FlowSaved, ImportedFlow, Library } from './library'

/** Up to so many UTF-16 units a text is read at once: that takes no longer than starting a thread. */
const SMALL = 500_000

export type LargeFlows = {
  /** As `Library.importText`; also throws the signal's reason, and `invalid-flow` for what takes too much time or memory to read. */
  readonly importText: (file: FlowImport, signal: AbortSignal) => Promise<ImportedFlow>
  /** As `Library.save`. Nothing stops it: a window may save as the last thing that it does. */
  readonly save: (save: FlowSave) => Promise<FlowSaved>
  /** As `Library.rename`, on top of whatever is saved meanwhile. Nothing stops it either. */
  readonly rename: (id: string, name: string) => Promise<StoredFlow>
  /** As `Library.duplicate`; also throws as `importText` does. */
  readonly duplicate: (id: string, signal: AbortSignal) => Promise<StoredFlow>
  /** Resolves when everything that was to be saved is. */
  readonly settled: () => Promise<void>
}

export function createLargeFlows({ library, reader }: { library: Library; reader: Reader }): LargeFlows {
  const saving = new Set<Promise<unknown>>()
  const untilSaved = async <Result>(saved: Promise<Result>): Promise<Result> => {
    saving.add(saved)
    return saved.finally(() => saving.delete(saved))
  }
  const saveLarge = async (save: Omit<FlowSave, 'text'>, text: FlowText) => {
    const read = await reader.read({ what: 'flow', ...text })
    // Taking it over from the thread is one slice, and writing it another.
    await nextTurn()
    return { ...library.saveRead(save, read), text: read.content.text }
  }
  const renameLarge = async ({ id, revision, text }: StoredFlow, name: string): Promise<StoredFlow> => {
    try {
      const saved = await saveLarge({ id, baseRevision: revision }, { text, naming: { by: 'person', name } })
      return { id, revision: saved.revision, text: saved.text }
    } catch (cause) {
      if (!(cause instanceof AppError && cause.code === 'conflict')) throw cause
      return renameLarge(library.read(id), name)
    }
  }
  const addLarge = async (file: FlowText, signal: AbortSignal): Promise<ImportedFlow> => {
    const read = await reader.read({ what: 'flow', ...file }, signal)
    await nextTurn()
    const added = library.importRead(read)
    if (added === null) return addLarge({ ...file, id: newId('flow') }, signal)
    // Telling it is one more.
    await nextTurn()
    return added
  }
  return {
    importText: async ({ text, fileName = null }, signal) =>
      text.length <= SMALL
        ? library.importText({ text, fileName })
        : addLarge({ text, naming: { by: 'file', fileName } }, signal),
    async save({ text, ...save }) {
      if (text.length <= SMALL) return library.save({ text, ...save })
      const { revision, changedAt, undo } = await untilSaved(saveLarge(save, { text }))
      return { revision, changedAt, undo }
    },
    async rename(id, name) {
      const flow = library.read(id)
      return flow.text.length <= SMALL ? library.rename(id, name) : untilSaved(renameLarge(flow, name))
    },
    async duplicate(id, signal) {
      const { text } = library.read(id)
      if (text.length <= SMALL) return library.duplicate(id)
      const copy = await addLarge({ text, naming: { by: 'copy' }, id: newId('flow') }, signal)
      return { id: copy.id, revision: copy.revision, text: copy.text }
    },
    async settled() {
      await Promise.allSettled(saving)
    },
  }
}
