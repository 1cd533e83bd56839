/** Plays a test: its turns by the one runner, in a library and checkpoints that are in memory and gone afterwards, up to the first difference. */
import { type AppError, saidOf, toAppError } from '../../src-shared/errors'
import type { ListedTool } from '../../src-shared/flow/graph'
import type { Answer, NodeQuestion } from '../../src-shared/run/log/questions'
import type { RunEvent } from '../../src-shared/run/log/events'
import { addExpense, NO_EXPENSE, spentOnCall, type Expense } from '../../src-shared/run/log/expense'
import {
  dueStep,
  firstDifference,
  type FoundDifference,
  type TestDifference,
  type WhatDiffers,
} from '../../src-shared/run/tests/difference'
import { routeOf } from '../../src-shared/run/tests/route'
import type { FlowTest, RouteStep, TestTurn } from '../../src-shared/run/tests/test-file'
import type { Clock } from '../clock'
import type { KeyedItem } from '../consent/keys'
import { BatonSaver, checkpointsInMemory, IN_MEMORY } from '../engine/checkpoints'
import type { TakeResult } from '../engine/contract/repeats'
import type { EngineServices } from '../engine/contract/runtime'
import type { FlowSource } from '../flows/freeze'
import { createPatterns } from '../models/patterns'
import { createRehearsalModel } from '../models/rehearsal'
import { createEventLog } from '../run/execution/event-log'
import type { Listen, RunOutcome, StartedRun } from '../run/execution/execution'
import { createInnerRuns } from '../run/execution/inner-run'
import { createRunner, type Runner } from '../run/runner'
import { createAnswers } from '../store/answers'
import { createCallRules } from '../store/call-rules'
import { createChanges } from '../store/changes'
import { openLibraryInMemory } from '../store/database'
import { processOwner } from '../store/owner'
import { createQueuedMessages } from '../store/queued-messages'
import { createRepeatDecisions } from '../store/repeat-decisions'
import { createResults, type NewResult, type Results } from '../store/results'
import { createThreads } from '../store/threads'
import { neededItems } from './needed-items'
import { recordedModel } from './recorded-replies'
import { recordedResults } from './recorded-results'
import { beginningWith } from './turn-beginning'
import { hostsOfCode, withoutHosts } from './without-hosts'

/** Who replies: what was kept, the rehearsal, or the models that the flow names. */
export type PlayedBy = 'recorded' | 'rehearsal' | 'own'

export type PlayerParts = {
  services: EngineServices
  flowOf: FlowSource
  clock: Clock
  /** What a flow would use outside of Baton. */
  itemsOf: (flowText: string) => readonly KeyedItem[]
  /** As before a run. */
  permit: (flowId: string, items: readonly KeyedItem[]) => void
}

export type TestPlay = {
  test: FlowTest
  flow: { id: string; text: string }
  by: PlayedBy
  signal: AbortSignal
}

/** How a test came out. `difference` null: the flow did what it did then. `spent`: by models that were really asked. `inner`: nodes within sub-flows, as they are called now. */
export type PlayedTest = { difference: TestDifference | null; spent: Expense; inner: NamedNodes }

type NamedNodes = { readonly [id: string]: { readonly name: string } }

/** Plays a test. Throws `consent-needed` before anything happens, and when it is stopped. */
export type PlayTest = (play: TestPlay) => Promise<PlayedTest>

/** More answers than any turn needs: whoever asks again and again is not waited for. */
const MOST_ANSWERS = 2500

export function createPlayer(parts: PlayerParts): PlayTest {
  return async (play) => {
    const { test, flow, by, signal } = play
    signal.throwIfAborted()
    const items = parts.itemsOf(flow.text)
    parts.permit(flow.id, by === 'own' ? items : neededItems(flow.text, items))
    const bench = openBench(parts, play)
    let spent = NO_EXPENSE
    let inner: NamedNodes = {}
    const listen = (event: RunEvent): void => {
      if (by === 'own' && event.type === 'model.finished') spent = addExpense(spent, spentOnCall(event))
      if (event.type === 'run.started') inner = { ...inner, ...event.inner }
    }
    try {
      for (const [at, turn] of test.turns.entries()) {
        const found = await playTurn(bench, { turn, listen, ...play })
        signal.throwIfAborted()
        if (found === null) continue
        const hosts = by === 'own' ? [] : hostsOfCode(flow.text, found.node)
        return { difference: { turn: at + 1, ...found, hosts }, spent, inner }
      }
      return { difference: null, spent, inner }
    } finally {
      await bench.close()
    }
  }
}

