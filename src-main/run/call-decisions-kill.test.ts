/**
 * Decisions on four calls of a reply three levels deep, in every order, with kill -9 at random points of each: what runs is what was decided, counted
 * at the tools. Each order is a thread, and one program has them all, so that a kill meets them at different steps. Two orders by default, with kills at
 * two places in them at which between them each tool is decided on; `BATON_ORDERS=all` plays all 24 with up to 16 kills for each decision, `BATON_SEED=7` chooses other points.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, it } from 'vitest'
import { saveFlow } from '../../src-shared/flow/editing/save'
import type { CallDecision } from '../../src-shared/run/log/questions'
import type { WaitingQuestion } from '../../src-shared/rpc/waiting'
import { eventually } from '../../src-shared/testing/eventually'
import { flow } from '../../src-shared/testing/flow-builder'
import { createCore, type Core } from '../core'
import { nodePlatform } from '../platform/node'
import { eventsOfThread } from '../testing/hostile-faults'
import { importAllowed, openWeb } from '../testing/kill-hosts'
import { buildProgram, kill } from '../testing/killable'
import type { ServerReply } from '../testing/model-reply'
import { startModelServer, type RecordedRequest } from '../testing/model-server'
import { toolNode } from '../testing/plan-bench'
import { randomOf } from '../testing/random'
import { startToolServer, type ToolServer } from '../testing/tool-server'

beforeAll(buildProgram, 120_000)

const TOOLS = ['pay', 'refund', 'mail', 'book'] as const
type ToolName = (typeof TOOLS)[number]

/** What is decided on each tool's call, in the thread of an order. */
const DECISIONS: { readonly [name in ToolName]: (order: number) => CallDecision } = {
  pay: () => ({ is: 'approve' }),
  refund: () => ({ is: 'refuse', reason: 'Too dear.' }),
  mail: (order) => ({ is: 'edit', arguments: { input: `mail 2 of ${order}` } }),
  book: () => ({ is: 'answer', text: 'Booked by hand.' }),
}

const resultsOf = (order: number): { readonly [name in ToolName]: string } => ({
  pay: `p(pay 1 of ${order})`,
  refund: 'Error: a person refused this call, so it did not run. The reason: Too dear.',
  mail: `A person changed the arguments of this call before it ran, to {"input":"mail 2 of ${order}"}. What it gave with these:\nm(mail 2 of ${order})`,
  book: 'Booked by hand.',
})

function ordersOf(names: readonly ToolName[]): ToolName[][] {
  if (names.length === 0) return [[]]
  return names.flatMap((first) => ordersOf(names.filter((name) => name !== first)).map((rest) => [first, ...rest]))
}

const ORDERS = ordersOf(TOOLS)
const IS_ALL = process.env['BATON_ORDERS'] === 'all'
/** By default two in which no tool has the same place. */
const PLAYED = [...ORDERS.entries()].filter(([order]) => IS_ALL || [2, 19].includes(order))
/** By default the first and the third tool of each order are those that a kill meets: all four of them, once. */
const isKilledAt = (nth: number) => IS_ALL || nth % 2 === 0
const KILLS = IS_ALL ? 16 : 1
const SEED = Number(process.env['BATON_SEED'] ?? '1')
/** As long as a call of a tool takes, so that kills also come while one runs. */
const CALL_MS = 150

const drawing = (tools: ToolServer) =>
  TOOLS.reduce(
    (builder, name) => builder.httpTool(name, toolNode(tools, name, { needsApproval: true })).use('e', name),
    flow('Decide')
      .start('s')
      .supervisor('s', { name: 'Host', switchObserver: false })
      .dialog('d', { name: 'OUTER', toolName: 'outer' })
      .dialog('e', { name: 'INNER', toolName: 'inner' })
      .delegate('s', 'd')
      .delegate('d', 'e'),
  ).build()

/** The order whose thread a request is of. */
const orderOf = ({ messages }: RecordedRequest) => Number(/order (\d+)/.exec(JSON.stringify(messages))?.[1])

