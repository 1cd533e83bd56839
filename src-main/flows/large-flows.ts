/** Flows of any size on their way into the library: large ones are read in a thread of their own, so that nobody waits. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { newId } from '../../src-shared/flow/records'
import type { Reader } from '../reading/reader'
import type { FlowImport, FlowSave, FlowSaved, ImportedFlow, Library } from './library'

/** Up to so many UTF-16 units a text is read at once: that takes no longer than starting a thread. */
const SMALL = 500_000

export type LargeFlows = {
  /** As `Library.importText`; also throws the signal's reason, and `invalid-flow` for what takes too much time or memory to read. */
  readonly importText: (file: FlowImport, signal: AbortSignal) => Promise<ImportedFlow>
  /** As `Library.save`. Nothing stops it: a window may save as the last thing that it does. */
  readonly save: (save: FlowSave) => Promise<FlowSaved>
  /** Resolves when everything that was to be saved is. */
  readonly settled: () => Promise<void>
}

export function createLargeFlows({ library, reader }: { library: Library; reader: Reader }): LargeFlows {
  const saving = new Set<Promise<unknown>>()
  const saveLarge = async ({ text, ...save }: FlowSave) => {
    const read = await reader.read({ what: 'flow', text })
    // Taking it over from the thread is one slice, and writing it another.
    await nextTurn()
    return library.saveRead(save, read)
  }
  return {
    async importText({ text, fileName = null }, signal) {
      if (text.length <= SMALL) return library.importText({ text, fileName })
      for (let id: string | undefined; ; id = newId('flow')) {
        const read = await reader.read({ what: 'flow', text, fileName, id }, signal)
        await nextTurn()
        const imported = library.importRead(read)
        if (imported === null) continue
        // Telling it is one more.
        await nextTurn()
        return imported
      }
    },
    async save(save) {
      if (save.text.length <= SMALL) return library.save(save)
      const saved = saveLarge(save)
      saving.add(saved)
      return saved.finally(() => saving.delete(saved))
    },
    async settled() {
      await Promise.allSettled(saving)
    },
  }
}
