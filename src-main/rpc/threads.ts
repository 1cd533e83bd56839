/** The handlers of `threads.*`. */
import type { BatonContract } from '../../src-shared/rpc/contract'
import type { AreaHandlers } from '../../src-shared/rpc/define'
import type { BatonSaver } from '../engine/checkpoints'
import type { Library } from '../flows/library'
import type { EventLog } from '../run/execution/event-log'
import type { Inbox } from '../run/inbox'
import type { Runner } from '../run/runner'
import { withNodes } from '../run/execution/tell-nodes'
import type { RunDrawings } from '../store/run-drawings'
import type { Retention } from '../keeping/retention'
import type { ThreadKeeper } from '../keeping/thread-keeper'
import type { Threads } from '../store/threads'

export type ThreadServices = {
  readonly threads: Threads
  readonly events: EventLog
  readonly saver: BatonSaver
  readonly library: Library
  readonly runner: Runner
  readonly drawings: RunDrawings
  readonly keeping: Pick<ThreadKeeper, 'decisions' | 'exportBundle' | 'find' | 'importBundle' | 'remove' | 'sizeOf'>
  readonly retention: Pick<Retention, 'pin'>
  readonly inbox: Pick<Inbox, 'follow'>
}

export function threadHandlers(services: ThreadServices) {
  const { threads, events, saver, library, runner, drawings, keeping, retention, inbox } = services
  return {
    'threads.search': async (query) => keeping.find(query),
    'threads.decisions': (query) => keeping.decisions(query),
    'threads.size': async ({ threadId }) => ({ bytes: (await keeping.sizeOf(threadId)).whole }),
    'threads.export': async ({ threadId }) => {
      const { fileName, text } = await keeping.exportBundle(threadId)
      return { fileName, text }
    },
    'threads.import': async ({ text }) => keeping.importBundle(text),
    'threads.pin': async ({ threadId, pinned }) => {
      retention.pin(threadId, pinned)
      return {}
    },
    'threads.list': async ({ flowId }) => threads.list(flowId),
    'threads.rename': async ({ threadId, title }) => {
      threads.rename(threadId, title)
      return {}
    },
    'threads.setModel': async ({ threadId, model }) => {
      threads.setModel(threadId, model)
      return {}
    },
    'threads.remove': async ({ threadId }) => {
      await keeping.remove(threadId)
      return {}
    },
    'threads.follow': ({ threadId }, { after, signal }) =>
      withNodes(events.follow(threadId, { after, signal }), drawings),
    'threads.waiting': (_input, { signal }) => inbox.follow({ signal }),
    'threads.setVariables': async ({ threadId, changes, reset }) => {
      const { text: flowText } = library.read(threads.read(threadId).flowId)
      await runner.setVariables({ threadId, flowText, changes, reset })
      return {}
    },
    'threads.rebuild': async ({ threadId }) => {
      await runner.rebuild(threadId)
      return {}
    },
    'threads.fork': async ({ threadId, turn }) => ({ threadId: await runner.fork({ threadId, turn }) }),
    'threads.forkAt': async (moment) => ({ threadId: await runner.forkAt(moment) }),
    'threads.timeline': async ({ threadId, limit }) => {
      const entries = await saver.timeline(threadId, { limit })
      return entries.map(({ checkpointId, parentId, step, at, nodes, turn }) => ({
        checkpointId,
        parentId,
        at,
        nodes,
        step: step ?? 0,
        turn: typeof turn === 'number' ? turn : null,
      }))
    },
  } satisfies AreaHandlers<BatonContract, 'threads'>
}
