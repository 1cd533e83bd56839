/** The handlers of `flows.*`. */
import { ENGLISH } from '../../src-shared/languages/translate'
import type { BatonContract } from '../../src-shared/rpc/contract'
import type { AreaHandlers } from '../../src-shared/rpc/define'
import type { LargeFlows } from '../flows/large-flows'
import type { Library } from '../flows/library'
import { fetchFlow } from '../tools/net/fetch-flow'

export type FlowServices = {
  readonly library: Library
  readonly largeFlows: LargeFlows
  /** Deletes a flow in the bin with all that belongs to it. */
  readonly deleteForGood: (flowId: string) => Promise<void>
}

export function flowHandlers({ library, largeFlows, deleteForGood }: FlowServices) {
  return {
    'flows.list': async () => library.list(),
    'flows.read': async ({ id }) => library.read(id),
    'flows.create': async ({ name }) => library.create(name),
    'flows.examples': async () => library.examples(),
    'flows.createFromExample': async ({ example }) => library.createFromExample(example),
    'flows.import': async (file, { signal }) => {
      const { id, revision, text, warnings } = await largeFlows.importText(file, signal)
      return { id, revision, text, warnings: warnings.map(({ message }) => ENGLISH.message(message)) }
    },
    'flows.fetch': async ({ address }, { signal }) => ({ text: await fetchFlow(address, signal) }),
    'flows.save': async (save) => largeFlows.save(save),
    'flows.undoHistory': async ({ id }) => library.undoHistory(id),
    'flows.rename': async ({ id, name }) => largeFlows.rename(id, name),
    'flows.pin': async ({ id, isPinned }) => {
      library.pin(id, isPinned)
      return {}
    },
    'flows.duplicate': async ({ id }, { signal }) => largeFlows.duplicate(id, signal),
    'flows.remove': async ({ id }) => {
      library.remove(id)
      return {}
    },
    'flows.restore': async ({ id }) => library.restore(id),
    'flows.bin': async () => library.bin(),
    'flows.removeForGood': async ({ id }) => {
      await deleteForGood(id)
      return {}
    },
    'flows.versions': async ({ id }) => library.versions(id),
    'flows.keepVersion': async ({ id, label }) => library.keepVersion(id, label),
    'flows.readVersion': async ({ id, version }) => library.readVersion(id, version),
  } satisfies AreaHandlers<BatonContract, 'flows'>
}