type TestBench = {
  runner: Runner
  /** The thread in which all is said. */
  threadId: string
  /** Begins a turn: what is said and given in it from now on. */
  begin: (turn: TestTurn) => void
  /** Stores what was attached. */
  keep: (body: NewResult) => ReturnType<Results['keep']>
  /** The first thing for which nothing was kept. */
  firstNew: () => WhatDiffers | null
  close: () => Promise<void>
}

/** All that a runner works with, made anew. */
function openBench({ services, flowOf, clock }: PlayerParts, { test, flow, by }: TestPlay): TestBench {
  const db = openLibraryInMemory()
  const saver = new BatonSaver({ file: IN_MEMORY })
  let firstNew: WhatDiffers | null = null
  const tellNew = (what: WhatDiffers): void => {
    firstNew ??= what
  }
  let model = recordedModel([], tellNew)
  let taken: TakeResult = () => null
  let unasked: NonNullable<TestTurn['unasked']> = []
  const results = createResults(db)
  const patterns = createPatterns()
  const listed = offeredThen(test)
  const callRules = createCallRules(db, clock)
  const own: EngineServices = {
    ...services,
    resolveModel: (settings, flow) => {
      if (by === 'own') return services.resolveModel(settings, flow)
      return by === 'recorded' ? model : createRehearsalModel({ ...flow, rules: flow.rehearsal, patterns })
    },
    results,
    noteRequest: () => undefined,
    noteWait: () => () => undefined,
    offeredTools: { replace: () => null },
    runsUnasked: ({ threadId, digest, node, tool }) =>
      callRules.allows(threadId, digest) || unasked.some((call) => call.node === node && call.tool === tool),
    runFlow: createInnerRuns(() => own, checkpointsInMemory()),
    ...(by === 'own'
      ? {}
      : { listed: (source) => listed.get(source) ?? [], search: async () => [], embedding: () => null }),
  }
  const changes = createChanges()
  const threads = createThreads({ db, clock, owner: processOwner(), changes })
  const events = createEventLog(db, clock, { changes })
  const runner = createRunner({
    threads,
    events,
    answers: createAnswers(db, clock),
    queued: createQueuedMessages(db, clock, changes),
    breakpoints: { watch: () => ({ all: () => [], reached: () => undefined }) },
    callRules,
    saver,
    services: own,
    results,
    repeats: createRepeatDecisions(db),
    takeResult: (call) => taken(call),
    flowOf: by === 'own' ? flowOf : closedFlows(flowOf),
    flowNow: () => null,
    clock,
    permit: () => undefined,
    onTurnEnd: async () => undefined,
  })
  const { id: threadId } = threads.createThread({ flowId: flow.id, only: test.only })
  return {
    runner,
    threadId,
    keep: (body) => results.keep(threadId, body),
    begin(turn) {
      unasked = turn.unasked ?? []
      model = recordedModel(turn.replies, tellNew)
      taken = recordedResults(turn.calls, tellNew)
    },
    firstNew: () => firstNew,
    async close() {
      await runner.close()
      await patterns.close()
      threads.release()
      for (const one of [events, saver, db]) one.close()
    },
  }
}

function closedFlows(flowOf: FlowSource): FlowSource {
  return (id) => {
    const text = flowOf(id)
    return text === null ? null : withoutHosts(text)
  }
}

/** What each source of tools is taken to offer: what was called of it. */
function offeredThen({ turns }: FlowTest): Map<string, ListedTool[]> {
  const offered = new Map<string, ListedTool[]>()
  for (const { toolNode, tool } of turns.flatMap(({ calls }) => calls)) {
    const known = offered.get(toolNode) ?? []
    if (known.some(({ name }) => name === tool)) continue
    offered.set(toolNode, [...known, { name: tool, tool, description: '', parameters: { type: 'object' } }])
  }
  return offered
}

