/**
 * What a person says during a turn. It waits in the library and begins the next turn: when the one before has ended in order, at its next step, or at
 * once. Nothing begins by itself after a question, a failure, a stop or a limit, or when Baton is opened again: then the person says so.
 */
import { AppError, toAppError } from '../../src-shared/errors'
import type { QueuedMessage, QueuedWords } from '../../src-shared/rpc/queue'
import { isoOf } from '../clock'
import type { NewQueuedMessage, QueuedMessages, QueuedRow } from '../store/queued-messages'
import { attachmentsWithoutSecrets } from './attachments'
import type { FlowNow, Listen, RunOutcome, RunnerOptions, StartedRun } from './execution/execution'

export type MessageQueue = {
  list: (threadId: string) => QueuedMessage[]
  /** Keeps a message, and begins its turn where none runs and the last one ended in order; its id. */
  add: (message: NewQueuedMessage, waiter?: TurnWaiter) => Promise<string>
  /** Gives a message that is there already to somebody who waits for its turn. False: somebody does. */
  await: (id: string, waiter: TurnWaiter) => boolean
  isAwaited: (id: string) => boolean
  /** Nobody waits for the turn of a message any more. */
  unwait: (id: string) => void
  edit: (...change: Parameters<QueuedMessages['edit']>) => void
  remove: (id: string) => void
  move: (id: string, before: string | null) => void
  /** Hears all that is told of turns that messages of a thread begin by themselves. */
  hear: (threadId: string, listen: Listen) => void
  /** Waits until no message of the thread begins a turn by itself any more; how the last of these turns ended, null: there was none. */
  rest: (threadId: string) => Promise<RunOutcome | null>
  /** Begins a turn with one of them. Throws what `start` throws; then it waits on. */
  send: (id: string) => Promise<StartedRun>
  /** No turn runs, and the last one ended in order: a message that was meant for its end begins by itself. */
  isFree: (threadId: string) => boolean
  /** From now on no message begins a turn by itself. */
  pause: () => void
}

/** Who waits for the turn of one message, in this process: hears it from its first event. */
export type TurnWaiter = { hear: Listen; begun: (run: StartedRun) => void; removed: () => void }

/** A turn that one of them begins. `within`: takes it out of the queue, in the transaction in which its run begins. */
type QueuedTurn = QueuedWords & FlowNow & { flowId: string; threadId: string; within: () => void; listen: Listen }

/** `cut`: ends what runs of a thread in this process where it stands. */
type QueueContext = {
  start: (turn: QueuedTurn) => Promise<StartedRun>
  cut: (threadId: string) => void
  isClosing: () => boolean
}

/** `afterRun`: the next one begins its turn, if it may. `settled`: no turn is being begun. */
export type DrivenQueue = MessageQueue & {
  afterRun: (threadId: string, outcome: RunOutcome) => void
  settled: () => Promise<void>
}

type QueueOptions = Pick<RunnerOptions, 'queued' | 'threads' | 'events' | 'flowNow' | 'services'>

export function createMessageQueue(options: QueueOptions, { start, cut, isClosing }: QueueContext): DrivenQueue {
  const { queued, threads, services } = options
  const beginning = new Set<Promise<unknown>>()
  const going = new Map<string, Promise<RunOutcome | null>>()
  const listeners = new Map<string, Listen>()
  const waiters = createWaiters()
  const pausing = { isPaused: false }
  const begin = async ({ id, threadId, flowId, said }: QueuedRow, { isCalm } = { isCalm: false }) => {
    const run = await start({
      flowId,
      ...flowOf(options, { threadId, flowId }),
      threadId,
      ...said,
      listen: waiters.hearOf(id) ?? listeners.get(threadId) ?? ignore,
      within() {
        if (isCalm) queued.calm(threadId)
        if (JSON.stringify(queued.take(id).said) !== JSON.stringify(said)) throw changedMeanwhile()
      },
    })
    waiters.take(id)?.begun(run)
    return run
  }
  const next = async (threadId: string): Promise<StartedRun | null> => {
    const [first] = isClosing() || pausing.isPaused ? [] : queued.ofThread(threadId)
    if (first === undefined) return null
    try {
      return await begin(first)
    } catch (cause) {
      const { code, message } = toAppError(cause)
      if (code === 'conflict') return await next(threadId)
      if (code !== 'run-active' && !isClosing()) queued.setProblem(first.id, message)
      return null
    }
  }
  const go = (threadId: string): Promise<unknown> => {
    const started = next(threadId).finally(() => beginning.delete(started))
    beginning.add(started)
    const over = started.then(async (run) => (run === null ? null : await run.done))
    going.set(threadId, over)
    // The next one may have begun by then.
    const forget = () => going.get(threadId) === over && going.delete(threadId)
    void over.then(forget, forget)
    return started
  }
  return {
    list: (threadId) => queued.ofThread(threadId).map(shown),
    async add(message, waiter) {
      const { threadId, when } = message
      threads.refuseImported(threadId)
      const id = queued.add(await keptMessage(message, services))
      if (waiter !== undefined) waiters.set(id, waiter)
      if (when === 'instead') cut(threadId)
      if (!pausing.isPaused && isFree(options, threadId)) await go(threadId)
      return id
    },
    edit(id, change) {
      queued.edit(id, change)
      if (change.when === 'instead') cut(queued.read(id).threadId)
    },
    ...waiters.methods,
    remove(id) {
      queued.take(id)
      waiters.take(id)?.removed()
    },
    move: queued.move,
    hear: (threadId, listen) => void listeners.set(threadId, listen),
    rest: (threadId) => lastOf(going, threadId),
    send: async (id) => await begin(queued.read(id), { isCalm: true }),
    isFree: (threadId) => isFree(options, threadId),
    pause: () => void (pausing.isPaused = true),
    afterRun(threadId, outcome) {
      // Events are read only where something waits: this is the end of every turn.
      const mayGo = endedInOrder(outcome) && queued.ofThread(threadId).length > 0 && !wasStopped(options, threadId)
      if (mayGo) void go(threadId).catch(() => undefined)
    },
    async settled() {
      await Promise.allSettled([...beginning])
    },
  }
}

