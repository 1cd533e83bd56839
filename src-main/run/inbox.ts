/**
 * The inbox: every question of every thread that waits for a person. What it costs goes by what waits: threads that ask are found by an index, and
 * the events of one are read again only when it has new ones.
 */
import { kindOf } from '../../src-shared/kinds/index'
import type { StreamItem } from '../../src-shared/rpc/define'
import type { WaitingQuestion } from '../../src-shared/rpc/waiting'
import type { InnerNode, RunEvent } from '../../src-shared/run/log/events'
import type { Answers } from '../store/answers'
import type { AskingThread, AskingThreads } from '../store/asking-threads'
import type { FollowOptions } from '../store/changes'
import type { RunDrawings } from '../store/run-drawings'
import type { EventLog } from './execution/event-log'
import { openQuestions } from './verbs/open-questions'

export type Inbox = {
  /** What waits now, the oldest thread first. */
  readonly list: () => WaitingQuestion[]
  /** What waits now, and again each time that it changes, here or in another process. Ends when the signal aborts or the log closes. */
  readonly follow: (options: Pick<FollowOptions, 'signal'>) => AsyncIterable<StreamItem<WaitingQuestion[]>>
}

type InboxParts = {
  readonly asking: AskingThreads
  readonly events: Pick<EventLog, 'eventsOfTurn' | 'lastSeq' | 'watch'>
  readonly answers: Pick<Answers, 'open'>
  readonly drawings: RunDrawings
}

/** What the events of a run say; `key`: the run and how far it was read. */
type ReadThread = { readonly key: string; readonly asked: readonly AskedInRun[] }
type AskedInRun = Pick<WaitingQuestion, 'id' | 'who' | 'since' | 'question'>

export function createInbox({ asking, events, answers, drawings }: InboxParts): Inbox {
  let known: ReadonlyMap<string, ReadThread> = new Map()

  const read = ({ threadId, runId, turn }: AskingThread): ReadThread => {
    const key = `${runId} ${events.lastSeq(runId)}`
    const before = known.get(threadId)
    if (before?.key === key) return before
    const names = drawings.of(runId)?.nodes() ?? {}
    return { key, asked: askedIn(events.eventsOfTurn(threadId, turn), { runId, names }) }
  }
  const list = (): WaitingQuestion[] => {
    const threads = asking().map((thread) => ({ thread, read: read(thread) }))
    known = new Map(threads.map((one) => [one.thread.threadId, one.read]))
    return threads.flatMap(({ thread: { threadId, threadTitle, flowId, flowName }, read: { asked } }) => {
      const answered = new Set(answers.open(threadId))
      return asked
        .filter(({ id }) => !answered.has(id))
        .map((question) => ({ ...question, threadId, threadTitle, flowId, flowName }))
    })
  }

  async function* follow({
    signal,
  }: Pick<FollowOptions, 'signal'>): AsyncGenerator<StreamItem<WaitingQuestion[]>, void, undefined> {
    const watcher = events.watch()
    let told: string | null = null
    try {
      for (let number = 1; !signal.aborted && !watcher.isOver();) {
        const item = list()
        const text = JSON.stringify(item)
        if (text !== told) {
          told = text
          yield { id: String(number), item }
          number += 1
        }
        await watcher.woken(signal)
      }
    } finally {
      watcher.remove()
    }
  }

  return { list, follow }
}

type RunNames = { readonly runId: string; readonly names: { readonly [nodeId: string]: InnerNode } }

/** What the newest run of a turn leaves open. A run that goes on says again what is still asked, so the turn knows since when. */
function askedIn(turn: readonly RunEvent[], { runId, names }: RunNames): AskedInRun[] {
  const own = turn.filter((event) => event.runId === runId)
  const inner = own.flatMap((event) => (event.type === 'run.started' ? [event.inner ?? {}] : []))
  const known = inner.reduce((all, more) => ({ ...all, ...more }), names)
  const since = new Map<string, string>()
  for (const event of turn) if (event.type === 'question' && !since.has(event.id)) since.set(event.id, event.at)
  return openQuestions(own).map(({ id, node, question }) => ({
    id,
    question,
    who: nameOf(known[node], node),
    since: since.get(id) ?? '',
  }))
}

function nameOf(node: InnerNode | undefined, id: string): string {
  if (node === undefined) return id
  return node.name.trim() === '' ? (kindOf(node)?.label ?? node.kind) : node.name
}