async function playTurn(
  bench: TestBench,
  { turn, by, signal, flow, listen: hear }: Omit<TestPlay, 'test'> & { turn: TestTurn; listen: Listen },
): Promise<FoundDifference | null> {
  bench.begin(turn)
  const events: RunEvent[] = []
  const listen: Listen = (event) => {
    events.push(event)
    hear(event)
  }
  const run = await beginning(bench.runner, {
    flowId: flow.id,
    flowText: by === 'own' ? flow.text : withoutHosts(flow.text),
    revision: null,
    threadId: bench.threadId,
    text: turn.says,
    ...(await beginningWith(turn, bench.keep)),
    variables: turn.sets,
    listen,
  })
  if ('difference' in run) return run.difference
  const { outcome, unanswered } = await answered(bench.runner, { run, turn, listen, signal })
  signal.throwIfAborted()
  const lost = bench.firstNew() ?? unanswered
  const isCut = lost !== null || outcome.state === 'failed'
  const came = routeOf(events).filter((step) => !isCut || step.is !== 'ended')
  const parts = by === 'recorded' ? 'all' : 'route'
  return (
    firstDifference(turn.route, came, { parts, isCut }) ??
    (lost === null ? failure(outcome) : placed(lost, dueStep(turn.route, came, parts)))
  )
}

type StartRequest = Parameters<Runner['start']>[0]

async function beginning(runner: Runner, request: StartRequest): Promise<StartedRun | { difference: FoundDifference }> {
  try {
    return await runner.start(request)
  } catch (cause) {
    const error = toAppError(cause)
    if (error.code === 'cancelled') throw error
    const node = nodeIn(error)
    return { difference: { node, what: { is: 'cannot-run', node, why: saidOf(error) }, due: null } }
  }
}

type AnsweringContext = {
  run: StartedRun
  turn: TestTurn
  listen: (event: RunEvent) => void
  signal: AbortSignal
}

/** Answers what the turn asks as it was answered then. `unanswered`: a question that was not asked then. */
async function answered(
  runner: Runner,
  { run, turn, listen, signal }: AnsweringContext,
): Promise<{ outcome: RunOutcome; unanswered: WhatDiffers | null }> {
  const stop = (started: StartedRun) => () => void runner.stop(started.runId).catch(() => undefined)
  const left = [...turn.answers]
  let started = run
  for (let count = 0; ; count += 1) {
    const stopThis = stop(started)
    signal.addEventListener('abort', stopThis)
    const outcome = await started.done.finally(() => signal.removeEventListener('abort', stopThis))
    const asked = questionsOf(outcome)
    const [first] = asked
    if (first === undefined || signal.aborted) return { outcome, unanswered: null }
    const given = count < MOST_ANSWERS ? nextAnswer(asked, left) : null
    if (given === null)
      return { outcome, unanswered: { is: 'new-question', node: first.node, kind: first.question.kind } }
    started = await runner.answer({ threadId: run.threadId, ...given }, listen)
  }
}

function questionsOf(outcome: RunOutcome): readonly NodeQuestion[] {
  if (outcome.state !== 'finished' || outcome.question === undefined) return []
  return outcome.questions ?? [outcome.question]
}

/** The first answer to any of these that is left. */
function nextAnswer(
  asked: readonly NodeQuestion[],
  left: TestTurn['answers'],
): { questionId: string; answer: Answer } | null {
  for (const [place, { node, answer }] of left.entries()) {
    const question = asked.find((one) => one.node === node && one.question.kind === answer.kind)
    if (question === undefined) continue
    left.splice(place, 1)
    return { questionId: question.id, answer }
  }
  return null
}

function failure(outcome: RunOutcome): FoundDifference | null {
  if (outcome.state !== 'failed') return null
  const node = nodeIn(outcome.error)
  return { node, what: { is: 'failed', node, why: saidOf(outcome.error) }, due: null }
}

function nodeIn({ details }: AppError): string | null {
  const { node } = details
  return typeof node === 'string' ? node : null
}

function placed(what: WhatDiffers, due: RouteStep | null): FoundDifference {
  return { node: 'node' in what ? what.node : null, what, due }
}
