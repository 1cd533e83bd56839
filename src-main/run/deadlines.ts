/**
 * Questions that are over by themselves at some time: whoever keeps this answers them then, those whose time came while nobody did at once. The
 * time is that of the question as it is stored; of several processes that answer, the first counts.
 */
import type { Clock } from '../clock'
import type { WaitingQuestion } from '../../src-shared/rpc/waiting'
import type { Inbox } from './inbox'
import type { Threads } from '../store/threads'
import type { Runner } from './runner'
import { dueAt, TIMED_OUT } from './verbs/waiting'

export type Deadlines = {
  /** Answers from now on what is over, of the flows that this process answers for. */
  readonly keep: (isOwn: (question: WaitingQuestion) => boolean) => void
  /** Resolves when nothing more is begun. */
  readonly close: () => Promise<void>
}

type IsOwn = Parameters<Deadlines['keep']>[0]
type DeadlineParts = {
  readonly inbox: Inbox
  readonly runner: Pick<Runner, 'answer'>
  readonly threads: Pick<Threads, 'newestRun'>
  readonly clock: Pick<Clock, 'now'>
}

/** What the app answers for: turns of flows in files go on with the models that their command has. */
export function isInLibrary({ flowName }: WaitingQuestion): boolean {
  return flowName !== null
}

/** The longest that a timer can wait. */
const LONGEST_MS = 2_147_483_647

/** After so long an answer that could not be given is tried again. */
const AGAIN_MS = 60_000

export function createDeadlines({ inbox, runner, threads, clock }: DeadlineParts): Deadlines {
  const closing = new AbortController()
  const begun = new Set<Promise<unknown>>()
  /** Questions that are answered from here, or could not be for now, and when that is tried again. */
  const tried = new Map<string, number>()
  let timer: NodeJS.Timeout | null = null
  let keeping: Promise<void> | null = null

  const end = ({ threadId, id: questionId }: WaitingQuestion): void => {
    const answering = runner
      .answer({ threadId, questionId, answer: TIMED_OUT })
      .catch(() => undefined)
      .finally(() => begun.delete(answering))
    begun.add(answering)
  }
  const look = (waiting: readonly WaitingQuestion[], isOwn: IsOwn): void => {
    if (timer !== null) clearTimeout(timer)
    timer = null
    if (closing.signal.aborted) return
    const now = clock.now()
    const due = waiting.filter(isOwn).flatMap((one) => {
      const at = dueAt(one.question)
      // What came while the flow lay in the bin acts on nobody's word: it waits for a person, and the time counts then.
      if (at === null || (one.restoredAt !== null && at <= one.restoredAt)) return []
      return [{ one, key: `${one.threadId} ${one.id}`, at }]
    })
    const open = new Set(due.map(({ key }) => key))
    for (const key of tried.keys()) if (!open.has(key)) tried.delete(key)
    const later: number[] = []
    for (const { one, key, at } of due) {
      const next = Math.max(at, tried.get(key) ?? at)
      // Time alone does not go on with a turn that was killed: what else it did would go on too. A person does, and then the time counts.
      if (next <= now && threads.newestRun(one.threadId)?.state !== 'interrupted') {
        tried.set(key, now + AGAIN_MS)
        end(one)
      }
      later.push(next <= now ? now + AGAIN_MS : next)
    }
    if (later.length === 0) return
    timer = setTimeout(() => lookAgain(isOwn), Math.min(Math.min(...later) - now, LONGEST_MS))
    timer.unref()
  }
  const lookAgain = (isOwn: IsOwn): void => {
    try {
      look(inbox.list(), isOwn)
    } catch {
      // The library could not be read: whoever asks next is told so.
      timer = setTimeout(() => lookAgain(isOwn), AGAIN_MS)
      timer.unref()
    }
  }
  const follow = async (isOwn: IsOwn): Promise<void> => {
    for await (const { item } of inbox.follow({ signal: closing.signal })) look(item, isOwn)
  }

  return {
    keep(isOwn) {
      keeping ??= follow(isOwn).catch(() => undefined)
    },
    async close() {
      closing.abort()
      if (timer !== null) clearTimeout(timer)
      await keeping
      await Promise.allSettled(begun)
    },
  }
}
