/** What all workers share: delivering what they say, failing without ending the app, and the prompts' common slots (DefaultWorker 2, 11, 12). */
import { isGraphInterrupt } from '@langchain/langgraph'
import { toErrorRecord } from '../../../src-shared/errors'
import { isUnconditional } from '../../../src-shared/agents/routing/intents'
import { slotsOf } from '../../../src-shared/agents/templates/template'
import type { EdgeEntry } from '../../../src-shared/flow/graph'
import { isBeside, seenFrom } from '../../../src-shared/flow/inner-ids'
import type { Output } from '../../../src-shared/kinds/output'
import { isInner } from '../../../src-shared/run/log/log'
import type { ModelSettings } from '../../models/contract/model'
import { questionPrompt } from '../../models/contract/prompt'
import { picturesOfChat, promptWithChat } from '../log-views/prompt-with-history'
import {
  cursorOf,
  endTurn,
  innerFrames,
  moveCursor,
  nextEntryId,
  topFrame,
  userEntryOf,
  wordsOf,
  type Draft,
} from '../state/draft'
import { advance } from '../moves/moves'
import {
  participantOf,
  type CompiledFlow,
  type Host,
  type ParticipantParts,
  type Step,
  type StepContext,
} from '../contract/runtime'
import { isTaken } from '../calls/pass-error'
import { endOrReturn, followOut, isAwaited } from '../moves/after-reply'
import { slotWords, type SlotWords } from './slots-step'
import { aroundStep, step } from '../contract/step'
import { askForOutput } from '../calls/structured'
import type { BatonState, BatonUpdate, Frame, ReplyText } from '../state/state'
import { mayStream, speakAndWatch } from '../dialogs/watchers'

/** What a worker came to, `output` where that is a structured one; null: a limit has ended the turn. */
export type WorkerResult = ReplyText | null

/** The step in which a worker works. A failure ends the turn in order: status incomplete, nothing else changed (DefaultWorker 11). */
export function workStep(work: (draft: Draft, context: StepContext) => Promise<WorkerResult>): Step {
  const works = step(async (draft, context) => {
    const worked = await work(draft, context)
    if (worked !== null) deliver(draft, context, worked)
  })
  return aroundStep(works, failingInOrder)
}

/** The steps of a node with a worker's handling of failures, while it works for a task graph or a default worker: the turn ends in order. */
export function workerSteps(steps: { readonly [name: string]: Step }): { [name: string]: Step } {
  const tied = (drawn: Step): Step =>
    aroundStep(drawn, (inner, state, context) =>
      isAtWork(state, context) ? failingInOrder(inner, state, context) : inner(state, context),
    )
  return Object.fromEntries(Object.entries(steps).map(([name, drawn]) => [name, tied(drawn)]))
}

function isAtWork({ frames }: BatonState, { branch, flow }: StepContext): boolean {
  return branch === null && frames.at(-1)?.isWorker === true && callsWorkers(flow, frames.at(-2))
}

async function failingInOrder(inner: Step, state: BatonState, context: StepContext): Promise<BatonUpdate> {
  try {
    return await inner(state, context)
  } catch (cause) {
    context.signal.throwIfAborted()
    // LangGraph's interrupt, a question to a person, is thrown too and is no failure.
    if (isGraphInterrupt(cause) || isTaken(state, context, cause)) throw cause
    return step((draft) => failInOrder(draft, context, cause))(state, context)
  }
}

/** Ends the turn at a worker that failed; its step stays to be done, for another try. */
export function failInOrder(draft: Draft, context: StepContext, cause: unknown): void {
  const host = hostOf(draft, context.flow)
  if (host !== null) moveCursor(draft, host.node, { at: positionOf(draft, host), status: 'incomplete' })
  draft.turn.end = { reason: 'failed', node: topFrame(draft).node, error: toErrorRecord(cause) }
}

/** Says a worker's text where it is the last word of the turn, else keeps it for the next worker (DefaultWorker 12, 14). */
function deliver(draft: Draft, context: StepContext, said: ReplyText): void {
  const { text } = said
  const host = hostOf(draft, context.flow)
  const isLast = isLastWord(draft, context.flow)
  draft.turn.rounds += 1
  if (text.trim() !== '') {
    if (isLast) speakAndWatch(draft, context.flow, said)
    if (host !== null) moveCursor(draft, host.node, { context: isLast ? '' : text })
  }
  advance(draft, context)
}

/**
 * Lets the worker on top keep the next message, and whoever called it go on when it is done. False: it works for nobody, or for somebody
 * who hears each message first, as a supervisor does.
 */
export function awaitUser(draft: Draft, flow: CompiledFlow): boolean {
  const top = topFrame(draft)
  const callers = draft.frames.flatMap((frame, depth) => (frame.isWorker === true ? [draft.frames[depth - 1]] : []))
  if (isInner(top.scope) || top.isWorker !== true || !callers.every((caller) => callsWorkers(flow, caller)))
    return false
  top.awaitsUser = true
  const host = hostOf(draft, flow)
  if (host !== null) moveCursor(draft, host.node, { status: 'stay' })
  endTurn(draft)
  return true
}

/** Whether a frame is that of a task graph or a default worker. */
function callsWorkers(flow: CompiledFlow, frame: Frame | undefined): boolean {
  const leads = flow.participants.get(frame?.node ?? '')?.hosts?.leads
  return leads === 'places' || leads === 'pick'
}

