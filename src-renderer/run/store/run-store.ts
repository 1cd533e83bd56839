/**
 * The conversations of the open flow: its list of threads, the fold over the open one, and what a person can do with
 * them. Holds nothing that the events do not say, except what was asked for and not answered yet.
 */
import { createStore, type StoreApi } from 'zustand/vanilla'
import { toAppError } from '../../../src-shared/errors'
import type { JsonObject, SayWhen } from '../../../src-shared/flow/records'
import type { ThreadModel } from '../../../src-shared/flow/thread-model'
import type { AskedAttachment } from '../../../src-shared/rpc/attachments'
import type { Answer } from '../../../src-shared/run/log/questions'
import { createForkSheet, type ForkSheet } from './forking'
import { createForks, decidedRetry, type Forks } from './forks'
import { createOpenThread, type OpenThread } from './open-thread'
import { createRepeats, type Repeats } from './repeats'
import {
  FRESH,
  isBusy,
  onlyNodeOf,
  type MessageAttachment,
  type RunParts,
  type RunState,
  type RunStoreOptions,
} from './run-state'
import { createRuns, type Runs, type RunServices } from './runs'
import { createThreadList } from './thread-list'
import { type Message } from '../../../src-shared/languages/translate'

export type RunStore = StoreApi<RunState> &
  Forks &
  ForkSheet & {
    /** What the person decides on calls that would be made again. */
    repeats: Repeats
    /** Begins to listen and opens the thread of last time; the returned function ends it. */
    start(): () => void
    /** Says something, or only hands over attachments. False: it was not sent, `error` says why. */
    send(text: string, attaching?: readonly MessageAttachment[]): Promise<boolean>
    /** Says something to the turn that runs. False: it was not taken, `error` says why. */
    queue(text: string, attaching: readonly MessageAttachment[], when: SayWhen): Promise<boolean>
    /** Begins a turn with a message that waits. */
    sendQueued(id: string, text: string): Promise<boolean>
    /** Lets the flow speak first. */
    begin(): Promise<boolean>
    /** Answers a question of the newest turn, also while that goes on with the answer to another one. False: it was not taken, `error` says why. */
    answer(questionId: string, answer: Answer): Promise<boolean>
    /** Goes on with a turn that failed or was interrupted. */
    resume(): Promise<boolean>
    /** Makes what models are told of the open thread anew from what is shown of it. */
    rebuild(): Promise<void>
    stop(): Promise<void>
    /** Does not wait any longer for a model server that is busy. */
    tryNow(): Promise<void>
    /** Picks the agent that answers next. */
    pick(agent: string): void
    /**
     * Sets variables: at once between two turns, with the first message in a new thread. `reset`: names that go back to their
     * defaults. Answers why it was refused, null when it was not.
     */
    setVariables(changes: JsonObject, reset?: readonly string[]): Promise<Message | null>
    /** Shows a moment of the open thread's past, by its step; the last one, and null, is now. */
    look(step: number | null): void
    /** Opens a thread at the step that came of a decision, which is told by its span. */
    openCase(threadId: string, span: string): void
    newThread(): void
    /** Opens a thread at what it says now. */
    openThread(threadId: string): void
    /** Opens a new thread that talks to one node alone. */
    runOnly(node: string): void
    /** Leaves such a thread for the one that was open before, or a new one. */
    leaveOnly(): void
    rename(threadId: string, title: string): Promise<void>
    /** Chooses the model of the open thread alone, or of the one that begins next; null: as the flow says. */
    setModel(model: ThreadModel | null): Promise<void>
    /** Removes a thread after a while in which the returned function takes it back. */
    remove(threadId: string): () => void
    dismissError(): void
  }

