/**
 * Publishes one random edit of a flow after the other while threads of it stand anywhere, and holds what was forecast of each thread against what then
 * happens to it: whoever answers, what is asked again, what begins again and what is refused.
 */
import path from 'node:path'
import { setNodeData } from '../../src-shared/flow/editing/edits'
import { openFlow } from '../../src-shared/flow/editing/open'
import { saveFlow } from '../../src-shared/flow/editing/save'
import type { Flow } from '../../src-shared/flow/records'
import type { RunEvent } from '../../src-shared/run/log/events'
import { flow } from '../../src-shared/testing/flow-builder'
import { toAppError, type AppError } from '../../src-shared/errors'
import { BatonSaver } from '../engine/checkpoints'
import { readStateAt } from '../engine/state/read-state'
import type { StartedRun } from '../run/execution/execution'
import type { ThreadOutlook } from '../run/verbs/outlook'
import { SETTLEMENTS } from '../run/verbs/settle-thread'
import { openTestCore, type TestCore } from './core-bench'
import type { ServerReply } from './model-reply'
import type { RecordedRequest } from './model-server'
import { diceOf, type Dice } from './random'
import { anyAnswer } from './random-flow'
import { yesTo } from './say-yes'

/** `acts`: how many threads do something after each edit. */
export type PublishCampaign = { seed: number; threads: number; edits: number; acts: number }
/** `told`: how many forecasts of each class were made, `acted`: how many of these were played; `came`: what happened how often. */
export type PublishReport = { faults: string[]; forecasts: number; told: Counts; acted: Counts; came: Counts }
type Counts = { [what: string]: number }

const SLOTS = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }

/** Agents that hand over, a dialog within a supervisor's flow, a nested chat, a task graph, a plan that is looked at, an approval, and a tool that asks. */
function drawDesk(): Flow {
  return flow('Desk')
    .settings({ limits: { rounds: 8, hops: 8, modelCalls: 20 } })
    .start('a')
    .agent('a', { name: 'Ann', prompt: 'You are Ann.', maxToolRounds: 2 })
    .agent('b', { name: 'Bob', prompt: 'You are Bob.', maxToolRounds: 2 })
    .agent('c', { name: 'Cid', prompt: 'You are Cid.', maxToolRounds: 2 })
    .dialog('d', { name: 'Order', prompt: 'You take orders. {dialogs} {tools}', toolName: 'open_order' })
    .dialog('f', { name: 'Form', prompt: 'You fill in forms. {dialogs} {tools}', toolName: 'open_form' })
    .node('rewoo', 'p', { name: 'Planner', approvePlan: true })
    .node('nested-chat', 'n', { name: 'Chats' })
    .node('task-graph', 'g', { name: 'Shop', slots: SLOTS })
    .node('message-worker', 'm', { name: 'Desk worker', prompt: '{value}' })
    .node('approval', 'q', { name: 'Manager', message: 'May it go on?' })
    .builtinTool('clock', { tool: 'clock', toolName: 'get_time' })
    .handoff('a', 'b')
    .handoff('b', 'c')
    .handoff('c', 'a')
    .handoff('a', 'd', { returns: 'when-done' })
    .handoff('a', 'p')
    .handoff('b', 'n')
    .handoff('c', 'g')
    .handoff('b', 'q')
    .delegate('d', 'f')
    .edge('recipient', { from: 'n', to: 'c' }, { message: 'Look', maxTurns: 2 })
    .edge('intent', { from: 'g', to: 'm' }, { intent: 'buy' })
    .edge('next', { from: 'q', to: 'c', port: 'approved' })
    .use('a', 'clock')
    .use('b', 'clock', { needsApproval: true })
    .use('d', 'clock')
    .build()
}

