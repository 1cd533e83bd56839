/** A core for tests of the store: threads in memory that say what a test lets them say. */
import type { AppError } from '../../../../src-shared/errors'
import type { contract, ThreadSummary } from '../../../../src-shared/rpc/contract'
import type { Handlers } from '../../../../src-shared/rpc/define'
import type { RunEvent } from '../../../../src-shared/run/log/events'

/** A core of threads in memory: what is said to it is kept, what it says is scripted by the test. */
export function scriptedCore() {
  const log = new Map<string, RunEvent[]>()
  const waiting = new Set<() => void>()
  const calls: string[] = []
  const states = new Map<string, ThreadSummary['state']>()
  const refused = { next: null as AppError | null }
  const wake = (): void => [...waiting].forEach((resolve) => resolve())
  const say = (threadId: string, events: readonly RunEvent[]): void => {
    log.set(threadId, [...(log.get(threadId) ?? []), ...events])
    wake()
  }
  async function* follow(
    { threadId }: { threadId: string },
    { after, signal }: { after: string | null; signal: AbortSignal },
  ) {
    signal.addEventListener('abort', wake)
    for (let index = after === null ? 0 : Number(after); !signal.aborted;) {
      const event = log.get(threadId)?.[index]
      if (event !== undefined) {
        index += 1
        yield { id: String(index), item: event }
      } else
        await new Promise<void>((resolve) => {
          const once = (): void => {
            waiting.delete(once)
            resolve()
          }
          waiting.add(once)
        })
    }
  }
  const summaries = (): ThreadSummary[] =>
    [...log.keys()].map((id) => ({
      id,
      flowId: 'flow',
      title: id,
      createdAt: '2026-03-01T10:00:00.000Z',
      changedAt: '2026-03-01T10:00:00.000Z',
      turns: 1,
      state: states.get(id) ?? 'idle',
      holder: null,
      model: null,
      only: null,
      pinned: false,
      imported: false,
      forkedFrom: null,
    }))
  const begin = (what: string, threadId: string, runId: string) => {
    calls.push(what)
    const error = refused.next
    refused.next = null
    if (error !== null) throw error
    return { runId, threadId }
  }
  const handlers: Partial<Handlers<typeof contract>> = {
    async *'app.changes'(_input, { signal }) {
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      yield* []
    },
    'threads.list': async () => summaries(),
    'threads.follow': follow,
    'threads.rename': async () => ({}),
    'threads.remove': async ({ threadId }) => {
      calls.push(`remove ${threadId}`)
      log.delete(threadId)
      return {}
    },
    'runs.start': async ({ threadId, text }) =>
      begin(`start ${threadId ?? 'new'}: ${text ?? 'flow first'}`, threadId ?? 't-new', 'r-new'),
    'runs.resume': async ({ threadId }) => begin(`resume ${threadId}`, threadId, 'r1'),
    'runs.answer': async ({ threadId, questionId, answer }) =>
      begin(`answer ${threadId} ${questionId}: ${answer.kind === 'approve-plan' && answer.approved}`, threadId, 'r2'),
    'queue.add': async ({ threadId, text, when }) => {
      calls.push(`queue ${threadId}: ${text}, ${when}`)
      return { id: 'q1' }
    },
    'runs.stop': async ({ runId }) => {
      calls.push(`stop ${runId}`)
      return {}
    },
  }
  return { handlers: handlers as Handlers<typeof contract>, say, calls, states, log, refused }
}
