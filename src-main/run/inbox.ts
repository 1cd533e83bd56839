/**
 * The inbox: every question of every thread that waits for a person. What it costs goes by what waits: threads that ask are found by an index, and
 * of one, only its new events are read.
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
import { NO_QUESTIONS, questionsAfter, type OpenQuestions } from './verbs/open-questions'

export type Inbox = {
  /** What waits now, the oldest thread first. */
  readonly list: () => WaitingQuestion[]
  /** What waits now, and again each time that it changes, here or in another process. Ends when the signal aborts or the log closes. */
  readonly follow: (options: Pick<FollowOptions, 'signal'>) => AsyncIterable<StreamItem<WaitingQuestion[]>>
}

type InboxParts = {
  readonly asking: AskingThreads
  readonly events: Pick<EventLog, 'eventsOfTurn' | 'eventsAfter' | 'lastSeq' | 'watch'>
  readonly answers: Pick<Answers, 'open'>
  readonly drawings: RunDrawings
}

/** What the events of a run say as far as it was read; `since`: when each question of its turn was asked first. */
type ReadThread = {
  readonly runId: string
  readonly lastSeq: number
  readonly questions: OpenQuestions
  readonly names: { readonly [nodeId: string]: InnerNode }
  readonly since: ReadonlyMap<string, string>
  readonly asked: readonly AskedInRun[]
}
type AskedInRun = Pick<WaitingQuestion, 'id' | 'who' | 'since' | 'question'>

export function createInbox({ asking, events, answers, drawings }: InboxParts): Inbox {
  let known: ReadonlyMap<string, ReadThread> = new Map()

  const read = ({ threadId, runId, turn }: AskingThread): ReadThread => {
    const lastSeq = events.lastSeq(runId)
    const before = known.get(threadId)
    if (before?.runId === runId) {
      if (before.lastSeq === lastSeq) return before
      return readOn(before, { lastSeq, turn: [], own: events.eventsAfter(runId, before.lastSeq) })
    }
    // Another run says again what is still asked, so the turn knows since when: it is read once.
    const whole = events.eventsOfTurn(threadId, turn)
    const names = drawings.of(runId)?.nodes() ?? {}
    const begun = { runId, lastSeq: 0, questions: NO_QUESTIONS, names, since: new Map<string, string>(), asked: [] }
    return readOn(begun, { lastSeq, turn: whole, own: whole.filter((event) => event.runId === runId) })
  }
  const list = (): WaitingQuestion[] => {
    const threads = asking().map((thread) => ({ thread, read: read(thread) }))
    known = new Map(threads.map((one) => [one.thread.threadId, one.read]))
    return threads.flatMap(({ thread: { threadId, threadTitle, flowId, flowName, restoredAt }, read: { asked } }) => {
      const answered = new Set(answers.open(threadId))
      return asked
        .filter(({ id }) => !answered.has(id))
        .map((question) => ({ ...question, threadId, threadTitle, flowId, flowName, restoredAt }))
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

/** `own`: the events of the run that were not read; `turn`: those of its turn before them. */
type NewEvents = { readonly lastSeq: number; readonly turn: readonly RunEvent[]; readonly own: readonly RunEvent[] }

/** The same with more of its events. */
function readOn(before: ReadThread, { lastSeq, turn, own }: NewEvents): ReadThread {
  const questions = questionsAfter(before.questions, own)
  const inner = own.flatMap((event) => (event.type === 'run.started' ? [event.inner ?? {}] : []))
  const names = inner.reduce((all, more) => ({ ...all, ...more }), before.names)
  const since = new Map(before.since)
  for (const event of [...turn, ...own])
    if (event.type === 'question' && !since.has(event.id)) since.set(event.id, event.at)
  const asked = [...questions.open.values()].map(({ id, node, question }) => ({
    id,
    question,
    who: nameOf(names[node], node),
    since: since.get(id) ?? '',
  }))
  // Other processes may have written more since the newest was looked up.
  return { runId: before.runId, lastSeq: own.at(-1)?.seq ?? lastSeq, questions, names, since, asked }
}

function nameOf(node: InnerNode | undefined, id: string): string {
  if (node === undefined) return id
  return node.name.trim() === '' ? (kindOf(node)?.label ?? node.kind) : node.name
}