/** What a person does to a drawing between two servings of it: small things, and now and then one that nothing survives. */
function editedDesk(drawn: Flow, holders: readonly string[], dice: Dice): Flow {
  const nodes = Object.keys(drawn.nodes).filter((id) => id !== 'start')
  // Half of the time somebody who has the baton.
  const held = holders.filter((id) => id !== 'a' && nodes.includes(id))
  const node = dice.pick(dice.chance(0.7) ? held : nodes) ?? dice.pick(nodes) ?? 'a'
  const edge = dice.pick(Object.keys(drawn.edges)) ?? 'e1'
  const edits: readonly (() => Flow)[] = [
    () => setNodeData(drawn, node, { prompt: `You are ${dice.roll(1000)}.` }),
    () => without(drawn, { node }),
    () => without(drawn, { node }),
    () => without(drawn, { edge }),
    () => ofKind(drawn, node, dice.pick(['agent', 'dialog', 'rewoo', 'supervisor']) ?? 'agent'),
    () => withEdge(drawn, edge, { to: dice.pick(nodes) ?? 'a' }),
    () => ({ ...drawn, nodes: { ...drawn.nodes, [`z${dice.roll(1000)}`]: { kind: 'agent', name: 'New', data: {} } } }),
    () => setNodeData(drawn, 'clock', { needsApproval: dice.chance(0.5) }),
  ]
  const edited = (dice.pick(edits) ?? (() => drawn))()
  const opened = openFlow(saveFlow(edited))
  return opened.ok ? opened.flow : drawn
}

function without(drawn: Flow, gone: { node?: string; edge?: string }): Flow {
  const nodes = Object.fromEntries(Object.entries(drawn.nodes).filter(([id]) => id !== gone.node))
  const isKept = ([id, { from, to }]: [string, Flow['edges'][string]]) =>
    id !== gone.edge && from.node !== gone.node && to.node !== gone.node
  return { ...drawn, nodes, edges: Object.fromEntries(Object.entries(drawn.edges).filter(isKept)) }
}

function ofKind(drawn: Flow, id: string, kind: string): Flow {
  const { name = id } = drawn.nodes[id] ?? {}
  return { ...drawn, nodes: { ...drawn.nodes, [id]: { kind, name, data: { prompt: `You are ${name}.` } } } }
}

function withEdge(drawn: Flow, id: string, { to }: { to: string }): Flow {
  const known = drawn.edges[id]
  if (known === undefined) return drawn
  return { ...drawn, edges: { ...drawn.edges, [id]: { ...known, to: { ...known.to, node: to } } } }
}

/** Mostly hands over or calls; now and then its server fails. */
function anyReply(request: RecordedRequest, dice: Dice): ServerReply {
  if (dice.chance(0.08)) return { status: 400 }
  const way = dice.pick(request.toolNames.filter((name) => name.startsWith('transfer_')))
  if (way !== undefined && dice.chance(0.5)) return { calls: [{ name: way, arguments: {} }] }
  return anyAnswer(request, dice.roll(1000))
}

type Campaign = {
  test: TestCore
  dice: Dice
  report: PublishReport
  saver: BatonSaver
  drawn: Flow
  /** Called with each request to the model server. */
  asked: { hear: () => void }
}

export async function playPublishing({ seed, threads, edits, acts }: PublishCampaign): Promise<PublishReport> {
  const dice = diceOf(seed)
  const drawn = drawDesk()
  const asked = { hear: (): void => undefined }
  const script = (request: RecordedRequest) => {
    asked.hear()
    return anyReply(request, dice)
  }
  const test = await openTestCore(drawn, { script, recordsPart: true })
  const saver = new BatonSaver({ file: path.join(test.dataDir, 'checkpoints.sqlite') })
  const report: PublishReport = { faults: [], forecasts: 0, told: {}, acted: {}, came: {} }
  const campaign: Campaign = { test, dice, report, saver, drawn, asked }
  try {
    for (let nth = 0; nth < threads; nth += 1) await beginThread(campaign, `t${nth}`)
    for (let nth = 0; nth < edits && report.faults.length === 0; nth += 1) {
      await publish(campaign, acts)
      // Little is left of a drawing from which one thing after the other is taken.
      if (dice.chance(0.4)) campaign.drawn = drawn
    }
  } finally {
    saver.close()
    await test.close()
  }
  return report
}

async function beginThread({ test, dice, drawn, asked }: Campaign, thread: string): Promise<void> {
  const flowText = saveFlow(drawn)
  test.core().services.threads.createThread({ flowId: drawn.id, id: thread })
  for (let left = 1 + dice.roll(3); left > 0; left -= 1) {
    const { runner } = test.core().services
    if (runner.waiting(thread).length > 0 && dice.chance(0.7)) return
    const isLeft = dice.chance(0.15)
    const begun: { runId: string | null } = { runId: null }
    const listen = ({ runId }: RunEvent): void => {
      begun.runId = runId
    }
    // Where the server has the request, so that it is one that was sent.
    asked.hear = () => void (isLeft && begun.runId !== null && runner.leave(begun.runId))
    const turn = { flowId: drawn.id, flowText, revision: null, threadId: thread, text: 'hi' }
    const { done } = await runner.start({ ...turn, listen })
    const outcome = await done
    asked.hear = () => undefined
    if (outcome.state !== 'finished') return
  }
}

