/** The handlers of `threads.*`. */
import type { BatonContract } from '../../src-shared/rpc/contract'
import type { AreaHandlers } from '../../src-shared/rpc/define'
import type { BatonSaver } from '../engine/checkpoints'
import type { Library } from '../flows/library'
import { joinTokens } from '../run/execution/join-tokens'
import type { EventLog } from '../run/execution/event-log'
import type { Inbox } from '../run/inbox'
import type { Runner } from '../run/runner'
import { stepDeeds } from '../run/step-deeds'
import { withNodes } from '../run/execution/tell-nodes'
import type { RunDrawings } from '../store/run-drawings'
import type { Retention } from '../keeping/retention'
import type { ThreadKeeper } from '../keeping/thread-keeper'
import type { Threads } from '../store/threads'
import { changesOfDrawing } from './fork-edits'

export type ThreadServices = {
  readonly threads: Threads
  readonly events: EventLog
  readonly saver: BatonSaver
  readonly library: Library
  readonly runner: Runner
  readonly drawings: RunDrawings
  readonly keeping: Pick<ThreadKeeper, 'decisions' | 'exportBundle' | 'find' | 'importBundle' | 'remove' | 'sizeOf'>
  readonly retention: Pick<Retention, 'pin' | 'pinStep' | 'unpinStep'>
  readonly inbox: Pick<Inbox, 'follow'>
}

export function threadHandlers(services: ThreadServices) {
  const { threads, events, saver, library, runner, drawings, keeping, retention, inbox } = services
  /** The flow of a thread as it is; a thread of a flow that is gone can still be left. */
  const nowOf = (threadId: string) => {
    const { flowId } = threads.read(threadId)
    const text = library.find(flowId)
    return text === null ? undefined : { flowText: text, revision: library.read(flowId).revision }
  }
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
    'threads.pinStep': async ({ threadId, ...step }) => {
      retention.pinStep(threadId, step)
      return {}
    },
    'threads.unpinStep': async ({ threadId, ...moment }) => {
      retention.unpinStep(threadId, moment)
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
      withNodes(joinTokens(events.follow(threadId, { after, signal })), drawings),
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
    'threads.fork': async (place) => ({ threadId: await runner.fork({ ...place, now: nowOf(place.threadId) }) }),
    'threads.forkAt': async (moment) => ({ threadId: await runner.forkAt({ ...moment, now: nowOf(moment.threadId) }) }),
    'threads.forkChoices': async (asked) => runner.forkChoices({ ...asked, now: nowOf(asked.threadId) }),
    'threads.forkChanges': async ({ threadId }) => changesOfDrawing(threads, threadId),
    'threads.dropDrawing': async ({ threadId }) => {
      threads.dropDrawing(threadId)
      return {}
    },
    'threads.restoreDrawing': async ({ threadId }) => {
      threads.restoreDrawing(threadId)
      return {}
    },
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
    'threads.deeds': (request) => stepDeeds(saver, request),
  } satisfies AreaHandlers<BatonContract, 'threads'>
}
