/**
 * Questions that are over by themselves at some time: whoever keeps this answers them then, those whose time came while nobody did at once. The
 * time is that of the question as it is stored; of several processes that answer, the first counts.
 */
import type { Clock } from '../clock'
import type { WaitingQuestion } from '../../src-shared/rpc/waiting'
import type { Inbox } from './inbox'
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
  readonly clock: Pick<Clock, 'now'>
}

/** What the app answers for: turns of flows in files go on with the models that their command has. */
export function isInLibrary({ flowName }: WaitingQuestion): boolean {
  return flowName !== null
}

/** The longest that a timer can wait. */
const LONGEST_MS = 2_147_483_647

export function createDeadlines({ inbox, runner, clock }: DeadlineParts): Deadlines {
  const closing = new AbortController()
  const begun = new Set<Promise<unknown>>()
  /** Questions that were answered from here, or could not be: a flow that must not run any more stays as it is. */
  const tried = new Set<string>()
  let timer: NodeJS.Timeout | null = null
  let keeping: Promise<void> | null = null

  const end = ({ threadId, id: questionId }: WaitingQuestion): void => {
    const key = `${threadId} ${questionId}`
    if (tried.has(key)) return
    tried.add(key)
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
      return at === null ? [] : [{ one, at }]
    })
    for (const { one, at } of due) if (at <= now) end(one)
    const later = due.flatMap(({ at }) => (at > now ? [at] : []))
    if (later.length === 0) return
    timer = setTimeout(() => look(inbox.list(), isOwn), Math.min(Math.min(...later) - now, LONGEST_MS))
    timer.unref()
  }
  const follow = async (isOwn: IsOwn): Promise<void> => {
    for await (const { item } of inbox.follow({ signal: closing.signal })) look(item, isOwn)
  }

  return {
    keep(isOwn) {
      keeping ??= follow(isOwn)
    },
    async close() {
      closing.abort()
      if (timer !== null) clearTimeout(timer)
      await keeping
      await Promise.allSettled(begun)
    },
  }
}