/** What observers want of the present reply: of the one on top, and of those for whom it answers as a worker, who have no words of their own. */
export function steerFor(draft: Draft, flow: CompiledFlow): string[] {
  const frames = innerFrames(draft.frames)
  const speaker = frames.findLastIndex((frame, at) => frame.isWorker !== true || !callsWorkers(flow, frames[at - 1]))
  return frames.slice(Math.max(0, speaker)).flatMap(({ steer }) => steer)
}

/** The task graph that the worker on top works for, over a default worker or not. */
export function hostOf(draft: Draft, flow: CompiledFlow): Frame | null {
  return innerFrames(draft.frames).findLast((frame) => leaderOf(flow, frame.node) !== null) ?? null
}

/** What a node is as a task graph; null: it is none. */
function leaderOf(flow: CompiledFlow, node: string): Extract<Host, { leads: 'places' }> | null {
  const hosts = flow.participants.get(node)?.hosts
  return hosts?.leads === 'places' ? hosts : null
}

/** The worker of the task graph that is running: the one on top, the default worker that picked it, or the sub-flow that it is inside. */
function positionOf(draft: Draft, host: Frame): string {
  const { node } = draft.frames[draft.frames.indexOf(host) + 1] ?? topFrame(draft)
  return seenFrom(host.node, node)
}

/** Whether what the worker on top says goes to the user (DefaultWorker 12): it speaks by kind, is a leaf, is inside a sub-flow, or the turn has no more room. */
function isLastWord(draft: Draft, flow: CompiledFlow): boolean {
  const host = hostOf(draft, flow)
  const { node } = topFrame(draft)
  if (host === null || !isBeside(host.node, node) || participantOf(flow, node).handsOn !== true) return true
  return wayOn(draft, flow, { host: host.node, place: positionOf(draft, host) }).next === null
}

/** Whether what the worker on top says may be shown while it streams. */
export function streams(draft: Draft, flow: CompiledFlow): boolean {
  return isLastWord(draft, flow) && mayStream(draft, flow)
}

/**
 * Where the turn goes on behind a worker without asking, if it does. A default worker takes only the first place of a turn,
 * so it is `skipped` and the turn ends (DefaultWorker 13).
 */
export function wayOn(
  draft: Draft,
  flow: CompiledFlow,
  { host, place }: { host: string; place: string },
): { next: EdgeEntry | null; skipped: string | null } {
  const next = flow.graph.from(place, 'intents').find(({ edge }) => isUnconditional(edge.data))
  const isFull = cursorOf(draft, host).visited.length >= (leaderOf(flow, host)?.limit ?? 0)
  if (next === undefined || isFull) return { next: null, skipped: null }
  const target = next.edge.to.node
  return participantOf(flow, target).hosts?.leads === 'pick' ? { next: null, skipped: target } : { next, skipped: null }
}

export type WorkerFields = {
  id: string
  settings: ModelSettings
  handsOn?: boolean
  /** Steps that it takes to work. */
  steps: (draft: Draft) => string[]
}

/** A worker as a participant: it works whenever the baton comes, then goes on as drawn. */
export function workerParticipant({ id, settings, handsOn = false, steps }: WorkerFields): ParticipantParts {
  return {
    settings,
    arrival: 'worker',
    handsOn,
    enter: steps,
    settle(draft, context) {
      if (isAwaited(draft, id) || !followOut(draft, context, id)) endOrReturn(draft, context)
    },
  }
}

/** What the model's words are made from. */
export type WorkerCall = {
  id: string
  settings: ModelSettings
  prompt: string
  slots: { [name: string]: unknown }
  output?: Output
}

/** One model call of a worker, streamed where its text goes to the user. */
export async function askAsWorker(draft: Draft, context: StepContext, call: WorkerCall): Promise<WorkerResult> {
  const { flow } = context
  const common = commonSlots(draft, flow)
  const words = slotsOfHost(draft, flow)
  const values = { ...draft.variables, ...words, ...common, ...call.slots }
  const ending = [openSlotsLine(words, call.prompt), ...steerFor(draft, flow)].filter((line) => line !== '')
  const pictures = picturesOfChat(draft, call.settings)
  const text = promptWithChat(
    draft,
    { flow, settings: call.settings },
    {
      template: call.prompt,
      slot: 'formatted_chat',
      values,
      ending: ending.map((line) => `\n\n${line}`).join(''),
      showsAttachments: true,
      pictures,
    },
  )
  const result = await askForOutput(draft, context, {
    output: call.output ?? null,
    node: call.id,
    settings: call.settings,
    prompt: questionPrompt(flow.language, text, pictures),
    tools: [],
    purpose: { kind: 'reply', message: common.message },
    ...(streams(draft, flow) ? { entryId: nextEntryId(draft) } : {}),
  })
  if (result === null) return null
  const { reply, output } = result
  return { text: reply.text, output, end: reply.end }
}

export type CommonSlots = { message: string; context: string }

/** What every worker's prompt may name besides the chat: the user's message, and what earlier workers of the turn found out. */
export function commonSlots(draft: Draft, flow: CompiledFlow): CommonSlots {
  const host = hostOf(draft, flow)
  return {
    message: wordsOf(userEntryOf(draft)),
    context: host === null ? '' : cursorOf(draft, host.node).context,
  }
}

/** What a worker is told of the slots of the task graph that it works for; null: there are none. */
export function slotsOfHost(draft: Draft, flow: CompiledFlow): SlotWords | null {
  const host = hostOf(draft, flow)
  return host === null ? null : slotWords(draft, flow, leaderOf(flow, host.node)?.slots)
}

/** The line about open slots for a prompt that does not name them itself; empty for none. */
export function openSlotsLine(words: SlotWords | null, prompt: string): string {
  return words === null || slotsOf(prompt).includes('missing_slots') ? '' : words.line
}
