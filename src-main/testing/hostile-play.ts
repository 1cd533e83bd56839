/**
 * Plays what a clumsy and a hostile person do to threads of one flow, one thing after another and at any moment of a turn, and collects what is wrong
 * after each. A kill is the data folder as it stands at that moment, opened anew.
 */
import Database from 'better-sqlite3'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { AppError } from '../../src-shared/errors'
import { saveFlow } from '../../src-shared/flow/editing/save'
import type { BreakpointPlace, GoOn } from '../../src-shared/run/log/breakpoints'
import type { RunEvent } from '../../src-shared/run/log/events'
import { usualChoice } from '../../src-shared/run/log/repeats'
import type { Answer, LoggedQuestionKind } from '../../src-shared/run/log/questions'
import { createCore } from '../core'
import type { NodeQuestion } from '../engine/contract/runtime'
import { BatonSaver } from '../engine/checkpoints'
import { readState } from '../engine/state/read-state'
import { nodePlatform } from '../platform/node'
import type { StartedRun } from '../run/execution/execution'
import { libraryPath } from '../store/database'
import { drawHostile, hostileModel } from './hostile-scene'
import { eventsOfThread, faultsOfThread } from './hostile-faults'
import { startModelServer } from './model-server'
import { diceOf, type Dice } from './random'
import { startToolServer } from './tool-server'

/** `story`: what was done, for whoever looks into a fault. */
export type HostileReport = { faults: string[]; story: string[]; turns: number; kills: number; calls: number }

const FIRST = 'thread-1'
const MOST_THREADS = 3
const GO_ON: readonly GoOn[] = [
  { is: 'continue' },
  { is: 'over' },
  { is: 'into' },
  { is: 'out' },
  { is: 'stop' },
  { is: 'to', node: 'b' },
]
const PLACES: readonly BreakpointPlace[] = [
  { on: 'node', node: 'l', side: 'before' },
  { on: 'node', node: 'b', side: 'after' },
  { on: 'node', node: 'p', side: 'before' },
  { on: 'tool', tool: 'look' },
  { on: 'tool', tool: 'pay' },
  { on: 'variable', variable: 'n' },
]

export async function playHostile(seed: number, actions: number): Promise<HostileReport> {
  const bench = await openBench(seed)
  try {
    for (let nth = 0; nth < actions && bench.report.faults.length === 0; nth += 1) await act(bench)
    if (bench.report.faults.length === 0) await comeToRest(bench)
  } catch (cause) {
    bench.report.faults.push(cause instanceof Error ? (cause.stack ?? cause.message) : String(cause))
  } finally {
    await bench.close()
  }
  return bench.report
}

type Bench = Awaited<ReturnType<typeof openBench>>