function replyOf(request: RecordedRequest): ServerReply {
  const { toolNames, messages } = request
  const step = ['outer', 'inner'].find((name) => toolNames.includes(name))
  if (step !== undefined) return { calls: [{ name: step, arguments: {} }] }
  if (JSON.stringify(messages).includes('Too dear.')) return { text: 'All done.' }
  return { calls: TOOLS.map((name) => ({ name, arguments: { input: `${name} 1 of ${orderOf(request)}` } })) }
}

/** Where kills met the threads: before the answer was taken, with it, in a call that was begun, and after. */
type MetCounts = { kills: number; asked: number; unfinished: number; begun: number; settled: number }
type DecidedThread = { threadId: string; order: number; names: readonly ToolName[] }
type OpenDecision = { thread: DecidedThread; asked: WaitingQuestion | undefined; isUnfinished: boolean }
type WebProgram = Awaited<ReturnType<typeof openWeb>>

const allWaiting = async ({ client }: WebProgram): Promise<WaitingQuestion[]> => {
  for await (const { item } of client.items('threads.waiting', {})) return item
  return []
}
const mayHaveRun = ({ question }: WaitingQuestion) => question.kind === 'approve-call' && question.mayHaveRun

/** What of the threads is not settled for the `nth` decision. */
async function openDecisions(
  host: WebProgram,
  threads: readonly DecidedThread[],
  nth: number,
): Promise<OpenDecision[]> {
  // First what state they are in: of a thread that asks between the two looks, the other way round would say that it waits for something else.
  const [flowId] = (await host.client.call('flows.list', {})).map(({ id }) => id)
  const states = new Map(
    (await host.client.call('threads.list', { flowId: flowId ?? '' })).map((one) => [one.id, one.state]),
  )
  const waiting = await allWaiting(host)
  return threads.flatMap((thread) => {
    const state = states.get(thread.threadId)
    const asked = waiting.find(
      ({ threadId, question }) =>
        threadId === thread.threadId && question.kind === 'approve-call' && question.tool === thread.names[nth],
    )
    const isSettled = asked === undefined && (state === 'waiting' || state === 'idle')
    return isSettled ? [] : [{ thread, asked, isUnfinished: state === 'unfinished' }]
  })
}

/** Answers what is asked and goes on with what was cut off; gives how many are not settled. What comes too late is seen at the next look. */
async function goOn(play: DecidingPlay, nth: number): Promise<number> {
  const { host, threads, tools } = play
  const open = await openDecisions(host, threads, nth)
  await Promise.allSettled(
    open.map(async ({ thread: { threadId, order, names }, asked, isUnfinished }) => {
      const tool = names[nth]
      if (asked !== undefined && tool !== undefined) {
        const hasRun = tools.calls.some(({ input }) => input.startsWith(tool) && input.endsWith(` of ${order}`))
        // Whoever is asked again looks at the tool, as the question says that they should.
        const isSeen = mayHaveRun(asked) && hasRun
        const decision = isSeen ? { is: 'answer' as const, text: `(seen) ${tool}` } : DECISIONS[tool](order)
        const answer = { kind: 'approve-call' as const, decision }
        await host.client.call('runs.answer', { threadId, questionId: asked.id, answer })
      } else if (isUnfinished) await host.client.call('runs.resume', { threadId })
    }),
  )
  return open.length
}

type DecidingPlay = { folder: string; host: WebProgram; threads: readonly DecidedThread[]; tools: ToolServer }

/** `spanMs`: a kill comes within that; it grows and shrinks, so that kills meet threads in the middle of what was decided. */
type KillPoints = { met: MetCounts; random: () => number; spanMs: number }

/** Has the `nth` decision of every thread made, with kills while it is carried out. */
async function decide(play: DecidingPlay, nth: number, points: KillPoints): Promise<void> {
  let left = isKilledAt(nth) ? play.threads.length : 0
  for (let killed = 0; killed < KILLS && left > 0; killed += 1) {
    const going = goOn(play, nth).catch(() => 0)
    await sleep(points.random() * points.spanMs)
    await kill(play.host.child)
    play.host.client.close()
    await going
    play.host = await openWeb(play.folder)
    const open = await openDecisions(play.host, play.threads, nth)
    const isFurther = noteMet(points.met, { open, settled: left - open.length })
    points.spanMs *= open.length === 0 ? 0.7 : isFurther ? 1 : 1.4
    left = open.length
  }
  await eventually(async () => expect(await goOn(play, nth)).toBe(0))
}