export function createRunStore(options: RunStoreOptions): RunStore {
  const { client, flowId, memory } = options
  const store = createStore<RunState>(() => ({ ...FRESH, threads: null }))
  const { getState, setState } = store
  const parts: RunParts = { store, options }
  const list = createThreadList(parts)
  const thread = createOpenThread(parts, list)
  let opened: Promise<void> = Promise.resolve()
  const repeats = createRepeats(parts, thread)
  const runs = createRuns(parts, { list, thread }, () => opened)
  const open = (threadId: string | null): void => {
    memory.write(threadId ?? '')
    // What was asked about the thread that is left comes to nothing.
    repeats.decide(null)
    thread.open(threadId)
  }
  const forks = createForks(parts, { list, thread, repeats }, open)

  return Object.assign(store, {
    start() {
      const listening = listen(parts, { list, thread })
      opened = listening.opened
      return listening.stop
    },
    send(text: string, attaching: readonly MessageAttachment[] = []) {
      const message = { text: text === '' ? null : text, attachments: attaching.map(({ asked }) => asked) }
      const attached = attaching.map(({ name }) => name)
      return runs.launch({ verb: 'send', text, attached }, () =>
        client.call('runs.start', { ...startOf(getState(), flowId), ...message }),
      )
    },
    ...queueVerbs(parts, runs),
    begin: () =>
      runs.launch({ verb: 'begin', text: null }, () =>
        client.call('runs.start', { ...startOf(getState(), flowId), text: null }),
      ),
    setVariables: (changes: JsonObject, reset: readonly string[] = []) => setVariables(parts, changes, reset),
    async answer(questionId: string, answer: Answer) {
      const { threadId, past } = getState()
      if (threadId === null || past !== null) return false
      const give = () => client.call('runs.answer', { threadId, questionId, answer })
      return isBusy(getState()) ? addToTurn(parts, thread, give) : runs.launch({ verb: 'answer', text: null }, give)
    },
    async resume() {
      const { threadId, live } = getState()
      if (threadId === null) return false
      if (live.latest?.state !== 'failed')
        return await runs.launch({ verb: 'continue', text: null }, () => client.call('runs.resume', { threadId }))
      const decisions = await decidedRetry(parts, repeats, threadId)
      if (decisions === null || getState().threadId !== threadId) return false
      return await runs.launch({ verb: 'retry', text: null }, () => client.call('runs.resume', { threadId, decisions }))
    },
    ...forks,
    ...createForkSheet(parts, (...left) => forks.leaveWith(...left)),
    repeats,
    rebuild: () => rebuild(parts),
    stop: () => runs.stop(),
    tryNow: () => tryNow(parts),
    pick: (agent: string) => setState({ to: agent }),
    look: (step: number | null) => thread.look(step),
    newThread: () => open(null),
    ...openVerbs(store, thread, open),
    ...onlyVerbs(store, open),
    rename: (threadId: string, title: string) => list.rename(threadId, title),
    async setModel(model: ThreadModel | null) {
      const { threadId } = getState()
      if (threadId === null) setState({ nextModel: model })
      else await list.setModel(threadId, model)
    },
    remove(threadId: string) {
      const wasOpen = getState().threadId === threadId
      const takeBack = list.remove(threadId)
      if (wasOpen) open(null)
      return () => {
        if (takeBack() && wasOpen && getState().threadId === null) open(threadId)
      }
    },
    dismissError: () => setState({ error: null }),
  })
}

/** Opening a thread at what it says now, or at one of its steps. */
function openVerbs(
  { getState }: StoreApi<RunState>,
  thread: OpenThread,
  open: (threadId: string | null) => void,
): Pick<RunStore, 'openCase' | 'openThread'> {
  return {
    openThread(threadId: string) {
      if (threadId === getState().threadId) thread.look(null)
      else open(threadId)
    },
    openCase(threadId: string, span: string) {
      if (threadId !== getState().threadId) open(threadId)
      thread.lookFor(span)
    },
  }
}

/** Talking to one node alone, and going back to where one was. */
function onlyVerbs(
  { getState, setState }: StoreApi<RunState>,
  open: (threadId: string | null) => void,
): Pick<RunStore, 'runOnly' | 'leaveOnly'> {
  return {
    runOnly(node: string) {
      const now = getState()
      const former = onlyNodeOf(now) === null ? now.threadId : now.former
      open(null)
      setState({ nextOnly: node, former })
    },
    leaveOnly: () => open(getState().former),
  }
}

type Listening = {
  stop: () => void
  /** Resolves once it is known which thread is open, if any; never rejects. */
  opened: Promise<void>
}