/** What is stored holds no key, also while it only waits. */
async function keptMessage(message: NewQueuedMessage, services: QueueOptions['services']): Promise<NewQueuedMessage> {
  return { ...message, attachments: attachmentsWithoutSecrets(message.attachments, await services.redactor()) }
}

const ignore: Listen = () => undefined

async function lastOf(
  going: ReadonlyMap<string, Promise<RunOutcome | null>>,
  threadId: string,
): Promise<RunOutcome | null> {
  let last: RunOutcome | null = null
  for (let now = going.get(threadId); now !== undefined; now = going.get(threadId)) last = (await now) ?? last
  return last
}

/** Who waits for turns in this process, by the ids of their messages. */
function createWaiters() {
  const all = new Map<string, TurnWaiter>()
  return {
    set: (id: string, waiter: TurnWaiter) => void all.set(id, waiter),
    hearOf: (id: string) => all.get(id)?.hear,
    take(id: string): TurnWaiter | undefined {
      const waiter = all.get(id)
      all.delete(id)
      return waiter
    },
    methods: {
      await(id: string, waiter: TurnWaiter): boolean {
        if (all.has(id)) return false
        all.set(id, waiter)
        return true
      },
      isAwaited: (id: string) => all.has(id),
      unwait: (id: string) => void all.delete(id),
    },
  }
}

/** A queued message answers no question, and follows on nothing that a person should look at first. */
function endedInOrder(outcome: RunOutcome): boolean {
  return outcome.state === 'finished' && outcome.question === undefined && outcome.limit === null
}

/** No turn runs, and the last one ended in order: a message that was meant for its end begins at once. */
function isFree({ threads, events }: Pick<QueueOptions, 'threads' | 'events'>, threadId: string): boolean {
  const newest = threads.newestRun(threadId)
  if (newest === null) return true
  if (newest.state !== 'finished') return false
  const end = events.events(newest.id).findLast(({ type }) => type === 'run.finished')
  if (end?.type !== 'run.finished' || (end.reason !== 'done' && end.reason !== 'spoken')) return false
  return !wasStopped({ threads, events }, threadId)
}

/** Whether a person ended the newest turn at a breakpoint: for the thread that is a stop. */
function wasStopped({ threads, events }: Pick<QueueOptions, 'threads' | 'events'>, threadId: string): boolean {
  const newest = threads.newestRun(threadId)
  if (newest === null) return false
  return events
    .events(newest.id)
    .some((event) => event.type === 'answer' && event.answer.kind === 'breakpoint' && event.answer.go.is === 'stop')
}

/** The flow as it is now, or as the newest turn had it where it is in no library. */
function flowOf({ flowNow, threads }: QueueOptions, of: { threadId: string; flowId: string }): FlowNow {
  const now = flowNow(of.flowId) ?? threads.newestRun(of.threadId)
  if (now === null) throw new AppError('not-found', 'The flow of this thread is not there any more.')
  const { flowText, revision } = now
  return { flowText, revision }
}

function shown({ id, when, said, problem, queuedAt }: QueuedRow): QueuedMessage {
  const attached = said.attachments.map((one) => ('uri' in one ? one.uri : one.name))
  return { id, when, text: said.text, attached, problem, queuedAt: isoOf(queuedAt) }
}

function changedMeanwhile(): AppError {
  return new AppError('conflict', 'The message was changed while it was being sent.')
}