/** Counts where a kill met the threads; gives whether any had come as far as its call. */
function noteMet(met: MetCounts, { open, settled }: { open: readonly OpenDecision[]; settled: number }): boolean {
  met.kills += 1
  met.settled += settled
  const begun = open.filter(({ asked }) => asked !== undefined && mayHaveRun(asked)).length
  const unfinished = open.filter(({ asked }) => asked === undefined).length
  met.begun += begun
  met.unfinished += unfinished
  met.asked += open.length - begun - unfinished
  return settled + begun > 0
}

/** What a thread came to, as its log, the tools and the models know it. */
function madeOf(core: Core, { threadId, order }: DecidedThread, tools: ToolServer) {
  const results = eventsOfThread(core, threadId).flatMap((event) =>
    event.type === 'entry' && event.entry.kind === 'result' ? [event.entry.text] : [],
  )
  const wanted = TOOLS.map((name) => (results.includes(`(seen) ${name}`) ? `(seen) ${name}` : resultsOf(order)[name]))
  const calls = tools.calls.filter(({ input }) => input.endsWith(` of ${order}`)).map(({ input }) => input)
  return { results: results.slice(-4), wanted, calls: calls.toSorted() }
}

it('by default a kill comes at a decision on each of the tools', () => {
  const met = PLAYED.flatMap(([, names]) => names.filter((_name, nth) => isKilledAt(nth)))
  expect([...new Set(met)].toSorted()).toEqual(TOOLS.toSorted())
})

it(
  `carries out exactly what was decided, in ${PLAYED.length} orders`,
  async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'baton-decide-'))
    const server = await startModelServer({ script: replyOf })
    const tools = await startToolServer()
    for (const name of TOOLS) tools.on(name, ({ input }) => ({ text: `${name.charAt(0)}(${input})`, delayMs: CALL_MS }))
    const host = await openWeb(folder)
    const { client } = host
    const play: DecidingPlay = { folder, host, threads: [], tools }
    try {
      const flowId = await importAllowed(client, { flowText: saveFlow(drawing(tools)), modelUrl: server.baseUrl })
      const started = PLAYED.map(async ([order, names]) => {
        const { threadId } = await client.call('runs.start', { flowId, text: `order ${order}` })
        return { threadId, order, names }
      })
      play.threads = await Promise.all(started)
      await eventually(async () => expect(await allWaiting(host)).toHaveLength(4 * PLAYED.length))
      const met: MetCounts = { kills: 0, asked: 0, unfinished: 0, begun: 0, settled: 0 }
      const points = { met, random: randomOf(SEED), spanMs: 400 }
      for (const nth of TOOLS.keys()) await decide(play, nth, points)
      play.host.client.close()
      await kill(play.host.child)
      const core = await createCore({ dataDir: folder, platform: nodePlatform({ host: 'cli', dataDir: folder }) })
      for (const thread of play.threads) {
        const { results, wanted, calls } = madeOf(core, thread, tools)
        const asked = server.requests.filter((request) => orderOf(request) === thread.order).length
        expect([results, calls]).toEqual([wanted, [`mail 2 of ${thread.order}`, `pay 1 of ${thread.order}`]])
        // A kill while the last reply comes has it asked for once more.
        expect(asked >= 4 && asked <= 4 + KILLS).toBe(true)
      }
      expect([core.services.inbox.list(), server.violations]).toEqual([[], []])
      await core.close()
      if (IS_ALL) process.stdout.write(`${JSON.stringify(met)}\n`)
    } finally {
      await kill(play.host.child)
      await server.close()
      await tools.close()
      rmSync(folder, { recursive: true, force: true })
    }
  },
  IS_ALL ? 900_000 : 240_000,
)