/** Hears of changes and opens the thread of last time, or the newest. */
function listen({ store, options }: RunParts, { list, thread }: RunServices): Listening {
  const { client, flowId, memory } = options
  const stopChanges = client.stream(
    'app.changes',
    {},
    {
      onItem(change) {
        const isOurs = change.what === 'thread' && (change.flowId === null || change.flowId === flowId)
        if (isOurs) void thread.check().catch(() => undefined)
      },
    },
  )
  const remembered = memory.read()
  const before = thread.visit()
  const opened = list
    .refresh()
    .then(() => {
      const threads = store.getState().threads ?? []
      const last = threads.find((one) => one.id === remembered) ?? threads[0]
      if (before === thread.visit() && remembered !== '' && last !== undefined) thread.open(last.id)
    })
    .catch((cause: unknown) => store.setState({ threads: [], error: toAppError(cause) }))
  const stop = (): void => {
    stopChanges()
    thread.close()
    list.settle()
  }
  return { stop, opened }
}

/** Where a turn begins; values go along before anything was said. */
function startOf({ threadId, live, preset, to, nextModel, nextOnly }: RunState, flowId: string) {
  const [model, only] = threadId === null ? [nextModel, nextOnly] : [null, null]
  return { flowId, threadId, to, model, only, variables: live.latest === null ? preset : {} }
}

/** What is said during turns. */
function queueVerbs(parts: RunParts, runs: Runs) {
  const { client } = parts.options
  return {
    async queue(text: string, attaching: readonly MessageAttachment[], when: SayWhen) {
      const { threadId, to } = parts.store.getState()
      const said = { to, text, attachments: attaching.map(({ asked }) => asked), when }
      const begun = runs.launched()
      // What is typed right after the message that begins a turn belongs behind it, in a thread that there may not be yet.
      const into = begun === null ? threadId : ((await begun)?.threadId ?? null)
      return into !== null && (await queueMessage(parts, into, said))
    },
    sendQueued: (id: string, text: string) =>
      runs.launch({ verb: 'send', text }, () => client.call('queue.send', { id })),
  }
}

type SaidMeanwhile = { to: string | null; text: string; attachments: AskedAttachment[]; when: SayWhen }

async function queueMessage({ store, options }: RunParts, threadId: string, said: SaidMeanwhile): Promise<boolean> {
  try {
    await options.beforeRun()
    await options.client.call('queue.add', { threadId, ...said })
    return true
  } catch (cause) {
    store.setState({ error: toAppError(cause) })
    return false
  }
}

async function tryNow({ store, options }: RunParts): Promise<void> {
  const { threadId } = store.getState()
  if (threadId === null) return
  try {
    await options.client.call('runs.tryNow', { threadId })
  } catch (cause) {
    options.onError('The model server could not be asked again at once', cause)
  }
}

async function rebuild({ store: { getState, setState }, options: { client } }: RunParts): Promise<void> {
  const { threadId } = getState()
  if (threadId === null) return
  try {
    await client.call('threads.rebuild', { threadId })
    setState({ error: null })
  } catch (cause) {
    setState({ error: toAppError(cause) })
  }
}

async function setVariables(
  { store, options }: RunParts,
  changes: JsonObject,
  reset: readonly string[],
): Promise<Message | null> {
  const { threadId, live, preset } = store.getState()
  if (threadId === null || live.latest === null) {
    const kept = Object.entries(preset).filter(([name]) => !reset.includes(name))
    store.setState({ preset: { ...Object.fromEntries(kept), ...changes } })
    return null
  }
  try {
    await options.beforeRun()
    await options.client.call('threads.setVariables', { threadId, changes, reset: [...reset] })
    return null
  } catch (cause) {
    return toAppError(cause).said
  }
}

/** Answers while the turn goes on with another answer, which takes this one over. */
async function addToTurn(
  { store, options }: RunParts,
  thread: OpenThread,
  give: () => Promise<unknown>,
): Promise<boolean> {
  const before = thread.visit()
  try {
    await options.guard('answer', give)
    return true
  } catch (cause) {
    if (before === thread.visit()) store.setState({ error: toAppError(cause) })
    return false
  }
}