async function openBench(seed: number) {
  const dice = diceOf(seed)
  const tools = await startToolServer()
  const report: HostileReport = { faults: [], story: [], turns: 0, kills: 0, calls: 0 }
  const model = hostileModel(dice)
  /** Called with each request to either server. */
  const moment: { at: number; then: (() => void) | null } = { at: 0, then: null }
  const pass = () => {
    if (moment.then === null) return
    moment.at -= 1
    if (moment.at > 0) return
    const { then } = moment
    moment.then = null
    then()
  }
  const server = await startModelServer({
    script(request) {
      pass()
      return model.reply(request)
    },
  })
  const threads = [FIRST]
  /** Calls that a fork said it would make again. */
  const forecast = new Set<string>()
  /** Calls whose end was stored. */
  const finished = new Set<string>()
  for (const tool of ['pay', 'look', 'find'])
    tools.on(tool, ({ input }) => {
      pass()
      if (finished.has(`${tool} ${input}`) && !forecast.has(`${tool} ${input}`))
        report.faults.push(`${tool} was called with ${input} again`)
      return `${tool} gave ${input}`
    })
  const drawn = drawHostile(tools)
  const flowText = saveFlow(drawn)
  let folder = mkdtempSync(path.join(tmpdir(), 'baton-hostile-'))
  const open = () =>
    createCore({
      dataDir: folder,
      platform: nodePlatform({ host: 'cli', dataDir: folder }),
      models: { baseUrl: server.baseUrl, apiKey: 'test-key', model: 'test-model' },
      allow: ['all'],
    })
  let core = await open()
  core.services.threads.createThread({ flowId: drawn.id, id: FIRST })
  return {
    dice,
    report,
    model,
    server,
    moment,
    finished,
    forecast,
    flowId: drawn.id,
    flowText,
    core: () => core,
    threads,
    folder: () => folder,
    async reopen() {
      await core.close()
      core = await open()
    },
    /** What is on the disk now is what a killed program leaves. */
    snapshot() {
      const copy = mkdtempSync(path.join(tmpdir(), 'baton-hostile-'))
      cpSync(folder, copy, { recursive: true })
      return copy
    },
    async openCopy(copy: string) {
      await core.close()
      rmSync(folder, { recursive: true, force: true })
      folder = copy
      const db = new Database(libraryPath(copy))
      // Its process is gone.
      db.exec(`UPDATE runs SET owner = replace(owner, '/${Math.round(performance.timeOrigin)}/', '/1/')`)
      db.close()
      core = await open()
    },
    async close() {
      moment.then = null
      await core.close()
      report.calls = server.calls
      await server.close()
      await tools.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** What may happen in the middle of a turn. */
type During = 'nothing' | 'stop' | 'kill' | 'now' | 'instead' | 'after' | 'close'
const DURING: readonly During[] = ['nothing', 'nothing', 'stop', 'kill', 'now', 'instead', 'after', 'close']

/** One thing that a person does, and what comes of it until nothing runs any more. */
async function act(bench: Bench): Promise<void> {
  const { dice, report } = bench
  const thread = dice.pick(bench.threads) ?? FIRST
  if (dice.chance(0.12)) setBreakpoint(bench)
  if (dice.chance(0.1)) bench.model.fail()
  const begin = dice.chance(0.12) ? () => forkOf(bench, thread) : goOn(bench, thread)
  const during = dice.pick(DURING) ?? 'nothing'
  report.story.push(`  then ${during}`)
  await play(bench, thread, { begin, during })
  await check(bench)
}

/** How the thread may go on: with what it waits for, with what is left of its turn, or with a message. */
function goOn(bench: Bench, thread: string): () => Promise<StartedRun | null> {
  const { dice, report, flowText, flowId } = bench
  const { runner, threads } = bench.core().services
  const [question] = [dice.pick(runner.waiting(thread))]
  if (question !== undefined && dice.chance(0.75)) {
    const answer = answerTo(question, dice)
    report.story.push(`${thread}: answers ${question.question.kind} ${question.id}: ${JSON.stringify(answer)}`)
    return () => runner.answer({ threadId: thread, questionId: question.id, answer })
  }
  const unfinished = threads.unfinishedRun(thread)
  if (unfinished !== null && dice.chance(0.6)) {
    report.story.push(`${thread}: goes on with a turn that ${unfinished.state}`)
    return () => runner.resume({ threadId: thread, flowText, revision: null })
  }
  const text = `message ${report.turns}`
  report.story.push(`${thread}: ${text}`)
  report.turns += 1
  return () => runner.start({ flowId, flowText, revision: null, threadId: thread, text })
}

/** What a person says to a question. */
function answerTo({ question }: NodeQuestion<LoggedQuestionKind>, dice: Dice): Answer {
  const say = <T>(...from: readonly T[]): T => from[dice.roll(from.length)] ?? (from[0] as T)
  switch (question.kind) {
    case 'approve-call':
      return {
        kind: 'approve-call',
        decision: say(
          { is: 'approve' as const },
          { is: 'approve' as const },
          { is: 'edit' as const, arguments: { ...question.arguments, input: `edited ${dice.roll(1_000_000)}` } },
          { is: 'refuse' as const, reason: 'No.' },
          { is: 'answer' as const, text: 'By hand.' },
        ),
      }
    case 'hold-result':
      return {
        kind: 'hold-result',
        decision: say({ is: 'keep' as const }, { is: 'edit' as const, text: 'Other words.' }, { is: 'blank' as const }),
      }
    case 'approve-plan':
      return { kind: 'approve-plan', approved: dice.chance(0.7) }
    case 'elicitation':
      return { kind: 'elicitation', action: say('accept', 'decline') }
    case 'breakpoint':
      return { kind: 'breakpoint', go: say(...GO_ON) }
    case 'approval':
      return { kind: 'approval', outcome: say('approved' as const, 'refused' as const) }
    case 'other':
      throw new Error(`A question "${question.was}" is of another build.`)
  }
}

function setBreakpoint({ core, dice, flowId, report }: Bench): void {
  const { breakpoints } = core().services
  if (dice.chance(0.5)) {
    report.story.push('  without breakpoints')
    return breakpoints.remove(
      flowId,
      breakpoints.ofFlow(flowId).map(({ id }) => id),
    )
  }
  const place = dice.pick(PLACES)
  if (place === undefined) return
  report.story.push(`  breakpoint ${JSON.stringify(place)}`)
  breakpoints.set(flowId, { place, condition: '', from: 1 + dice.roll(2), isOn: true })
}

/** Another thread from some moment of this one, which goes on where its turn was not over. The other one stays as it is. */
async function forkOf(bench: Bench, thread: string): Promise<StartedRun | null> {
  const { dice, report, flowText } = bench
  const { runner, threads } = bench.core().services
  const told = eventsOfThread(bench.core(), thread)
  const moment = dice.pick(told)
  if (moment === undefined || bench.threads.length >= MOST_THREADS) return null
  const { runId, seq } = moment
  for (const call of await runner.repeats({ how: 'fork', flowText, threadId: thread, runId, seq }))
    if (usualChoice(call) === 'again') bench.forecast.add(`${call.tool} ${inputIn(call.arguments)}`)
  for (const call of openCallsIn(told)) bench.forecast.add(call)
  const id = await unlessRefused(runner.forkAt({ threadId: thread, runId, seq }))
  report.story.push(`${thread}: fork after ${moment.type} ${seq}: ${id ?? 'refused'}`)
  if (id === null) return null
  bench.threads.push(id)
  if (JSON.stringify(eventsOfThread(bench.core(), thread)) !== JSON.stringify(told))
    report.faults.push(`${thread} was changed by a fork`)
  return threads.unfinishedRun(id) === null ? null : await runner.resume({ threadId: id, flowText, revision: null })
}

/** Null where it is refused in words. */
async function unlessRefused<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (cause) {
    if (cause instanceof AppError && cause.code !== 'storage' && cause.code !== 'thread-mismatch') return null
    throw cause
  }
}

type Play = { begin: () => Promise<StartedRun | null>; during: During }

async function play(bench: Bench, thread: string, { begin, during }: Play): Promise<void> {
  const { dice, report, moment } = bench
  const { runner } = bench.core().services
  const pending: Promise<unknown>[] = []
  const killed = Promise.withResolvers<string>()
  let run: StartedRun | null = null
  moment.at = 1 + dice.roll(6)
  moment.then =
    during === 'nothing'
      ? null
      : () => {
          if (during === 'kill') return killed.resolve(bench.snapshot())
          if (during === 'close') return killed.resolve('')
          const id = run?.threadId ?? thread
          if (during === 'stop') return void pending.push(run === null ? Promise.resolve() : runner.stop(run.runId))
          const message = { threadId: id, when: during, text: `queued ${report.turns}`, attachments: [], to: null }
          report.turns += 1
          pending.push(runner.queue.add(message))
        }
  run = await begin()
  if (run === null) return void (moment.then = null)
  const { threadId, done } = run
  const over = done.then(async () => {
    await Promise.all(pending)
    await runner.queue.rest(threadId)
    return null
  })
  const copy = await Promise.race([over, killed.promise])
  moment.then = null
  if (copy === null) return
  if (copy === '') return await bench.reopen()
  report.kills += 1
  await bench.openCopy(copy)
}

/** What is wrong now. */
async function check(bench: Bench): Promise<void> {
  const { report, server, finished } = bench
  const core = bench.core()
  const saver = new BatonSaver({ file: path.join(bench.folder(), 'checkpoints.sqlite') })
  try {
    for (const thread of bench.threads) {
      const events = eventsOfThread(core, thread)
      for (const call of finishedCalls(events)) finished.add(call)
      report.faults.push(...(await faultsOfThread(core, { thread, state: await readState(saver, thread), events })))
    }
  } finally {
    saver.close()
  }
  report.faults.push(...server.violations)
}

function inputIn(json: string): string {
  return /"input":"([^"]*)"/.exec(json)?.[1] ?? ''
}

