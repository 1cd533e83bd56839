/** The handlers of `tools.*`. */
import { fromErrorRecord } from '../../src-shared/errors'
import { openingFlow } from '../../src-shared/flow/open'
import type { BatonContract } from '../../src-shared/rpc/contract'
import type { AreaHandlers, StreamItem } from '../../src-shared/rpc/define'
import type { PoolView } from '../engine/pool-view'
import type { ResourceView } from '../engine/resource-view'
import type { Library } from '../flows/library'
import { inSlices } from '../in-slices'

type Viewing = { readonly library: Library; readonly poolView: PoolView; readonly resourceView: ResourceView }

export function toolHandlers({ library, poolView, resourceView }: Viewing) {
  const flowOf = async (flowId: string) => {
    const opened = await inSlices(openingFlow(library.read(flowId).text))
    if (!opened.ok) throw fromErrorRecord(opened.error)
    return opened.flow
  }
  return {
    'tools.list': async (asked, { signal }) => poolView.list({ ...asked, flow: await flowOf(asked.flowId), signal }),
    'tools.search': async (asked, { signal }) =>
      poolView.search({ ...asked, flow: await flowOf(asked.flowId), signal }),
    'tools.index': (asked, { signal }) =>
      itemsOfWork(async (tell) => poolView.index({ ...asked, flow: await flowOf(asked.flowId), signal }, tell)),
    'tools.resources': async (asked, { signal }) =>
      resourceView.list({ ...asked, flow: await flowOf(asked.flowId), signal }),
  } satisfies AreaHandlers<BatonContract, 'tools'>
}

type Told = { done: number; all: number }

/** What work tells as it goes on: whoever is slow hears the newest only. Ends with the work, and throws what it throws. */
async function* itemsOfWork(
  work: (tell: (done: number, all: number) => void) => Promise<void>,
): AsyncGenerator<StreamItem<Told>, void, undefined> {
  let newest: Told | null = null
  let isOver = false
  let wake = (): void => undefined
  const ended = work((done, all) => {
    newest = { done, all }
    wake()
  }).finally(() => {
    isOver = true
    wake()
  })
  // Whoever leaves does not wait for it.
  ended.catch(() => undefined)
  for (let number = 1; !isOver; number += 1) {
    await new Promise<void>((resolve) => {
      wake = resolve
    })
    if (newest !== null) yield { id: String(number), item: newest }
  }
  await ended
}