/** One edit: every thread is forecast, and some do something. */
async function publish(campaign: Campaign, acts: number): Promise<void> {
  const { test, dice, report } = campaign
  const { runner, threads } = test.core().services
  const holders = threads.list(campaign.drawn.id).flatMap(({ holder }) => (holder === null ? [] : [holder]))
  const edited = editedDesk(campaign.drawn, holders, dice)
  const now = { flowText: saveFlow(edited) }
  const forecasts: ThreadOutlook[] = []
  try {
    for await (const one of runner.outlooks({ flowId: edited.id, now })) forecasts.push(one)
  } catch (cause) {
    if (toAppError(cause).code !== 'flow-has-problems') throw cause
    count(report.told, 'cannot-run')
    return
  }
  campaign.drawn = edited
  report.forecasts += forecasts.length
  for (const one of forecasts) count(report.told, one.is)
  for (let nth = 0; nth < acts && forecasts.length > 0; nth += 1) {
    const one = rarest(forecasts, report, dice)
    forecasts.splice(forecasts.indexOf(one), 1)
    count(report.acted, one.is)
    await act(campaign, one, now)
  }
}

/** One of the class of which the fewest were played so far, so that a short play has some of each. */
function rarest(forecasts: readonly ThreadOutlook[], { acted }: PublishReport, dice: Dice): ThreadOutlook {
  const fewest = Math.min(...forecasts.map(({ is }) => acted[is] ?? 0))
  const rare = forecasts.filter(({ is }) => (acted[is] ?? 0) === fewest)
  const one = dice.pick(rare)
  if (one === undefined) throw new Error('There is no thread to play.')
  return one
}

function count(counts: Counts, what: string): void {
  counts[what] = (counts[what] ?? 0) + 1
}

type NewDrawing = { flowText: string }

async function act(campaign: Campaign, told: ThreadOutlook, now: NewDrawing): Promise<void> {
  const { test, dice } = campaign
  const outlook = dice.chance(0.3) ? await settled(campaign, told, now) : told
  if (outlook === null) return
  const { threadId, questions } = outlook
  const { threads } = test.core().services
  const isOpen = threads.unfinishedRun(threadId) !== null
  const how =
    questions.length > 0 && !isOpen && dice.chance(0.7) ? 'answer' : isOpen && dice.chance(0.5) ? 'resume' : 'say'
  const before = { turns: threads.turnsOf(threadId), flowText: threads.newestRun(threadId)?.flowText ?? '' }
  const came = await whatComes(campaign, { outlook, how, now })
  const faults = faultsOf(outlook, { ...came, how, before, now: threads.drawingOf(threadId) ?? now.flowText })
  for (const fault of faults)
    campaign.report.faults.push(`${threadId}, ${outlook.is}, ${how}: ${fault}\n${JSON.stringify(outlook.forecast)}`)
}

/** What a person decides first, and what is forecast then; null: that went wrong. */
async function settled(campaign: Campaign, told: ThreadOutlook, now: NewDrawing): Promise<ThreadOutlook | null> {
  const { test, dice, report } = campaign
  const { threadId, forecast } = told
  const how = dice.pick(SETTLEMENTS) ?? 'pin'
  const { runner } = test.core().services
  const wrong = (fault: string): null => {
    report.faults.push(`${threadId}, ${told.is}, ${how}: ${fault}\n${JSON.stringify(forecast)}`)
    return null
  }
  const obstacle = forecast?.turn.is === 'keeps-drawing' ? forecast.turn.obstacle : null
  let did: string
  try {
    did = await runner.settle({ threadId, how, now })
  } catch (cause) {
    const { code, message } = toAppError(cause)
    did = `refused: ${code}`
    const isForecast = how === 'move' && (told.is === 'pinned' || told.is === 'refused' || obstacle !== null)
    if (!isForecast) return wrong(message)
  }
  count(report.came, `${how}: ${did}`)
  if (how === 'move' && obstacle !== null && did === 'moved' && told.is !== 'pinned') return wrong('moved all the same')
  const only = new Set([threadId])
  let next: ThreadOutlook | null = null
  for await (const one of runner.outlooks({ flowId: campaign.drawn.id, now, only })) next = one
  if (next === null) return wrong('it is gone')
  const isOpen = next.questions.length > 0 || next.is === 'left'
  if (how === 'pin' && next.is !== 'pinned') return wrong(`it is ${next.is}`)
  if (how === 'end' && (isOpen || next.forecast?.turn.is === 'begins-again')) return wrong('it was not ended')
  if (did === 'moved' && next.is === 'pinned') return wrong('it has a drawing of its own still')
  return next
}