/** Calls that have no result yet: whoever takes them over may make them too, as the thread that they are from may. */
function openCallsIn(events: readonly RunEvent[]): string[] {
  const entries = events.flatMap((event) => (event.type === 'entry' ? [event.entry] : []))
  const results = new Set(
    entries.flatMap((entry) => (entry.kind === 'result' ? [`${entry.scope} ${entry.callId}`] : [])),
  )
  return entries.flatMap((entry) =>
    entry.kind === 'calls'
      ? entry.calls
          .filter(({ id }) => !results.has(`${entry.scope} ${id}`))
          .map(({ name, arguments: json }) => `${name} ${inputIn(json)}`)
      : [],
  )
}

function finishedCalls(events: readonly RunEvent[]): string[] {
  const begun = new Map<string, string>()
  return events.flatMap((event) => {
    if (event.type === 'tool.started') {
      begun.set(`${event.runId} ${event.span} ${event.callId}`, `${event.tool} ${inputIn(event.arguments)}`)
    }
    if (event.type !== 'tool.finished') return []
    const call = begun.get(`${event.runId} ${event.span} ${event.callId}`)
    return call === undefined ? [] : [call]
  })
}

/** Everybody only speaks from now on: each thread takes a message, and comes to an end in order. */
async function comeToRest(bench: Bench): Promise<void> {
  const { report, flowText, flowId } = bench
  const { breakpoints, runner } = bench.core().services
  bench.model.calm()
  breakpoints.remove(
    flowId,
    breakpoints.ofFlow(flowId).map(({ id }) => id),
  )
  for (const thread of bench.threads) {
    for (const { id } of runner.queue.list(thread)) runner.queue.remove(id)
    let run = await runner.start({ flowId, flowText, revision: null, threadId: thread, text: 'at last' })
    let outcome = await run.done
    for (let tries = 0; tries < 30 && outcome.state === 'finished' && outcome.question !== undefined; tries += 1) {
      const { id, question } = outcome.question
      const answer: Answer =
        question.kind === 'breakpoint'
          ? { kind: 'breakpoint', go: { is: 'continue' } }
          : question.kind === 'approve-plan'
            ? { kind: 'approve-plan', approved: true }
            : { kind: 'approve-call', decision: { is: 'approve' } }
      run = await runner.answer({ threadId: thread, questionId: id, answer })
      outcome = await run.done
    }
    report.story.push(`${thread}: at last ${JSON.stringify(outcome)}`)
    if (outcome.state !== 'finished') report.faults.push(`${thread} did not come to rest: ${JSON.stringify(outcome)}`)
  }
  await check(bench)
}
