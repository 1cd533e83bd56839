/** Kills the programs at random points of turns until enough were killed, and says what was found wrong: lost, doubled or done again. */
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { saveFlow } from '../../src-shared/flow/editing/save'
import { isTerminal } from '../../src-shared/run/log/event-types'
import type { RunEvent } from '../../src-shared/run/log/events'
import type { LogEntry } from '../../src-shared/run/log/log'
import { createCore } from '../core'
import { BatonSaver } from '../engine/checkpoints'
import { readState } from '../engine/state/read-state'
import { nodePlatform } from '../platform/node'
import { KILL_HOSTS, type KillHost } from './kill-hosts'
import { KILL_SCENES, type KillPlace, type KillScene } from './kill-scenes'
import { kill } from './killable'
import { startModelServer, type ModelServer } from './model-server'
import { startToolServer, type ToolServer } from './tool-server'

/** `again`: calls that were cut short by a kill, and so were made once more. */
export type KillSums = {
  kills: number
  turns: number
  modelCalls: number
  toolCalls: number
  again: number
  faults: string[]
}

/** At most so many kills of one turn, so that it ends; one where there are few, so that every program and every scene has some. */
const perTurn = (wanted: number) => (wanted > 12 ? 4 : 1)
/** Requests to the servers after which a turn may be killed, counted from where it stands. */
const SPAN = 7
const MOST_DELAY_MS = 60

/** Kills so many times; `random` gives numbers from 0 to below 1. */
export async function killCampaign(wanted: number, random: () => number): Promise<KillSums> {
  const sums: KillSums = { kills: 0, turns: 0, modelCalls: 0, toolCalls: 0, again: 0, faults: [] }
  const hosts = Object.entries(KILL_HOSTS)
  const scenes = Object.entries(KILL_SCENES)
  for (let turn = 0; sums.kills < wanted && turn < 10 * wanted; turn += 1) {
    const [hostName, host] = hosts[turn % hosts.length] ?? []
    const [sceneName, scene] = scenes[(turn + Math.floor(turn / hosts.length)) % scenes.length] ?? []
    if (host === undefined || scene === undefined) break
    const faults = await killTurn({ host, scene, sums, random, most: perTurn(wanted) })
    sums.faults.push(...faults.map((fault) => `turn ${turn} (${sceneName} in ${hostName}): ${fault}`))
  }
  return sums
}

type Killing = { host: KillHost; scene: KillScene; sums: KillSums; random: () => number; most: number }
type Servers = { model: ModelServer; tools: ToolServer }

