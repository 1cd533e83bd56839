/** The handlers of `queue.*`. */
import type { BatonContract } from '../../src-shared/rpc/contract'
import type { AreaHandlers } from '../../src-shared/rpc/define'
import type { Runner } from '../run/runner'

export function queueHandlers({ queue }: Pick<Runner, 'queue'>) {
  return {
    'queue.list': async ({ threadId }) => queue.list(threadId),
    'queue.add': async (message) => ({ id: await queue.add(message) }),
    'queue.edit': async ({ id, ...change }) => {
      queue.edit(id, change)
      return {}
    },
    'queue.remove': async ({ id }) => {
      queue.remove(id)
      return {}
    },
    'queue.move': async ({ id, before }) => {
      queue.move(id, before)
      return {}
    },
    'queue.send': async ({ id }) => {
      const { runId, threadId } = await queue.send(id)
      return { runId, threadId }
    },
  } satisfies AreaHandlers<BatonContract, 'queue'>
}
