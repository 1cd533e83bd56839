/** A core on a data folder of its own, wired to the tests' model server: for tests that talk to whole flows. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import type { Flow } from '../../src-shared/flow/records'
import { saveFlow } from '../../src-shared/flow/editing/save'
import { connectionInputSchema } from '../../src-shared/rpc/connection'
import type { AskedAttachment } from '../../src-shared/rpc/attachments'
import type { RunEvent, RunEventOf, RunEventType } from '../../src-shared/run/log/events'
import type { Answer } from '../../src-shared/run/log/questions'
import { isSameChoice, readerOf } from '../../src-shared/run/log/read-decision'
import { isInner, type LogEntry } from '../../src-shared/run/log/log'
import type { Clock } from '../clock'
import { createCore, type Core } from '../core'
import { BatonSaver } from '../engine/checkpoints'
import { readState } from '../engine/state/read-state'
import type { BatonState } from '../engine/state/state'
import { nodePlatform } from '../platform/node'
import type { RunOutcome } from '../run/execution/execution'
import { faultsOfRecord } from './kept-requests'
import { startModelServer, type ModelServer, type ModelServerOptions } from './model-server'
import { layNewCheckpoints, layNewLibrary } from './new-library'

/** What a turn did. */
export type TurnReport = {
  outcome: RunOutcome
  events: RunEvent[]
  /** Texts that the flow said to the user, in order. */
  said: string[]
}

export type TestCore = {
  server: ModelServer
  dataDir: string
  core: () => Core
  /** One turn; null: the flow speaks first. */
  turn: (
    text: string | null,
    thread?: string,
    more?: { to?: string; attachments?: readonly AskedAttachment[] },
  ) => Promise<TurnReport>
  /** Goes on with a turn that was left, or tries a failed one again; `now`: the flow as it has become. */
  resume: (thread?: string, now?: Flow) => Promise<TurnReport>
  /** What a person says to a question that a turn waits for. */
  answer: (questionId: string, answer: Answer, thread?: string) => Promise<TurnReport>
  /** Closes the core and opens a new one on the same folder, with another model server where one is given. */
  restart: (baseUrl?: string) => Promise<void>
  /** The thread's state as it is stored. */
  state: (thread?: string) => Promise<BatonState>
  close: () => Promise<void>
}

export type BenchOptions = {
  env?: NodeJS.ProcessEnv
  /** The time of the core; absent: that of the machine. */
  clock?: Clock
  /** The person's own connections, in the place of the one to the model server; the first of them has to be called `default`. */
  connections?: (baseUrl: string) => readonly z.input<typeof connectionInputSchema>[]
  /** Requests are made that the record cannot have: by other programs, in threads that are removed, or of turns that are stopped. */
  recordsPart?: boolean
}