async function killTurn({ host, scene, sums, random, most }: Killing): Promise<string[]> {
  const tools = await startToolServer()
  const model = await startModelServer({ script: scene.reply })
  tools.on('look', ({ input }) => ({ text: `l(${input})`, delayMs: 30 }))
  const folder = mkdtempSync(path.join(tmpdir(), 'baton-campaign-'))
  const drawn = scene.draw(tools)
  const flowText = saveFlow(drawn)
  const file = path.join(folder, 'scene.flow.json')
  writeFileSync(file, flowText)
  const place: KillPlace = { folder, file, flowText, flowId: drawn.id, modelUrl: model.baseUrl, text: 'go' }
  const finished: FinishedWork[] = []
  try {
    let events: RunEvent[] = []
    for (let attempt = 0; ; attempt += 1) {
      const { child, over } = await host(place, attempt === 0)
      const point =
        attempt === most ? null : { requests: 1 + Math.floor(random() * SPAN), delay: random() * MOST_DELAY_MS }
      const ended = await Promise.race([
        over.then((words) => ({ words })),
        point === null ? over.then((words) => ({ words })) : reached({ model, tools }, point),
      ])
      await kill(child)
      events = await storedEvents(place)
      const isOver = events.some(isTerminal)
      if (ended === null && !isOver) {
        sums.kills += 1
        finished.push(finishedIn(events, { model, tools }))
        continue
      }
      if (isOver) break
      return [`it ended with: ${ended?.words ?? 'nothing'}`]
    }
    sums.turns += 1
    sums.modelCalls += model.calls
    sums.toolCalls += tools.calls.length
    sums.again += repeated({ model, tools })
    const log = await storedLog(place, events)
    return [
      ...faultsOf(events, log),
      ...finished.flatMap((before) => doneAgain(before, { model, tools })),
      ...model.violations,
    ]
  } finally {
    await model.close()
    await tools.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Resolves once so many more requests have arrived, and some time has gone by. */
async function reached(
  { model, tools }: Servers,
  { requests, delay }: { requests: number; delay: number },
): Promise<null> {
  const count = () => model.calls + tools.calls.length
  const goal = count() + requests
  for (let look = 0; count() < goal && look < 60_000; look += 1) await wait(2)
  await wait(delay)
  return null
}

/** What is stored of the one run of the one thread. */
export async function storedEvents({ folder, flowId }: Pick<KillPlace, 'folder' | 'flowId'>): Promise<RunEvent[]> {
  const core = await createCore({ dataDir: folder, platform: nodePlatform({ host: 'cli', dataDir: folder }) })
  try {
    const { threads, events } = core.services
    const thread = threads.list(flowId).at(0)
    const run = thread === undefined ? null : threads.runOfTurn(thread.id, 1)
    return run === null ? [] : events.events(run.id)
  } finally {
    await core.close()
  }
}

/** The log of the thread's state. */
export async function storedLog(
  { folder }: Pick<KillPlace, 'folder'>,
  events: readonly RunEvent[],
): Promise<readonly LogEntry[]> {
  const started = events.find((event) => event.type === 'run.started')
  const saver = new BatonSaver({ file: path.join(folder, 'checkpoints.sqlite') })
  try {
    const threadId = started?.type === 'run.started' ? started.threadId : null
    return (await readState(saver, threadId)).log
  } finally {
    saver.close()
  }
}

/** What was done at a kill, and how many requests had arrived by then. */
type FinishedWork = { models: Set<number>; tools: Set<string>; modelCalls: number; toolCalls: number }

function finishedIn(events: readonly RunEvent[], { model, tools }: Servers): FinishedWork {
  const text = JSON.stringify(events)
  const models = new Set([...text.matchAll(/\[r(\d+)\]/g)].map(([, index]) => Number(index)))
  const begun = new Map<string, string>()
  const done = new Set<string>()
  for (const event of events) {
    if (event.type === 'tool.started')
      begun.set(`${event.span} ${event.callId}`, `${event.tool} ${inputIn(event.arguments)}`)
    if (event.type === 'tool.finished') done.add(begun.get(`${event.span} ${event.callId}`) ?? '')
    if (event.type === 'plan.step' && event.state === 'done')
      done.add(`${event.tool} ${inputIn(JSON.stringify(event.arguments ?? {}))}`)
  }
  return { models, tools: done, modelCalls: model.calls, toolCalls: tools.calls.length }
}

function inputIn(json: string): string {
  return z.object({ input: z.string().default('') }).parse(JSON.parse(json)).input
}

/** What was done before a kill and done again after it. */
function doneAgain(before: FinishedWork, { model, tools }: Servers): string[] {
  const asked = (index: number) => JSON.stringify(model.requests[index - 1]?.messages)
  const later = new Set(model.requests.slice(before.modelCalls).map(({ index }) => asked(index)))
  const paid = [...before.models].filter((index) => later.has(asked(index)))
  const called = tools.calls.slice(before.toolCalls).filter(({ tool, input }) => before.tools.has(`${tool} ${input}`))
  return [
    ...paid.map((index) => `model call ${index} was paid again`),
    ...called.map(({ tool, input }) => `the tool ${tool} was called with ${input} again`),
  ]
}

/** Requests that came once more, since a kill cut them short. */
function repeated({ model, tools }: Servers): number {
  const all = [
    ...model.requests.map(({ messages }) => JSON.stringify(messages)),
    ...tools.calls.map(({ tool, input }) => `${tool} ${input}`),
  ]
  return all.length - new Set(all).size
}

/** What is wrong with a turn that is over: an entry lost or doubled, a call without its one result, not exactly one end. */
export function faultsOf(events: readonly RunEvent[], log: readonly LogEntry[]): string[] {
  const faults: string[] = []
  const ends = events.filter(isTerminal)
  if (ends.length !== 1 || events.at(-1)?.type !== 'run.finished')
    faults.push(`its ends are ${ends.map(({ type }) => type).join(', ')}`)
  const entries = events.flatMap((event) => (event.type === 'entry' ? [event.entry] : []))
  const ids = entries.map(({ id }) => id)
  if (new Set(ids).size !== ids.length) faults.push('an entry was told twice')
  const logged = log.map(({ id }) => id)
  const told = ids.filter((id) => logged.includes(id))
  // Chats side by side are told as they come, and logged in the order of drawing.
  if (JSON.stringify(told.toSorted()) !== JSON.stringify(logged.toSorted()))
    faults.push(`the log has ${logged.join(' ')}, and what was told is ${told.join(' ')}`)
  for (const list of [entries, log]) faults.push(...resultFaults(list))
  const callsOf = (type: 'tool.started' | 'tool.finished') =>
    events.flatMap((event) => (event.type === type ? [`${event.tool} ${event.path} ${event.callId}`] : []))
  const begun = new Set(callsOf('tool.started'))
  const over = callsOf('tool.finished')
  for (const call of begun) {
    const count = over.filter((one) => one === call).length
    if (count !== 1) faults.push(`the end of the call ${call} was told ${count} times`)
  }
  return faults
}

function resultFaults(entries: readonly LogEntry[]): string[] {
  const results = entries.flatMap((entry) => (entry.kind === 'result' ? [entry.callId] : []))
  const calls = entries.flatMap((entry) => (entry.kind === 'calls' ? entry.calls.map(({ id }) => id) : []))
  return calls.flatMap((id) => {
    const count = results.filter((one) => one === id).length
    return count === 1 ? [] : [`the call ${id} has ${count} results`]
  })
}
