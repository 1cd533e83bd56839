/** The handlers of `replays.*`. */
import type { BatonContract } from '../../src-shared/rpc/contract'
import type { AreaHandlers, StreamItem } from '../../src-shared/rpc/define'
import type { ReplayServices } from '../replay/decision-replay'

export function replayHandlers({ replays, decisionReplay }: ReplayServices) {
  return {
    'replays.forecast': (input) => decisionReplay.forecast(input),
    'replays.start': (input) => decisionReplay.start(input),
    'replays.follow': ({ replayId }, { after, signal }) => {
      const heard = Number(after ?? 0)
      return numbered(decisionReplay.follow(replayId, heard, signal), heard)
    },
    'replays.stop': async ({ replayId }) => {
      decisionReplay.stop(replayId)
      return {}
    },
    'replays.list': async ({ flowId }) =>
      replays.ofFlow(flowId).map((one) => ({ ...one, isRunning: decisionReplay.isRunning(one.id) })),
    'replays.read': async ({ replayId }) => replays.read(replayId),
    'replays.remove': async ({ replayId }) => {
      decisionReplay.stop(replayId)
      replays.remove(replayId)
      return {}
    },
  } satisfies AreaHandlers<BatonContract, 'replays'>
}

async function* numbered<Item>(
  items: AsyncIterable<Item>,
  before: number,
): AsyncGenerator<StreamItem<Item>, void, undefined> {
  let number = before
  for await (const item of items) {
    number += 1
    yield { id: String(number), item }
  }
}