type HowItGoesOn = 'say' | 'answer' | 'resume'
type WhatCame = { error: AppError | null; events: RunEvent[]; stack: string[] | null; ranWith: string }

async function whatComes(
  { test, saver, report }: Campaign,
  { outlook, how, now }: { outlook: ThreadOutlook; how: HowItGoesOn; now: NewDrawing },
): Promise<WhatCame> {
  const { threadId, questions } = outlook
  const { runner, threads } = test.core().services
  const events: RunEvent[] = []
  const listen = (event: RunEvent) => void events.push(event)
  const { flowId } = threads.read(threadId)
  const [question] = questions
  const go = (): Promise<StartedRun> => {
    if (how === 'resume') return runner.resume({ threadId, ...now, revision: null }, listen)
    if (how === 'answer' && question !== undefined && question.question.kind !== 'other')
      return runner.answer({ threadId, ...yesTo({ ...question, question: question.question }) }, listen)
    return runner.start({ flowId, ...now, revision: null, threadId, text: 'go on', listen })
  }
  try {
    const { done } = await go()
    const outcome = await done
    count(report.came, `${how}: ${outcome.state}`)
  } catch (cause) {
    const error = toAppError(cause)
    count(report.came, `${how}: refused, ${error.code}`)
    return { error, events, stack: null, ranWith: '' }
  }
  const run = threads.newestRun(threadId)
  return { error: null, events, stack: await firstStack(saver, threadId), ranWith: run?.flowText ?? '' }
}

/** Who has the baton at the beginning of the newest turn, as the first checkpoint of it says. */
async function firstStack(saver: BatonSaver, threadId: string): Promise<string[] | null> {
  const entries = await saver.timeline(threadId, { limit: 10_000 })
  const turn = entries[0]?.turn
  for (const entry of entries.filter((one) => one.turn === turn).reverse()) {
    const state = await readStateAt(saver, { thread_id: threadId, checkpoint_id: entry.checkpointId })
    if (state.turn.number === turn) return state.frames.map(({ node }) => node)
  }
  return null
}

type Comparison = WhatCame & { how: HowItGoesOn; before: { turns: number; flowText: string }; now: string }

/** What came otherwise than it was forecast. */
function faultsOf({ forecast, error: refused }: ThreadOutlook, came: Comparison): string[] {
  const { how, error, events, stack, ranWith, before, now } = came
  if (forecast === null) return error?.code === refused.code ? [] : [`it came to ${error?.message ?? 'a turn'}`]
  const { message, turn } = forecast
  const again = events.flatMap((event) =>
    event.type === 'warning' && event.code === 'turn-begins-again' ? [JSON.stringify(event.facts.why)] : [],
  )
  if (how === 'say') {
    if (message.is === 'refused')
      return error?.message === message.error.message ? [] : [`it was not refused so: ${error?.message ?? 'a turn'}`]
    if (error !== null) return [`it was refused: ${error.message}`]
    const told = message.stack.map(({ node }) => node)
    return [
      ...(JSON.stringify(stack) === JSON.stringify(told) ? [] : [`${JSON.stringify(stack)} began`]),
      ...(ranWith === now ? [] : ['it ran with another drawing']),
    ]
  }
  if (error !== null) return message.is === 'refused' ? [] : [`it was refused: ${error.message}`]
  const keeps = turn.is === 'keeps-drawing'
  const why = turn.is === 'begins-again' && turn.why !== null ? [JSON.stringify(turn.why)] : []
  return [
    ...(JSON.stringify(again) === JSON.stringify(why) ? [] : [`it began again: ${again.join()}`]),
    ...(ranWith === (keeps ? before.flowText : now) ? [] : ['it ran with another drawing']),
  ]
}
