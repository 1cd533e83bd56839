/** What all workers share: delivering what they say, failing without ending the app, and the prompts' common slots (DefaultWorker 2, 11, 12). */
import { toErrorRecord } from '../../src-shared/errors'
import { isUnconditional } from '../../src-shared/agents/intents'
import { renderTemplate } from '../../src-shared/agents/template'
import type { FlowNode } from '../../src-shared/flow/records'
import type { ModelSettings } from '../models/model'
import { callModel } from './call-model'
import {
  cursorOf,
  beginStep,
  draftOf,
  moveCursor,
  nextEntryId,
  topFrame,
  updateOf,
  userEntryOf,
  type Draft,
} from './draft'
import { advance, say } from './moves'
import { participantOf, type CompiledFlow, type Participant, type Step, type StepContext } from './runtime'
import { endOrReturn, followOut } from './settle'
import type { BatonUpdate, Frame } from './state'
import { DEFAULT_CONTEXT_TOKENS } from './think'
import { historyText } from './view'

/** What a worker came to; null: a limit has ended the turn. */
export type Worked = { text: string } | null

/** The step in which a worker works. A failure ends the turn in order: status incomplete, nothing else changed (DefaultWorker 11). */
export function workStep(id: string, work: (draft: Draft, context: StepContext) => Promise<Worked>): Step {
  return async (state, context) => {
    const draft = beginStep(state, context)
    try {
      const worked = await work(draft, context)
      if (worked !== null) deliver(draft, context, worked.text)
      return updateOf(draft)
    } catch (cause) {
      context.signal.throwIfAborted()
      const failed = draftOf(state, draft.at)
      return failWorker(failed, context, { id, cause })
    }
  }
}

/** Ends the turn at a worker that failed; its step stays to be done, for another try. */
function failWorker(draft: Draft, context: StepContext, { id, cause }: { id: string; cause: unknown }): BatonUpdate {
  const host = hostOf(draft, context.flow)
  if (host !== null) moveCursor(draft, host.node, { at: positionOf(draft, host), status: 'incomplete' })
  draft.turn.end = { reason: 'failed', node: id, error: toErrorRecord(cause) }
  return updateOf(draft)
}

/** Says a worker's text where it is the last word of the turn, else keeps it for the next worker. */
function deliver(draft: Draft, context: StepContext, text: string): void {
  const worker = topFrame(draft).node
  draft.turn.rounds += 1
  if (isLastWord(draft, context.flow)) {
    if (text.trim() !== '') say(draft, worker, text)
  } else {
    const host = hostOf(draft, context.flow)
    if (host !== null) moveCursor(draft, host.node, { context: text })
  }
  advance(draft, context)
}

/** The task graph that the worker on top works for, over a default worker or not. */
export function hostOf(draft: Draft, flow: CompiledFlow): Frame | null {
  return draft.frames.findLast((frame) => flow.participants.get(frame.node)?.leads === true) ?? null
}

/** The worker of the task graph that is running: the one on top, or the default worker that picked it. */
function positionOf(draft: Draft, host: Frame): string {
  return draft.frames[draft.frames.indexOf(host) + 1]?.node ?? topFrame(draft).node
}

/** Whether what the worker on top says goes to the user (DefaultWorker 12): it speaks by kind, is a leaf, or the turn has no more room. */
export function isLastWord(draft: Draft, flow: CompiledFlow): boolean {
  const host = hostOf(draft, flow)
  if (host === null || participantOf(flow, topFrame(draft).node).speaks) return true
  const position = positionOf(draft, host)
  const goesOn = flow.graph.from(position, 'intents').some(({ edge }) => isUnconditional(edge.data))
  return !goesOn || cursorOf(draft, host.node).visited.length >= participantOf(flow, host.node).maxToolRounds
}

export type WorkerFields = {
  id: string
  node: FlowNode
  settings: ModelSettings
  speaks: boolean
  /** Steps that it takes to work. */
  steps: (draft: Draft) => string[]
}

/** A worker as a participant: it works whenever the baton comes, then goes on as drawn. */
export function workerParticipant({ id, node, settings, speaks, steps }: WorkerFields): Participant {
  return {
    id,
    node,
    settings,
    maxToolRounds: 1,
    hidesTransit: false,
    checksSwitch: false,
    opening: '',
    arrival: 'worker',
    speaks,
    enter: steps,
    begin: steps,
    texts: () => ({ before: [], after: [] }),
    settle(draft, context) {
      if (topFrame(draft).isWorker === true || !followOut(draft, context, id)) endOrReturn(draft, context)
    },
  }
}

/** What the model's words are made from. */
export type WorkerCall = { id: string; settings: ModelSettings; prompt: string; slots: { [name: string]: unknown } }

/** One model call of a worker, streamed where its text goes to the user. */
export async function askAsWorker(draft: Draft, context: StepContext, call: WorkerCall): Promise<Worked> {
  const { flow } = context
  const common = commonSlots(draft, flow, call.settings)
  const slots = { ...draft.variables, ...common, ...call.slots }
  const result = await callModel(draft, context, {
    node: call.id,
    settings: call.settings,
    messages: [{ role: 'user', text: renderTemplate(call.prompt, slots) }],
    tools: [],
    purpose: { kind: 'reply', message: common.message },
    ...(isLastWord(draft, flow) ? { entryId: nextEntryId(draft) } : {}),
  })
  return result === null ? null : { text: result.reply.text }
}

export type CommonSlots = { formatted_chat: string; message: string; context: string }

/** `formatted_chat`, `message` and `context`. Chat history is cut to the model's context, never the rest of a prompt (DefaultWorker 4). */
export function commonSlots(draft: Draft, flow: CompiledFlow, settings: ModelSettings): CommonSlots {
  const { scope } = topFrame(draft)
  const log = draft.added.length === 0 ? draft.state.log : draft.state.log.concat(draft.added)
  const host = hostOf(draft, flow)
  const user = userEntryOf(draft)
  return {
    formatted_chat: historyText(log, { scope, nameOf: flow.nameOf }, settings.contextTokens ?? DEFAULT_CONTEXT_TOKENS),
    message: user?.kind === 'text' ? user.text : '',
    context: host === null ? '' : cursorOf(draft, host.node).context,
  }
}