/** Opens a core whose every model call goes to a fresh model server. Threads are made on first use. */
export async function openTestCore(
  flow: Flow,
  { env, clock, connections, recordsPart = false, ...options }: ModelServerOptions & BenchOptions = {},
): Promise<TestCore> {
  const server = await startModelServer(options)
  const dataDir = mkdtempSync(path.join(tmpdir(), 'baton-core-'))
  layNewLibrary(dataDir)
  layNewCheckpoints(path.join(dataDir, 'checkpoints.sqlite'))
  const flowText = saveFlow(flow)
  const open = (baseUrl = server.baseUrl) =>
    createCore({
      dataDir,
      platform: nodePlatform({ host: 'cli', dataDir }),
      models: connections === undefined ? { baseUrl, apiKey: 'test-key', model: 'test-model' } : undefined,
      allow: ['all'],
      env,
      ...(clock === undefined ? {} : { clock }),
    })
  let core = await open()
  // A request whose answer was not waited for, or whose core is gone, is not kept.
  let isComplete = !recordsPart
  const misread: string[] = []
  for (const input of connections?.(server.baseUrl) ?? [])
    await core.services.connections.save(connectionInputSchema.parse(input))
  const ensure = (thread: string) => {
    const isKnown = core.services.threads.list(flow.id).some(({ id }) => id === thread)
    if (!isKnown) core.services.threads.createThread({ flowId: flow.id, id: thread })
  }
  const reportOf = async (start: (listen: (event: RunEvent) => void) => Promise<{ done: Promise<RunOutcome> }>) => {
    const events: RunEvent[] = []
    const { done } = await start((event) => events.push(event))
    const outcome = await done
    misread.push(...events.flatMap(misreading))
    isComplete &&= outcome.state === 'finished' || outcome.state === 'failed'
    return { outcome, events, said: saidIn(events) }
  }
  return {
    server,
    dataDir,
    core: () => core,
    turn(text, thread = 't1', more = {}) {
      ensure(thread)
      return reportOf((listen) =>
        core.services.runner.start({
          flowId: flow.id,
          flowText,
          revision: null,
          threadId: thread,
          text,
          listen,
          ...more,
        }),
      )
    },
    resume: (threadId = 't1', now = flow) =>
      reportOf((listen) => core.services.runner.resume({ threadId, flowText: saveFlow(now), revision: null }, listen)),
    answer: (questionId, answer, threadId = 't1') =>
      reportOf((listen) => core.services.runner.answer({ threadId, questionId, answer }, listen)),
    async restart(baseUrl) {
      isComplete = false
      await core.close()
      core = await open(baseUrl)
    },
    async state(thread = 't1') {
      const saver = new BatonSaver({ file: path.join(dataDir, 'checkpoints.sqlite') })
      try {
        return await readState(saver, thread)
      } finally {
        saver.close()
      }
    },
    async close() {
      const unstated = recordsPart ? [] : unstatedConnections(core, server)
      await core.close()
      await server.close()
      const faults = faultsOfRecord(dataDir, server, { isComplete })
      rmSync(dataDir, { recursive: true, force: true })
      if (misread.length > 0)
        throw new Error(`Decisions are read otherwise when they are asked again.\n${misread.join('\n')}`)
      if (unstated.length > 0)
        throw new Error(`The model server was reached for no stated purpose.\n${unstated.join('\n')}`)
      if (faults.length > 0) throw new Error(`The record of requests is not what was sent.\n${faults.join('\n')}`)
    },
  }
}

/** Connections of the core to the model server that are in its ledger without a word of what they are for. */
function unstatedConnections({ services: { ledger } }: Core, { baseUrl }: ModelServer): string[] {
  const { hostname: host, port } = new URL(baseUrl)
  const { entries } = ledger.read({ host, before: null, limit: 1000 })
  const unstated = entries.filter((one) => one.port === Number(port) && one.uses.some(({ why }) => why === 'unknown'))
  return unstated.map((one) => JSON.stringify(one))
}

/** What is wrong with how a decision's own answer is read from what is kept of it, one line; nothing where it is read as the engine did. */
function misreading(event: RunEvent): string[] {
  if (event.type !== 'decision' || event.decision.answer === null) return []
  const { answer, rule, choice } = event.decision
  const calls = rule.by === 'model-called' ? [{ name: answer.slice(0, answer.indexOf('(')) }] : []
  const read = readerOf(event.decision)?.({ text: answer, calls })
  if (read === undefined || (isSameChoice(read.choice, choice) && isDeepStrictEqual(read.rule, rule))) return []
  return [`${JSON.stringify({ rule, choice })} is read as ${JSON.stringify(read)}`]
}

/** The texts that the flow said to the user. */
export function saidIn(events: readonly RunEvent[]): string[] {
  return eventsOfType(events, 'entry').flatMap(({ entry }) => (isSpoken(entry) ? [entry.text] : []))
}

function isSpoken(entry: LogEntry): entry is LogEntry & { kind: 'text' } {
  return entry.kind === 'text' && entry.author !== 'user' && !isInner(entry.scope)
}

/** The events of one type. */
export function eventsOfType<T extends RunEventType>(events: readonly RunEvent[], type: T): RunEventOf<T>[] {
  return events.filter((event): event is RunEventOf<T> => event.type === type)
}
